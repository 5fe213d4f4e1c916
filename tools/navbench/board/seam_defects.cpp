// Counts positions on tile borders where the ground continues without a link.
//
// Cuts every unlinked edge on a tile border into cell-long pieces. Two pieces of different tiles at the same position are
// a defect if their heights differ by at most the maximum climb.

#include "navbench/board/seam_defects.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

namespace navspan::bench {
namespace {

// A cell-long piece of an unlinked edge on a tile border.
struct BorderUnit {
    bool along_z = false;      // direction of the edge: z, otherwise x
    int32_t line = 0, at = 0;  // border line and start of the piece along it [lattice]
    uint32_t tile = 0;
    double y = 0;  // height of the piece's midpoint [wu]
    auto place() const { return std::tie(along_z, line, at); }
};

// Cuts the edge a..b into pieces and appends them. ya, yb: heights of the ends [wu].
void add_units(LatticePoint a, LatticePoint b, double ya, double yb, uint32_t tile, std::vector<BorderUnit>& units) {
    const bool along_z = a.x == b.x;
    const int32_t from = along_z ? a.z : a.x, to = along_z ? b.z : b.x;
    for (int32_t at = std::min(from, to); at < std::max(from, to); ++at) {
        const double share = (at + 0.5 - from) / double(to - from);
        units.push_back({along_z, along_z ? a.x : a.z, at, tile, ya + (yb - ya) * share});
    }
}

size_t count_defects(std::vector<BorderUnit>& units, double max_climb) {
    std::sort(units.begin(), units.end(), [](const BorderUnit& l, const BorderUnit& r) { return l.place() < r.place(); });
    size_t defects = 0;
    for (size_t i = 0; i < units.size(); ++i) {
        for (size_t j = i + 1; j < units.size() && units[j].place() == units[i].place(); ++j)
            defects += units[i].tile != units[j].tile && std::fabs(units[i].y - units[j].y) <= max_climb;
    }
    return defects;
}

bool on_border(int32_t from, int32_t to, int32_t tile_size) {
    return from == to && from % tile_size == 0;
}

}  // namespace

size_t seam_defects(const NavMesh& mesh, int32_t tile_size, double max_climb) {
    std::vector<BorderUnit> units;
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        const NavTile& tile = *mesh.tiles[t];
        const auto y = [&](uint32_t e) {
            return tile.frame.height_quantum * tile.frame.y0 + double(tile.vertex_y[tile.half_edges[e].vertex]);
        };
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            const uint32_t n = next_edge(tile, e);
            const LatticePoint a = lattice_point(tile, e), b = lattice_point(tile, n);
            if (!on_border(a.x, b.x, tile_size) && !on_border(a.z, b.z, tile_size)) continue;
            if (!twin_of(mesh, {t, e}).valid()) add_units(a, b, y(e), y(n), t, units);
        }
    }
    return count_defects(units, max_climb);
}

size_t detour_defects(const dtNavMesh& mesh, const RecastWorld& world, double max_climb, size_t& polygons) {
    std::vector<BorderUnit> units, edge_units;
    const double cs = world.config.lattice.cell_size;
    polygons = 0;
    for (int t = 0; t < mesh.getMaxTiles(); ++t) {
        const dtMeshTile* tile = mesh.getTile(t);
        if (!tile->header) continue;
        polygons += size_t(tile->header->polyCount);
        for (int i = 0; i < tile->header->polyCount; ++i) {
            const dtPoly& poly = tile->polys[i];
            for (int k = 0; k < int(poly.vertCount); ++k) {
                if (!(poly.neis[k] & DT_EXT_LINK)) continue;
                const float* a = &tile->verts[poly.verts[k] * 3];
                const float* b = &tile->verts[poly.verts[(k + 1) % poly.vertCount] * 3];
                const auto lattice = [&](float v) { return int32_t(std::lround(double(v) / cs)); };
                edge_units.clear();
                add_units({lattice(a[0]), lattice(a[2])}, {lattice(b[0]), lattice(b[2])}, a[1], b[1], uint32_t(t), edge_units);
                for (const BorderUnit& unit : edge_units) {
                    const double from = unit.along_z ? a[2] / cs : a[0] / cs, to = unit.along_z ? b[2] / cs : b[0] / cs;
                    const double share = (unit.at + 0.5 - from) / (to - from) * 255;
                    bool linked = false;
                    for (unsigned l = poly.firstLink; l != DT_NULL_LINK; l = tile->links[l].next) {
                        const dtLink& link = tile->links[l];
                        linked |= link.edge == k && (link.side == 0xff || (share >= link.bmin && share <= link.bmax));
                    }
                    if (!linked) units.push_back(unit);
                }
            }
        }
    }
    return count_defects(units, max_climb);
}

}  // namespace navspan::bench
