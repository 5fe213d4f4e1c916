// Assigns the rows of a mesh's landmark table to half-edges, and validates the table.
//
// In: a mesh with untrusted distances.
// Out: the row of every half-edge, or the reason why the distances are invalid.
// Idea: Checks that the distances at the two ends of an edge differ by at most the length of the edge. Wrong distances
// that pass this check can only make paths longer than necessary. Only searches can prove that distances are right;
// check_nav_mesh proves a sample of them in this way.
// Source: Goldberg, Harrelson, Computing the shortest path: A* search meets graph theory (2005), for landmarks.
// Weak cases: Some wrong distances pass the check.

#include "navmesh/graph/landmark_table.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/predicates.h"
#include "navmesh/mesh/tile_name.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/search_index.h"

namespace navspan {
namespace {

Error broken_landmarks(const std::string& problem) {
    return Error{ErrorKind::input, "landmarks: " + problem};
}

// Tolerance for the difference of two distances. Allows for the rounding of the two distances to float (2 * 2^-24 times the
// greatest distance). Also allows for an error of the same size in the search that computed the distances.
double rounding_tolerance(const std::vector<float>& distances) {
    float greatest = 0;
    for (const float d : distances)
        greatest = std::max(greatest, d);
    return double(greatest) * (1.0 / (1 << 22));
}

}  // namespace

uint32_t count_fans(const NavMesh& mesh, std::vector<uint32_t>* row) {
    // The polygons around the start of half-edge e form its fan. mesh.fans[e] is the representative half-edge of this fan. Its
    // index can be higher than e, so all fans are numbered before the rows are filled in.
    std::vector<uint32_t> number(mesh.edge_count());
    uint32_t fans = 0;
    for (uint32_t e = 0; e < mesh.edge_count(); ++e) {
        if (mesh.fans[e] == e) number[e] = fans++;
    }
    if (!row) return fans;
    row->resize(mesh.edge_count());
    for (uint32_t e = 0; e < mesh.edge_count(); ++e)
        (*row)[e] = mesh.fans[e] == kNoIndex ? 0 : number[mesh.fans[e]];
    return fans;
}

Status index_landmarks(NavMesh& mesh) {
    LandmarkTable& table = mesh.landmarks;
    table.row.clear();
    table.slack = 0;
    if (table.count == 0 && table.distance.empty()) return Done{};
    if (table.count < 1 || table.count > kMaxLandmarks)
        return broken_landmarks("their number is not 1.." + std::to_string(kMaxLandmarks));
    if (table.distance.size() != uint64_t{count_fans(mesh, &table.row)} * table.count) {
        return broken_landmarks("the number of distances is not the number of vertices times the number of landmarks");
    }
    table.slack = rounding_tolerance(table.distance);
    return Done{};
}

Status validate_landmarks(const NavMesh& mesh) {
    const LandmarkTable& table = mesh.landmarks;
    if (table.empty()) return Done{};
    if (table.row.size() != mesh.edge_count()) return broken_landmarks("their index is missing");
    for (const float d : table.distance) {
        if (!std::isfinite(d) || d < 0) return broken_landmarks("a distance is negative or not finite");
    }
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        const NavTile& tile = *mesh.tiles[t];
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            const uint32_t next = trusted::next_edge(tile, e);
            const double length =
                std::sqrt(double(distance_squared(trusted::lattice_point(tile, e), trusted::lattice_point(tile, next))));
            const float* const a = landmark_distances(table, mesh.edge_offset[t] + e);
            const float* const b = landmark_distances(table, mesh.edge_offset[t] + next);
            for (uint32_t k = 0; k < table.count; ++k) {
                if (std::fabs(double(a[k]) - double(b[k])) <= length + table.slack) continue;
                return broken_landmarks("the distances at the ends of half-edge " + std::to_string(e) + " of " +
                                        tile_name(tile) + " differ by more than its length");
            }
        }
    }
    return Done{};
}

}  // namespace navspan
