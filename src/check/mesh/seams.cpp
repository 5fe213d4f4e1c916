// Checks the edges on the borders between tiles.
//
// In: a valid mesh.
// Out: a failure for each linked edge whose heights differ across the border, and for each open seam.
// Idea: An open seam is a pair of facing edges that are at about the same height but have no twins. To find open seams, edges
// are split into lattice units and sorted by position.
// Source: own method.
// Weak cases: Open seams are not tested if agents may reach several floors across a border. WallSimplification::two_sided can
// cause false reports.

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "check/mesh/checks.h"
#include "core/angle.h"
#include "navmesh/mesh/tile_name.h"

namespace navspan {
namespace {

using std::to_string;

// One lattice unit of an edge that lies on the border of a tile and has no twin.
struct OpenUnit {
    bool along_z = false;
    int32_t line = 0, at = 0;    // `line`: x of the border if along_z, else z; `at`: start of the unit along the border [cell]
    bool forward = false;        // the edge runs towards greater coordinates
    bool marked = false;         // the edge is marked as a seam
    int32_t begin = 0, end = 0;  // extent of the whole edge along the border [cell]
    EdgeRef edge;
    double y = 0;  // height of the midpoint above the lattice's origin [wu]
    auto place() const { return std::tie(along_z, line, at); }
};

std::string name_of(const NavMesh& mesh, EdgeRef edge) {
    const NavTile& tile = *mesh.tiles[edge.tile];
    return "nav mesh: " + tile_name(tile) + " polygon " + to_string(tile.edge_polygon[edge.edge]);
}

// Height of the start corner of half-edge e in tile t, relative to TileFrame::y0 [wu].
double height_in_tile(const NavMesh& mesh, uint32_t t, uint32_t e) {
    const NavTile& tile = *mesh.tiles[t];
    return double(tile.vertex_y[tile.half_edges[e].vertex]);
}

// Height of the start corner of half-edge e in tile t, above the lattice's origin [wu].
double corner_height(const NavMesh& mesh, uint32_t t, uint32_t e) {
    const TileFrame& frame = mesh.tiles[t]->frame;
    return frame.height_quantum * frame.y0 + height_in_tile(mesh, t, e);
}

bool is_on_border(const NavTile& tile, const HalfEdge& a, const HalfEdge& b) {
    return (a.x == b.x && (a.x == 0 || a.x == tile.width)) || (a.z == b.z && (a.z == 0 || a.z == tile.depth));
}

void add_units(const NavMesh& mesh, EdgeRef edge, std::vector<OpenUnit>& units) {
    const NavTile& tile = *mesh.tiles[edge.tile];
    const uint32_t next = next_edge(tile, edge.edge);
    const LatticePoint a = lattice_point(tile, edge.edge), b = lattice_point(tile, next);
    const double ya = corner_height(mesh, edge.tile, edge.edge), yb = corner_height(mesh, edge.tile, next);
    OpenUnit unit{.along_z = a.x == b.x, .marked = tile.half_edges[edge.edge].twin != kNoIndex, .edge = edge};
    unit.line = unit.along_z ? a.x : a.z;
    const int32_t from = unit.along_z ? a.z : a.x, to = unit.along_z ? b.z : b.x;
    unit.forward = from < to;
    unit.begin = std::min(from, to), unit.end = std::max(from, to);
    for (unit.at = unit.begin; unit.at < unit.end; ++unit.at) {
        unit.y = ya + (yb - ya) * ((unit.at + 0.5 - from) / (to - from));
        units.push_back(unit);
    }
}

std::vector<OpenUnit> open_units(const NavMesh& mesh) {
    std::vector<OpenUnit> units;
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        const NavTile& tile = *mesh.tiles[t];
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            if (!is_on_border(tile, tile.half_edges[e], tile.half_edges[next_edge(tile, e)])) continue;
            if (!twin_of(mesh, {t, e}).valid()) add_units(mesh, {t, e}, units);
        }
    }
    std::sort(units.begin(), units.end(), [](const OpenUnit& l, const OpenUnit& r) {
        return std::tuple(l.place(), l.edge) < std::tuple(r.place(), r.edge);
    });
    return units;
}

bool should_be_linked(const NavMesh& mesh, const OpenUnit& a, const OpenUnit& b) {
    if (a.edge.tile == b.edge.tile || a.forward == b.forward) return false;
    if (!(std::abs(a.y - b.y) <= mesh.info.agent.max_climb)) return false;
    const bool same_segment = a.begin == b.begin && a.end == b.end;
    // If the agent's radius is at most one cell, both edges may be walls that lie exactly on the border. The missing link is
    // then an error only if both edges are marked as seams and cover the same segment.
    return mesh.info.agent.radius > mesh.tiles[0]->frame.quantum || (a.marked && b.marked && same_segment);
}

bool may_reach_several_floors(const NavMesh& mesh) {
    const NavAgent& agent = mesh.info.agent;
    const double rise = tan_degrees(std::min(agent.max_slope, 89.9)) * mesh.tiles[0]->frame.quantum;
    return std::max(agent.max_climb, rise) > agent.height;
}

void check_open(const NavMesh& mesh, CheckReport& report) {
    if (mesh.tiles.size() < 2 || may_reach_several_floors(mesh)) return;
    const std::vector<OpenUnit> units = open_units(mesh);
    const TileFrame& frame = mesh.tiles[0]->frame;
    EdgeRef last_reported;  // avoids reporting an edge twice
    for (size_t i = 0; i < units.size(); ++i) {
        for (size_t k = i + 1; k < units.size() && units[k].place() == units[i].place(); ++k) {
            const OpenUnit &a = units[i], &b = units[k];
            if (a.edge == last_reported || !should_be_linked(mesh, a, b)) continue;
            last_reported = a.edge;
            const double along = a.at + 0.5, x = a.along_z ? a.line : along, z = a.along_z ? along : a.line;
            fail(report, name_of(mesh, a.edge) + ": seam open at (" + to_string(frame.origin.x + frame.quantum * x) + ", " +
                             to_string(frame.origin.y + a.y) + ", " + to_string(frame.origin.z + frame.quantum * z) +
                             "): it is not linked to the ground across the seam; the heights differ by " +
                             to_string(std::abs(a.y - b.y)) + " wu");
        }
    }
}

// Compares the heights on both sides of linked seams. Skips x and z, because validate_nav_mesh compares them.
void check_heights(const NavMesh& mesh, CheckReport& report) {
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        const NavTile& tile = *mesh.tiles[t];
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            if (!is_seam_edge(tile.half_edges[e])) continue;
            const EdgeRef twin = twin_of(mesh, {t, e});
            if (!twin.valid()) continue;
            const uint32_t start_across = next_edge(*mesh.tiles[twin.tile], twin.edge);
            const double y = corner_height(mesh, t, e), across = corner_height(mesh, twin.tile, start_across);
            // Heights are stored as floats relative to TileFrame::y0. The rounding error is proportional to the stored height.
            const double kept = std::max(height_in_tile(mesh, t, e), height_in_tile(mesh, twin.tile, start_across));
            if (std::abs(y - across) <= 1e-6 * std::max({1.0, std::abs(y), kept})) continue;
            fail(report, name_of(mesh, {t, e}) + ": its corner on a seam is at " + to_string(y) +
                             ", but across the seam it is at " + to_string(across));
        }
    }
}

}  // namespace

void check_seams(const NavMesh& mesh, CheckReport& report) {
    check_heights(mesh, report);
    check_open(mesh, report);
}

}  // namespace navspan
