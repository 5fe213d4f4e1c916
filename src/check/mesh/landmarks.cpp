// Compares the distances in the landmark table with the exact search.
//
// In: a valid mesh.
// Out: a failure for each wrong distance to a sampled vertex.
// Idea: The table stores the distances from each landmark to all vertices. It does not store which vertices are landmarks. The
// vertex with the smallest distance is therefore taken as the landmark. The exact search runs from the landmark to kVertices
// vertices of the same island.
// Source: own method.
// Weak cases: Wrong distances outside the sample are missed. If the mesh has links or polygons without flags, distances that
// are too small are missed. Only the first kIslands islands are tested.

#include <algorithm>
#include <string>
#include <vector>

#include "check/mesh/checks.h"
#include "navmesh/graph/landmark_table.h"
#include "navspan/navmesh/filter.h"
#include "query/exact/exact.h"

namespace navspan {
namespace {

constexpr size_t kIslands = 64, kVertices = 16;

bool has_uniform_paths(const NavMesh& mesh) {
    return mesh.links.empty() && std::all_of(mesh.tiles.begin(), mesh.tiles.end(), [](const auto& tile) {
               return std::all_of(tile->polygons.begin(), tile->polygons.end(),
                                  [](const NavPolygon& p) { return p.flags != 0; });
           });
}

class Comparison {
public:
    Comparison(const NavMesh& mesh, CheckReport& report) : mesh_(mesh), report_(report), plain_(has_uniform_paths(mesh)) {}

    void compare(EdgeRef landmark, EdgeRef vertex, double distance) {
        const SurfacePoint start = vertex_point(mesh_, landmark), goal = vertex_point(mesh_, vertex);
        if (!admits(filter_, polygon_of(mesh_, start.polygon)) || !admits(filter_, polygon_of(mesh_, goal.polygon))) return;
        const CorridorRequest request{.start = start, .goal = goal, .requested_goal = goal.position, .filter = &filter_};
        const ExactOptions plain_search{.use_blocks = false, .use_landmarks = false};
        if (Status s = find_exact_corridor(mesh_, request, plain_search, scratch_, corridor_); !s) {
            fail(report_, "landmarks: half-edge " + std::to_string(vertex.edge) + " cannot be compared: " + s.error().message);
            return;
        }
        // If two obstacles touch at the goal vertex, they separate the polygons around the vertex. The search may then end in a
        // polygon on the other side of the obstacles. Skip this pair.
        if (corridor_.end.polygon != goal.polygon) return;
        const double length = corridor_.cost / mesh_.tiles[0]->frame.quantum;
        const double slack = mesh_.landmarks.slack + 1e-5;
        if (distance > length + slack || (plain_ && distance < length - slack)) {
            fail(report_, "landmarks: half-edge " + std::to_string(vertex.edge) + " has a stored distance of " +
                              std::to_string(distance) + " cells to a landmark, but the shortest path has a length of " +
                              std::to_string(length));
        }
    }

private:
    const NavMesh& mesh_;
    CheckReport& report_;
    const bool plain_;
    const QueryFilter filter_ = metric_filter();
    ExactScratch scratch_;
    Corridor corridor_;
};

}  // namespace

void check_landmarks(const NavMesh& mesh, CheckReport& report) {
    const LandmarkTable& table = mesh.landmarks;
    if (table.empty()) return;
    std::vector<std::vector<EdgeRef>> edges(mesh.islands.size());
    for (uint32_t e = 0; e < mesh.edge_count(); ++e) {
        const EdgeRef edge = edge_ref(mesh, e);
        if (edge.valid()) edges[island_of(mesh, polygon_at(mesh, edge))].push_back(edge);
    }
    const auto distance = [&](EdgeRef e, uint32_t k) { return landmark_distances(table, edge_index(mesh, e))[k]; };
    Comparison comparison(mesh, report);
    for (size_t i = 0; i < std::min(edges.size(), kIslands); ++i) {
        for (uint32_t k = 0; k < table.count; ++k) {
            const EdgeRef landmark = *std::min_element(edges[i].begin(), edges[i].end(),
                                                       [&](EdgeRef a, EdgeRef b) { return distance(a, k) < distance(b, k); });
            for (size_t n = 0; n < kVertices; ++n) {
                const EdgeRef vertex = edges[i][n * edges[i].size() / kVertices];
                comparison.compare(landmark, vertex, distance(vertex, k));
            }
        }
    }
}

}  // namespace navspan
