// Checks the invariants of a finished navmesh.
//
// In: a mesh.
// Out: the violated invariants.
// Idea: The detail triangles cover their polygon exactly if four conditions hold:
// 1. All triangles are counter-clockwise.
// 2. No directed edge occurs twice.
// 3. The edges without an opposite edge form one closed chain, the rim.
// 4. Each edge of the rim lies on an edge of the polygon.
// The islands are recomputed by union-find. The bake computes islands by flood fill.
// Source: own method.
// Weak cases: none known.

#include "navspan/check/nav_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "check/mesh/checks.h"
#include "core/predicates.h"
#include "core/union_find.h"
#include "navmesh/mesh/tile_name.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan {
namespace {

using std::to_string;
using CornerPair = std::pair<uint32_t, uint32_t>;

LatticePoint fine_corner(const NavTile& tile, const NavPolygon& polygon, uint32_t corner) {
    const DVec3 p = detail_corner(tile, polygon, corner);
    return {int32_t(p.x * kDetailQuantum), int32_t(p.z * kDetailQuantum)};
}

std::string name_of(const NavTile& tile, uint32_t polygon) {
    return "nav mesh: " + tile_name(tile) + " polygon " + to_string(polygon);
}

// True if p may lie on the line through a and b before rounding. Points are rounded to 1/256 cell.
bool is_near_line(LatticePoint a, LatticePoint b, LatticePoint p) {
    const int64_t off = std::abs(orient2d(a, b, p));
    return off <= (std::abs(int64_t{b.x} - a.x) + std::abs(int64_t{b.z} - a.z)) / 2 + 1;
}

// Collects the border edges of a polygon's detail triangles: the edges without an opposite edge. `rim` maps the start corner of
// each border edge to its end corner. Returns false if a directed edge occurs twice or two border edges start at one corner.
bool collect_rim(const NavTile& tile, const NavPolygon& polygon, std::map<uint32_t, uint32_t>& rim) {
    std::vector<CornerPair> edges;
    for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t) {
        const NavDetailTriangle& triangle = tile.detail_triangles[polygon.first_detail_triangle + t];
        edges.insert(edges.end(), {{triangle.a, triangle.b}, {triangle.b, triangle.c}, {triangle.c, triangle.a}});
    }
    std::sort(edges.begin(), edges.end());
    if (std::adjacent_find(edges.begin(), edges.end()) != edges.end()) return false;
    for (const CornerPair& edge : edges) {
        if (std::binary_search(edges.begin(), edges.end(), CornerPair{edge.second, edge.first})) continue;
        if (!rim.emplace(edge).second) return false;
    }
    return true;
}

// Collects the border corners (see collect_rim) strictly inside each edge of the polygon. Returns false if the border does not
// follow the polygon's edges.
bool follow_rim(const NavTile& tile, const NavPolygon& polygon, std::vector<std::vector<uint32_t>>& on_edge) {
    std::map<uint32_t, uint32_t> rim;
    if (!collect_rim(tile, polygon, rim)) return false;
    size_t steps = 0;
    on_edge.assign(polygon.edge_count, {});
    for (uint32_t corner = 0; corner < polygon.edge_count; ++corner) {
        const uint32_t end = corner + 1 == polygon.edge_count ? 0 : corner + 1;
        uint32_t at = corner;
        while (true) {
            const auto next = rim.find(at);
            if (next == rim.end() || ++steps > rim.size()) return false;
            at = next->second;
            if (at == end) break;
            if (at < polygon.edge_count) return false;
            if (!is_near_line(fine_corner(tile, polygon, corner), fine_corner(tile, polygon, end),
                              fine_corner(tile, polygon, at))) {
                return false;
            }
            on_edge[corner].push_back(at);
        }
    }
    return steps == rim.size();
}

NavDetailVertex detail_vertex(const NavTile& tile, const NavPolygon& polygon, uint32_t corner) {
    return tile.detail_vertices[polygon.first_detail_vertex + corner - polygon.edge_count];
}

// Detail vertices strictly inside each half-edge. Twins must have the same detail vertices.
using RimPoints = std::vector<std::vector<NavDetailVertex>>;

void check_surfaces(const NavTile& tile, CheckReport& report) {
    RimPoints points(tile.half_edges.size());
    std::vector<std::vector<uint32_t>> on_edge;
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        const NavPolygon& polygon = tile.polygons[p];
        if (!follow_rim(tile, polygon, on_edge)) {
            fail(report, name_of(tile, p) + ": its detail triangles do not tile it");
            continue;
        }
        for (uint32_t i = 0; i < polygon.edge_count; ++i) {
            for (const uint32_t corner : on_edge[i]) {
                points[polygon.first_edge + i].push_back(detail_vertex(tile, polygon, corner));
            }
        }
    }
    for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
        const uint32_t twin = tile.half_edges[e].twin;
        if (twin == kNoIndex || (twin & kSeamBit) || twin < e) continue;
        std::reverse(points[twin].begin(), points[twin].end());
        if (points[e] != points[twin]) {
            fail(report, name_of(tile, tile.edge_polygon[e]) + ": its surface and its neighbour's differ along edge " +
                             to_string(e - tile.polygons[tile.edge_polygon[e]].first_edge));
        }
    }
}

void check_flags(const NavMesh& mesh, const NavTile& tile, CheckReport& report) {
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        for (const NavArea& area : mesh.info.areas) {
            if (area.id != tile.polygons[p].area || area.flags == tile.polygons[p].flags) continue;
            fail(report, name_of(tile, p) + ": flags " + to_string(tile.polygons[p].flags) + ", but its area '" + area.name +
                             "' has " + to_string(area.flags));
        }
    }
}

// Calls visit(polygon, adjacent polygon, half-edge index) for every half-edge with a twin.
template <class Visit>
void for_each_portal(const NavMesh& mesh, Visit visit) {
    for (uint32_t e = 0; e < mesh.edge_count(); ++e) {
        const EdgeRef edge = edge_ref(mesh, e), twin = edge.valid() ? twin_of(mesh, edge) : EdgeRef{};
        if (twin.valid()) visit(polygon_at(mesh, edge), polygon_at(mesh, twin), e);
    }
}

void check_islands(const NavMesh& mesh, CheckReport& report) {
    UnionFind islands(mesh.polygon_count());
    const auto join = [&](PolygonRef a, PolygonRef b) { islands.unite(polygon_index(mesh, a), polygon_index(mesh, b)); };
    for_each_portal(mesh, [&](PolygonRef a, PolygonRef b, uint32_t) { join(a, b); });
    for (const OffMeshLink& link : mesh.links)
        join(link.from, link.to);
    uint32_t roots = 0;
    for (uint32_t id = 0; id < mesh.polygon_count(); ++id) {
        const PolygonRef ref = polygon_ref(mesh, id);
        if (islands.is_root(id)) ++roots;
        if (polygon_index(mesh, mesh.islands[island_of(mesh, ref)].first) == islands.find(id)) continue;
        fail(report, name_of(tile_of(mesh, ref), ref.polygon) + ": its island number is wrong");
    }
    if (roots != mesh.islands.size()) {
        fail(report, "nav mesh: " + to_string(mesh.islands.size()) +
                         " islands are stored, but the number of connected components is " + to_string(roots));
    }
}

// Checks that the blocks of the block-cut tree form a tree. Checks that both polygons of each edge or link are in the block of
// the edge or link.
void check_blocks(const NavMesh& mesh, CheckReport& report) {
    const BlockCutTree& tree = mesh.blocks;
    if (tree.empty()) return;
    for (uint32_t b = 1; b < tree.block_parent.size(); ++b) {
        const uint32_t above = tree.polygon_block[tree.block_parent[b]];
        if (above < b && tree.block_depth[b] == tree.block_depth[above] + 1) continue;
        fail(report, "nav mesh: block " + to_string(b) + " is not a child of block " + to_string(above));
    }
    const auto check_edge = [&](PolygonRef from, PolygonRef to, uint32_t block) {
        if (from == to) return;
        for (const PolygonRef ref : {from, to}) {
            const uint32_t p = polygon_index(mesh, ref);
            if (block && (tree.polygon_block[p] == block || tree.block_parent[block] == p)) continue;
            fail(report, name_of(tile_of(mesh, ref), ref.polygon) + ": it is not in block " + to_string(block) +
                             ", but one of its edges is");
        }
    };
    for_each_portal(mesh, [&](PolygonRef a, PolygonRef b, uint32_t e) { check_edge(a, b, tree.edge_block[e]); });
    for (size_t i = 0; i < mesh.links.size(); ++i)
        check_edge(mesh.links[i].from, mesh.links[i].to, tree.link_block[i]);
}

}  // namespace

void check_nav_mesh(const NavMesh& mesh, CheckReport& report) {
    if (const Status s = validate_nav_mesh(mesh); !s) {
        fail(report, "nav mesh: " + s.error().message);
        return;
    }
    for (const auto& tile : mesh.tiles) {
        check_surfaces(*tile, report);
        check_flags(mesh, *tile, report);
    }
    check_seams(mesh, report);
    check_islands(mesh, report);
    check_blocks(mesh, report);
    check_landmarks(mesh, report);
    check_hubs(mesh, report);
    const std::vector<std::byte> bytes = serialize_nav_mesh(mesh);
    const Result<NavMesh> again = parse_nav_mesh(bytes);
    if (!again) {
        fail(report, "nav mesh: its file cannot be read back: " + again.error().message);
    } else if (serialize_nav_mesh(*again) != bytes) {
        fail(report, "nav mesh: its file changes when read and written again");
    }
}

}  // namespace navspan
