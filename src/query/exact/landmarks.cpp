// Landmarks: vertices with known distances, for lower bounds on the distance to a goal.
//
// In: a mesh.
// Out: for each island, some vertices far from each other, and their distances to all other vertices.
// Idea: The distance between two points is at least the difference of their distances to any landmark. Each new landmark is the
// vertex farthest from the earlier landmarks. Distances are measured with all polygons and links admitted. The length of a link
// is the distance between its ends. With a filter that pruning_is_exact() accepts, no path is shorter than the measured
// distance.
// Source: Goldberg, Harrelson, Computing the shortest path: A* search meets graph theory (2005).
// Weak cases: On open ground, the bounds are no better than the straight-line distance.

#include "navspan/query/landmarks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "core/memory.h"
#include "navmesh/graph/islands.h"
#include "navmesh/graph/landmark_table.h"
#include "navmesh/mesh/edge_at.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "query/exact/engine.h"
#include "query/exact/landmark_bound.h"

namespace navspan {
namespace {

constexpr double kUnreachable = std::numeric_limits<double>::infinity();

// Returns a copy of the mesh in which every polygon can be entered. Each link leads in both directions and costs its length.
NavMesh metric_mesh(const NavMesh& mesh) {
    NavMesh metric = mesh_of_same_tiles(mesh);
    metric.tiles = {};
    for (const NavTile* shared : mesh.tiles) {
        NavTile tile = *shared;
        for (NavPolygon& polygon : tile.polygons)
            polygon.flags = 0xffff;
        metric.tiles.push_back(std::make_shared<const NavTile>(std::move(tile)));
    }
    std::vector<OffMeshLink> links;
    for (const OffMeshLink& link : mesh.links) {
        const OffMeshLink there{link.from, link.to, link.start, link.end, distance_xz(link.end, link.start), 0xffff, 1};
        links.push_back(there);
        links.push_back(reversed(there));
    }
    return *with_links(metric, std::move(links));
}

// Measures distances on the islands of a mesh made by metric_mesh.
class LandmarkBuilder {
public:
    explicit LandmarkBuilder(const NavMesh& metric)
        : mesh_(metric), filter_(metric_filter()), edges_(metric.islands.size()), by_edge_(metric.edge_count()) {
        by_fan_.resize(count_fans(mesh_, &fan_));
        for (uint32_t e = 0; e < mesh_.edge_count(); ++e)
            edges_[trusted::island_of(mesh_, trusted::polygon_at(mesh_, edge_at(mesh_, e)))].push_back(e);
    }

    // Chooses the landmarks of an island. Stores their distances to each fan (the polygons around one vertex) in the table.
    void choose_landmarks(uint32_t island, LandmarkTable& table) {
        const std::vector<uint32_t>& edges = edges_[island];
        measure_distances(edges, edges.front());
        uint32_t landmark = farthest(edges, by_fan_);
        nearest_.resize(by_fan_.size());
        for (const uint32_t e : edges)
            nearest_[fan_[e]] = kUnreachable;
        for (uint32_t k = 0; k < table.count; ++k) {
            measure_distances(edges, landmark);
            for (const uint32_t e : edges) {
                const uint32_t f = fan_[e];
                table.distance[size_t{f} * table.count + k] = float(by_fan_[f]);
                nearest_[f] = std::min(nearest_[f], by_fan_[f]);
            }
            landmark = farthest(edges, nearest_);
        }
    }

    // True if a search reached its limit. The table is then invalid.
    bool is_exhausted() const { return exhausted_; }

private:
    // Computes the distance of each fan of the island from the start of a half-edge [cell].
    void measure_distances(const std::vector<uint32_t>& edges, uint32_t source) {
        const SurfacePoint start = vertex_point(mesh_, edge_at(mesh_, source));
        ExactSearch search;
        search.request = {.start = start, .goal = start, .requested_goal = start.position, .filter = &filter_};
        for (const uint32_t e : edges) {
            by_edge_[e] = kUnreachable;
            by_fan_[fan_[e]] = kUnreachable;
        }
        ExactEngine(mesh_, scratch_, search).measure(by_edge_);
        exhausted_ |= search.exhausted;
        // The distance of a fan is the length of the shortest path to its central vertex through any of its polygons.
        for (const uint32_t e : edges)
            by_fan_[fan_[e]] = std::min(by_fan_[fan_[e]], by_edge_[e] / double(1 << kSubLatticeBits));
    }

    // The first half-edge whose start has the largest distance. `distance` is indexed by fan.
    uint32_t farthest(const std::vector<uint32_t>& edges, const std::vector<double>& distance) const {
        uint32_t best = edges.front();
        for (const uint32_t e : edges) {
            if (distance[fan_[e]] > distance[fan_[best]]) best = e;
        }
        return best;
    }

    const NavMesh& mesh_;
    const QueryFilter filter_;
    ExactScratch scratch_;
    std::vector<uint32_t> fan_;                 // for each half-edge: number of the fan at its start
    std::vector<std::vector<uint32_t>> edges_;  // for each island: its half-edges
    std::vector<double> by_edge_, by_fan_;  // distances from the last source: by_edge_ in [2^-20 lattice], by_fan_ in [cell]
    std::vector<double> nearest_;           // for each fan: distance to the nearest landmark chosen so far [cell]
    bool exhausted_ = false;
};

}  // namespace

QueryFilter metric_filter() {
    QueryFilter filter;
    filter.area_cost.fill(1);
    return filter;
}

SurfacePoint vertex_point(const NavMesh& mesh, EdgeRef edge) {
    const NavTile& tile = *mesh.tiles[edge.tile];
    const HalfEdge& at = tile.half_edges[edge.edge];
    const DVec3 local{double(at.x), double(tile.vertex_y[at.vertex]), double(at.z)};
    return {trusted::polygon_at(mesh, edge), to_world(tile.frame, local), 0, mesh.revision};
}

Result<NavMesh> with_landmarks(const NavMesh& mesh, uint32_t count) {
    if (count > kMaxLandmarks) {
        return Error{ErrorKind::usage, "there can be no more than " + std::to_string(kMaxLandmarks) + " landmarks"};
    }
    NavMesh result = mesh;
    result.landmarks = {};
    if (count == 0 || mesh.polygon_count() == 0) return result;
    const NavMesh metric = metric_mesh(mesh);
    LandmarkBuilder builder(metric);
    result.landmarks.count = count;
    result.landmarks.distance.resize(size_to_allocate(uint64_t{count_fans(mesh)} * count));
    for (uint32_t island = 0; island < mesh.islands.size(); ++island)
        builder.choose_landmarks(island, result.landmarks);
    if (builder.is_exhausted()) {
        return Error{ErrorKind::failed,
                     "landmarks: an island has more corners than the search supports; bake without landmarks"};
    }
    if (Status s = index_landmarks(result); !s) return s.error();
    return result;
}

void set_landmark_goal(const NavMesh& mesh, PolygonRef polygon, PlanePoint goal, LandmarkGoal& bounds) {
    const LandmarkTable& table = mesh.landmarks;
    const NavTile& tile = trusted::tile_of(mesh, polygon);
    const NavPolygon& p = trusted::polygon_of(mesh, polygon);
    bounds.nearest.fill(0);
    bounds.farthest.fill(kUnreachable);
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
        const PlanePoint at = plane_point(trusted::lattice_point(tile, e));
        const double x = double(at.x - goal.x), z = double(at.z - goal.z);
        const double length = std::sqrt(x * x + z * z) / double(1 << kSubLatticeBits);
        const float* d = landmark_distances(table, mesh.edge_offset[polygon.tile] + e);
        for (uint32_t k = 0; k < table.count; ++k) {
            bounds.nearest[k] = std::max(bounds.nearest[k], d[k] - length);
            bounds.farthest[k] = std::min(bounds.farthest[k], d[k] + length);
        }
    }
}

}  // namespace navspan
