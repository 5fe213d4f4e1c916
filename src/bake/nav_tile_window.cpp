// The border of a tile, for whoever links it to its neighbours.
//
// In: a tile still with the halo's coordinates, the polygon mesh it was packed from, the closed compact field and its regions.
// Out: the tile in its own coordinates, its seam edges marked, and for every lattice unit of them the two floors between which
// one crosses. A unit of a seam edge is the side of one cell; which of that cell's floors is meant, the polygon's region says,
// as no region lies above itself; the floor across is the one it is linked to. Both tiles see the same voxels there, so they
// name the same pair of floors, and no height need be guessed.

#include <algorithm>
#include <cassert>
#include <tuple>

#include "navspan/bake/nav_tile.h"

namespace navspan {
namespace {

// A span beside the border: by side, place along it and region.
struct BorderSpan {
    int d = 0;
    int32_t at = 0;
    uint32_t region = 0;
    uint32_t span = 0;
    auto key() const { return std::tie(d, at, region); }
};

std::vector<BorderSpan> collect_border_spans(const CompactHeightfield& field, const RegionMap& regions) {
    std::vector<BorderSpan> spans;
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
            const Run& run = field.runs[r];
            for (uint32_t k = 0; k < run.length; ++k) {
                const uint32_t i = run.first + k;
                if (regions.region[i] == 0) continue;
                for (int d = 0; d < 4; ++d) {
                    if (!leads_outside(field, i, d)) continue;
                    spans.push_back({d, d == kLeft || d == kRight ? z : run.x0 + int32_t(k), regions.region[i], i});
                }
            }
        }
    }
    std::sort(spans.begin(), spans.end(), [](const BorderSpan& a, const BorderSpan& b) { return a.key() < b.key(); });
    return spans;
}

// the floors along the edge from a to b of a region, in that direction
void append_steps(const std::vector<BorderSpan>& spans, const CompactHeightfield& field, uint32_t region, LatticePoint a,
                  LatticePoint b, std::vector<SeamStep>& steps) {
    // the region lies on the left of its edges: towards +z that is the cell with the edge on its left side
    const int d = b.z > a.z ? kLeft : b.z < a.z ? kRight : b.x > a.x ? kUp : kDown;
    const bool along_z = a.x == b.x;
    const int32_t from = along_z ? a.z : a.x, to = along_z ? b.z : b.x;
    for (int32_t at = from; at != to; at += to > from ? 1 : -1) {
        const int32_t cell = to > from ? at : at - 1;
        const BorderSpan wanted{d, cell, region, 0};
        const auto found = std::lower_bound(spans.begin(), spans.end(), wanted,
                                            [](const BorderSpan& l, const BorderSpan& r) { return l.key() < r.key(); });
        // without the cut of regions above themselves a simplified edge may pass a cell that has none: nothing is linked there
        if (found == spans.end() || found->key() != wanted.key()) {
            steps.push_back({kNoFloor, kNoFloor});
            continue;
        }
        const uint32_t across = neighbour(field, found->span, d);
        steps.push_back({field.grid.y0 + field.floor[found->span], field.grid.y0 + field.floor[across]});
    }
}

}  // namespace

void fit_to_window(NavTile& tile, const PolyMesh& mesh, const CompactHeightfield& field, const RegionMap& regions,
                   const TileWindow& window) {
    const std::vector<BorderSpan> spans = collect_border_spans(field, regions);
    tile.border.polygon_cells.assign(mesh.polygons.size(), 0);
    uint32_t before = 0;
    for (size_t p = 0; p < mesh.polygons.size(); ++p) {
        const PolyMeshPolygon& polygon = mesh.polygons[p];
        if (polygon.region != before) tile.border.polygon_cells[p] = regions.cells[polygon.region];
        before = polygon.region;
        if (mesh.on_seam.empty()) continue;
        for (uint32_t k = 0; k < polygon.count; ++k) {
            const uint32_t e = polygon.first + k;
            if (!mesh.on_seam[e]) continue;
            const HalfEdge &from = tile.half_edges[e], &to = tile.half_edges[polygon.first + (k + 1) % polygon.count];
            append_steps(spans, field, polygon.region, {from.x, from.z}, {to.x, to.z}, tile.border.steps);
            tile.half_edges[e].twin = kSeamBit;  // numbered below
        }
    }
    const int32_t dx = mesh.grid.x0 - window.x0, dz = mesh.grid.z0 - window.z0;
    for (HalfEdge& edge : tile.half_edges)
        edge.x += dx, edge.z += dz;
    for (NavDetailVertex& v : tile.detail_vertices)
        v.x += dx * kDetailQuantum, v.z += dz * kDetailQuantum;
    tile.tile_x = window.tile_x;
    tile.tile_z = window.tile_z;
    tile.frame.x0 = window.x0;
    tile.frame.z0 = window.z0;
    tile.width = tile.depth = window.size;
    index_tile(tile);
}

}  // namespace navspan
