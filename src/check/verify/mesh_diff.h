#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// Reports the differences between two levels, for reviewers of a change.

struct MeshDiffParams {
    double height = 0.5;  ///< maximum height difference of common ground, and maximum distance of equal link ends [wu], >= 0
    bool pieces = false;  ///< true: also return the outlines of common ground
};

/// A polygon with ground that the other level does not have.
struct GroundChange {
    PolygonRef polygon;
    double area = 0;  ///< area of that ground seen from above [wu^2]
    DVec3 place;      ///< centroid of the polygon's corners [wu]
};

/// An island, and the islands of the other level with which it shares ground.
struct IslandChange {
    uint32_t island = 0;          ///< index into NavMesh::islands
    std::vector<uint32_t> parts;  ///< islands of the other level, ascending
};

struct MeshDiff {
    double old_area = 0, new_area = 0;       ///< area of the walkable ground seen from above [wu^2]
    double lost_area = 0, gained_area = 0;   ///< area of ground that exists only in the old / only in the new level [wu^2]
    std::vector<GroundChange> lost, gained;  ///< sorted by polygon
    std::vector<IslandChange> split;         ///< islands of the old level that share ground with several new islands
    std::vector<IslandChange> joined;        ///< islands of the new level that share ground with several old islands
    std::vector<uint32_t> gone, added;       ///< islands of the old / new level that share no ground with the other level
    std::vector<uint32_t> lost_links;        ///< links of the old level only: indices into NavMesh::links
    std::vector<uint32_t> gained_links;      ///< links of the new level only: indices into NavMesh::links

    std::vector<DVec3> piece_points;    ///< convex outlines of common ground; y: the new level's height at their centre [wu]
    std::vector<uint32_t> piece_first;  ///< start offset of each outline in piece_points, plus the end
};

/// Compares the ground of two levels. Areas are exact up to rounding, because polygons are clipped by the polygons of the other
/// level. Heights are compared at the mean of the corners of the common part of two polygons. Two islands share ground if the
/// common area is at least 1 % of the area of the smaller island. Two links are the same if their areas and flags are equal,
/// their start points are at most params.height apart, and so are their end points.
MeshDiff diff_meshes(const NavMesh& before, const NavMesh& after, const MeshDiffParams& params);

/// A start and a goal. The shortest paths between them in the two levels are compared.
struct DiffRoute {
    std::string name;
    DVec3 from, to;  ///< [wu]
};

struct RouteDiffParams {
    double snap = 1;       ///< maximum distance of start and goal from the ground [wu]
    double length = 0.01;  ///< two path lengths count as the same up to this relative difference
};

/// A route whose path has changed.
struct RouteChange {
    uint32_t route = 0;                            ///< index into the routes
    std::optional<double> old_length, new_length;  ///< horizontal path length [wu]; nullopt: no path to the goal
};

/// Returns routes between random points on a level's ground. The same level and seed give the same routes.
std::vector<DiffRoute> random_routes(const NavMesh& mesh, uint32_t count, uint64_t seed);

/// Returns the routes with a path in only one level, or with paths of different length. Error (usage): a point beyond 1e15.
Result<std::vector<RouteChange>> diff_routes(const NavMesh& before, const NavMesh& after, std::span<const DiffRoute> routes,
                                             const RouteDiffParams& params);

}  // namespace navspan
