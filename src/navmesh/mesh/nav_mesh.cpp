// Functions on whole tiles, meshes and filters.

#include "navspan/navmesh/nav_mesh.h"

#include <algorithm>
#include <string>

#include "core/ring_turns.h"
#include "navmesh/mesh/bvh.h"
#include "navmesh/mesh/edge_at.h"
#include "navmesh/mesh/index_tile.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/filter.h"

namespace navspan {

int64_t doubled_area(const NavTile& tile, uint32_t polygon) {
    RingArea<uint64_t> area;  // modulo 2^64
    for (const HalfEdge& e : polygon_edges(tile, polygon))
        area.add(uint64_t(int64_t{e.x}), uint64_t(int64_t{e.z}));
    return int64_t(area.doubled());
}

void index_tile(NavTile& tile) {
    tile.edge_polygon.assign(tile.half_edges.size(), 0);
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        const NavPolygon& polygon = tile.polygons[p];
        for (uint32_t e = 0; e < polygon.edge_count; ++e)
            tile.edge_polygon[polygon.first_edge + e] = p;
    }
    tile.seam_edges = 0;
    for (HalfEdge& edge : tile.half_edges) {
        if (is_seam_edge(edge)) edge.twin = kSeamBit | tile.seam_edges++;
    }
    tile.bvh = build_bvh(tile);
}

void number_vertices(NavTile& tile) {
    std::vector<uint32_t> number(tile.vertex_y.size(), kNoIndex);
    std::vector<float> heights;
    for (HalfEdge& edge : tile.half_edges) {
        if (number[edge.vertex] == kNoIndex) {
            number[edge.vertex] = uint32_t(heights.size());
            heights.push_back(tile.vertex_y[edge.vertex]);
        }
        edge.vertex = number[edge.vertex];
    }
    tile.vertex_y = std::move(heights);
}

const NavTile& empty_tile() {
    static const NavTile tile;
    return tile;
}

const NavPolygon& empty_polygon() {
    static const NavPolygon polygon;
    return polygon;
}

PolygonRef polygon_ref(const NavMesh& mesh, uint32_t index) {
    if (index >= mesh.polygon_count()) return {};
    const auto after = std::upper_bound(mesh.polygon_offset.begin(), mesh.polygon_offset.end(), index);
    const uint32_t tile = uint32_t(after - mesh.polygon_offset.begin()) - 1;
    return {tile, index - mesh.polygon_offset[tile]};
}

EdgeRef edge_ref(const NavMesh& mesh, uint32_t index) {
    if (index >= mesh.edge_count()) return {};
    const EdgeRef edge = edge_at(mesh, index);
    return has_edge(mesh, edge) ? edge : EdgeRef{};
}

QueryFilter default_filter(const NavMesh& mesh) {
    static constexpr QueryFilter kUnitCosts = [] {
        QueryFilter filter;
        filter.area_cost.fill(1);
        return filter;
    }();
    QueryFilter filter = kUnitCosts;
    for (const NavArea& area : mesh.info.areas)
        filter.area_cost[area.id] = area.cost;
    return filter;
}

double lowest_cost(const NavMesh& mesh, const QueryFilter& filter) {
    double lowest = -1;
    for (const NavArea& area : mesh.info.areas) {
        if (filter.excluded_areas >> area.id & 1) continue;
        if (lowest < 0 || filter.area_cost[area.id] < lowest) lowest = filter.area_cost[area.id];
    }
    return lowest < 0 ? 0 : lowest;
}

Status validate_filter(const QueryFilter& filter) {
    for (size_t id = 0; id < filter.area_cost.size(); ++id) {
        if (filter.area_cost[id] >= 0 && filter.area_cost[id] <= kMaxCostFactor) continue;
        return Error{ErrorKind::usage, "the cost of area " + std::to_string(id) + " must be a number from 0 to 1000000"};
    }
    return Done{};
}

}  // namespace navspan
