// Validation of untrusted tiles before they are queried.
//
// In: a tile whose arrays have arbitrary contents.
// Out: success, or the first broken invariant and its location.
// Idea: Each test relies on earlier tests: numbers are checked before predicates multiply them, and indices before they are
// used. The detail triangles of a polygon must be counter-clockwise. The sum of their areas must be the area of the polygon,
// up to rounding. The total time is linear.
// Source: own method.
// Weak cases: Detail triangles pass if they overlap in one position and leave a gap of the same area elsewhere.

#include "navmesh/validate/tile.h"

#include <cmath>
#include <cstdlib>
#include <string>

#include "core/predicates.h"
#include "core/ring_turns.h"
#include "navmesh/mesh/bvh.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {
namespace {

using std::to_string;

bool is_height(float y) {
    return std::isfinite(y) && std::fabs(double(y)) <= kMaxHeight_wu;
}
bool is_in(int64_t low, int64_t value, int64_t high) {
    return low <= value && value <= high;
}

Status validate_frame(const NavTile& tile) {
    const TileFrame& f = tile.frame;
    for (const double v : {f.origin.x, f.origin.y, f.origin.z}) {
        if (!std::isfinite(v) || std::fabs(v) > 1e15) return input_error("the origin is not finite or beyond 1e15");
    }
    for (const double v : {f.quantum, f.height_quantum}) {
        if (!std::isfinite(v) || v < 1e-9 || v > 1e9) return input_error("a lattice step is not within 1e-9 .. 1e9");
    }
    if (!is_in(0, tile.width, kMaxTileExtent) || !is_in(0, tile.depth, kMaxTileExtent))
        return input_error("its extent is out of range");
    if (!is_in(-kMaxLattice, f.x0, kMaxLattice - tile.width) || !is_in(-kMaxLattice, f.z0, kMaxLattice - tile.depth) ||
        !is_in(-kMaxLattice, f.y0, kMaxLattice)) {
        return input_error("its corner is out of range");
    }
    return Done{};
}

// Checks that the ranges of the polygons are consecutive and fill their arrays.
Status validate_ranges(const NavTile& tile) {
    uint64_t edges = 0, vertices = 0, triangles = 0;
    for (size_t p = 0; p < tile.polygons.size(); ++p) {
        const NavPolygon& polygon = tile.polygons[p];
        const auto who = [&](const std::string& problem) { return input_error("polygon " + to_string(p) + problem); };
        if (polygon.first_edge != edges || polygon.first_detail_vertex != vertices ||
            polygon.first_detail_triangle != triangles) {
            return who(" does not start where the previous polygon ends");
        }
        if (polygon.edge_count < 3) return who(" has fewer than 3 edges");
        if (polygon.detail_triangle_count < 1) return who(" has no surface");
        if (!is_in(1, polygon.area, 63)) return who(" has area id " + to_string(polygon.area) + ", not 1..63");
        edges += polygon.edge_count;
        vertices += polygon.detail_vertex_count;
        triangles += polygon.detail_triangle_count;
        if (edges > tile.half_edges.size() || vertices > tile.detail_vertices.size() ||
            triangles > tile.detail_triangles.size()) {
            return who(" refers to elements beyond the end of an array");
        }
    }
    if (edges != tile.half_edges.size() || vertices != tile.detail_vertices.size() ||
        triangles != tile.detail_triangles.size()) {
        return input_error("there are edges, detail vertices or triangles that belong to no polygon");
    }
    if (edges >= kSeamBit) return input_error("more than 2^31 half-edges");
    return Done{};
}

Status validate_numbers(const NavTile& tile) {
    for (size_t v = 0; v < tile.vertex_y.size(); ++v) {
        if (!is_height(tile.vertex_y[v])) return input_error("vertex " + to_string(v) + " has a height that is out of range");
    }
    std::vector<uint32_t> user(tile.vertex_y.size(), kNoIndex);
    for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
        const HalfEdge& edge = tile.half_edges[e];
        const auto who = [&](const std::string& problem) { return input_error("half-edge " + to_string(e) + problem); };
        if (!is_in(0, edge.x, tile.width) || !is_in(0, edge.z, tile.depth)) return who(" is outside the tile");
        if (edge.vertex >= tile.vertex_y.size()) return who(" refers to a vertex that does not exist");
        uint32_t& first = user[edge.vertex];
        if (first == kNoIndex) first = e;
        if (tile.half_edges[first].x != edge.x || tile.half_edges[first].z != edge.z) {
            return who(" has its vertex at another position than half-edge " + to_string(first));
        }
    }
    for (size_t v = 0; v < tile.detail_vertices.size(); ++v) {
        const NavDetailVertex& vertex = tile.detail_vertices[v];
        if (!is_height(vertex.y) || !is_in(0, vertex.x, int64_t{tile.width} * kDetailQuantum) ||
            !is_in(0, vertex.z, int64_t{tile.depth} * kDetailQuantum)) {
            return input_error("detail vertex " + to_string(v) + " is outside the tile or has a height that is out of range");
        }
    }
    return Done{};
}

bool is_convex_ccw(std::span<const HalfEdge> edges) {
    const auto point = [&](size_t i) { return LatticePoint{edges[i].x, edges[i].z}; };
    return count_turns(edges.size(), point, orient2d).is_convex();
}

Status validate_twins(const NavTile& tile) {
    uint32_t seams = 0;
    if (tile.edge_polygon.size() != tile.half_edges.size()) return input_error("not every half-edge has a polygon");
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        const NavPolygon& polygon = tile.polygons[p];
        for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
            if (tile.edge_polygon[e] != p)
                return input_error("half-edge " + to_string(e) + " is assigned to the wrong polygon");
        }
    }
    for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
        const uint32_t twin = tile.half_edges[e].twin;
        const auto who = [&](const std::string& problem) { return input_error("half-edge " + to_string(e) + problem); };
        if (twin == kNoIndex) continue;
        if (twin & kSeamBit) {
            if (twin != (kSeamBit | seams++)) return who(" has a wrong seam number");
            continue;
        }
        if (twin >= tile.half_edges.size()) return who(" has a twin that does not exist");
        if (tile.half_edges[twin].twin != e || tile.edge_polygon[twin] == tile.edge_polygon[e]) {
            return who(" is not the twin of its twin");
        }
        if (tile.half_edges[trusted::next_edge(tile, e)].vertex != tile.half_edges[twin].vertex) {
            return who(" and its twin have different vertices");
        }
    }
    if (seams != tile.seam_edges) return input_error("the number of seam edges is wrong");
    return Done{};
}

// Returns a detail corner on the 1/256 lattice.
LatticePoint detail_point(const NavTile& tile, const NavPolygon& polygon, uint32_t index) {
    if (index < polygon.edge_count) {
        const HalfEdge& e = tile.half_edges[polygon.first_edge + index];
        return {e.x * kDetailQuantum, e.z * kDetailQuantum};
    }
    const NavDetailVertex& v = tile.detail_vertices[polygon.first_detail_vertex + index - polygon.edge_count];
    return {v.x, v.z};
}

Status validate_surface(const NavTile& tile, uint32_t p) {
    const NavPolygon& polygon = tile.polygons[p];
    const auto who = [&](const std::string& problem) { return input_error("polygon " + to_string(p) + problem); };
    int64_t slack = 0;
    const std::span<const HalfEdge> edges = trusted::polygon_edges(tile, p);
    for (size_t i = 0; i < edges.size(); ++i) {
        const HalfEdge& next = edges[i + 1 == edges.size() ? 0 : i + 1];
        slack +=
            2 * int64_t{kDetailQuantum} * (std::abs(int64_t{next.x} - edges[i].x) + std::abs(int64_t{next.z} - edges[i].z));
    }
    const int64_t wanted = doubled_area(tile, p) * kDetailQuantum * kDetailQuantum;
    int64_t sum = 0;
    for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t) {
        const NavDetailTriangle& triangle = tile.detail_triangles[polygon.first_detail_triangle + t];
        const uint64_t corners = uint64_t{polygon.edge_count} + polygon.detail_vertex_count;
        if (triangle.a >= corners || triangle.b >= corners || triangle.c >= corners) {
            return who(": detail triangle " + to_string(t) + " has a corner that does not exist");
        }
        const int64_t area = orient2d(detail_point(tile, polygon, triangle.a), detail_point(tile, polygon, triangle.b),
                                      detail_point(tile, polygon, triangle.c));
        if (area <= 0) return who(": detail triangle " + to_string(t) + " is not counter-clockwise");
        sum += area;
        if (sum > wanted + slack) return who(" is smaller than its detail triangles");
    }
    if (sum < wanted - slack) return who(" is not covered by its detail triangles");
    return Done{};
}

bool box_contains(const BvhNode& outer, const BvhNode& inner) {
    return outer.min_x <= inner.min_x && outer.min_z <= inner.min_z && outer.min_y <= inner.min_y &&
           outer.max_x >= inner.max_x && outer.max_z >= inner.max_z && outer.max_y >= inner.max_y;
}

// Checks the tree. Its nodes are in preorder: the left child follows its parent; the right child follows the left subtree.
Status validate_tree(const NavTile& tile) {
    const size_t polygons = tile.polygons.size();
    if (tile.bvh.size() != (polygons ? 2 * polygons - 1 : 0)) return input_error("the tree has the wrong number of nodes");
    if (!polygons) return Done{};
    struct NodeRange {
        uint32_t node, end, depth;
    };
    std::vector<NodeRange> stack{{0, uint32_t(tile.bvh.size()), 1}};
    std::vector<bool> seen(polygons);
    while (!stack.empty()) {
        const NodeRange range = stack.back();
        stack.pop_back();
        const BvhNode& node = tile.bvh[range.node];
        const auto who = [&](const std::string& problem) {
            return input_error("tree node " + to_string(range.node) + problem);
        };
        if (range.depth > kMaxBvhDepth) return who(" is too deep");
        if (!is_height(node.min_y) || !is_height(node.max_y)) return who(" has a box that is out of range");
        if (node.right == 0) {
            if (range.end != range.node + 1 || node.polygon >= polygons || seen[node.polygon])
                return who(" is not a valid leaf");
            seen[node.polygon] = true;
            if (!box_contains(node, polygon_box(tile, node.polygon))) return who(" does not contain its polygon");
            continue;
        }
        if (node.polygon != 0 || node.right <= range.node + 1 || node.right >= range.end) {
            return who(" does not point forward");
        }
        if (!box_contains(node, tile.bvh[range.node + 1]) || !box_contains(node, tile.bvh[node.right])) {
            return who(" does not contain its children");
        }
        stack.push_back({node.right, range.end, range.depth + 1});
        stack.push_back({range.node + 1, node.right, range.depth + 1});
    }
    return Done{};
}

}  // namespace

Status validate_tile(const NavTile& tile) {
    if (Status s = validate_frame(tile); !s) return s;
    if (Status s = validate_ranges(tile); !s) return s;
    if (Status s = validate_numbers(tile); !s) return s;
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        if (!is_convex_ccw(trusted::polygon_edges(tile, p))) {
            return input_error("polygon " + to_string(p) + " is not convex and counter-clockwise");
        }
    }
    if (Status s = validate_twins(tile); !s) return s;
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        if (Status s = validate_surface(tile, p); !s) return s;
    }
    return validate_tree(tile);
}

Status validate_border(const NavTile& tile) {
    if (!tile.border.polygon_cells.empty() && tile.border.polygon_cells.size() != tile.polygons.size()) {
        return input_error("the border counts the cells of the wrong number of polygons");
    }
    if (tile.border.steps.empty() && tile.border.polygon_cells.empty()) return Done{};
    uint64_t units = 0;
    for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
        const HalfEdge& a = tile.half_edges[e];
        if (!is_seam_edge(a)) continue;
        const HalfEdge& b = tile.half_edges[trusted::next_edge(tile, e)];
        const bool along_z = a.x == b.x && (a.x == 0 || a.x == tile.width);
        const bool along_x = a.z == b.z && (a.z == 0 || a.z == tile.depth);
        if (!along_x && !along_z) return input_error("half-edge " + to_string(e) + " on a seam is not on the tile's border");
        units += uint64_t(std::abs(int64_t{b.x} - a.x) + std::abs(int64_t{b.z} - a.z));
    }
    if (tile.border.steps.size() != units) return input_error("the border does not list the floors along every seam edge");
    return Done{};
}

Status validate_tile_links(const NavTile& tile) {
    for (size_t i = 0; i < tile.links.size(); ++i) {
        const TileLink& link = tile.links[i];
        const auto broken = [i](const char* problem) { return input_error("link " + to_string(i) + problem); };
        if (link.x < 0 || link.x >= tile.width || link.z < 0 || link.z >= tile.depth) {
            return broken(" does not start in the tile");
        }
        for (const int32_t n : {link.y, link.end_x, link.end_y, link.end_z}) {
            if (n < -2 * kMaxLattice || n > 2 * kMaxLattice) return broken(" leads out of the world");
        }
        if (!(link.reach >= 0 && double(link.reach) <= kMaxHeight_wu)) return broken(" has a reach that is not from 0 to 1e9");
        if (link.area < 1 || link.area > 63) return broken(" has an area id that is not from 1 to 63");
        if (link.two_way > 1) return broken(" has a two_way flag that is neither 0 nor 1");
        if (i && link < tile.links[i - 1]) return broken(" is out of order");
    }
    return Done{};
}

}  // namespace navspan
