#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// Reports the differences between two levels, for reviewing a change.

struct MeshDiffParams {
    /// Maximum height difference between the levels on common ground [wu], >= 0. Also the maximum distance between the starts,
    /// and between the ends, of equal links.
    double height = 0.5;
    bool pieces = false;  ///< true: also return the outlines of common ground
};

/// A polygon with ground that the other level lacks.
struct GroundChange {
    PolygonRef polygon;
    double area = 0;  ///< area of the ground that the other level lacks, seen from above [wu^2]
    DVec3 place;      ///< centroid of the polygon's corners [wu]
};

/// An island of one level, and all islands of the other level that share ground with the island.
struct IslandChange {
    uint32_t island = 0;          ///< index into NavMesh::islands
    std::vector<uint32_t> parts;  ///< islands of the other level that share its ground, ascending
};

struct MeshDiff {
    double old_area = 0, new_area = 0;       ///< area of the walkable ground seen from above [wu^2]
    double lost_area = 0, gained_area = 0;   ///< area of the ground that only the old or only the new level has [wu^2]
    std::vector<GroundChange> lost, gained;  ///< sorted by polygon
    std::vector<IslandChange> split;         ///< islands of the old level that share ground with several new islands
    std::vector<IslandChange> joined;        ///< islands of the new level that share ground with several old islands
    std::vector<uint32_t> gone, added;       ///< islands of the old or new level that share no ground with the other level
    std::vector<uint32_t> lost_links;        ///< links of the old level only (index into NavMesh::links)
    std::vector<uint32_t> gained_links;      ///< links of the new level only (index into NavMesh::links)

    std::vector<DVec3> piece_points;    ///< convex outlines of common ground [wu]; y: height of the new level at the centre
    std::vector<uint32_t> piece_first;  ///< start offset of each outline in piece_points, then the end offset
};

/// Compares the ground of two levels. Areas are exact up to rounding. Heights are compared once for each overlap of two
/// polygons, at the centroid of the overlap's corners. Islands share ground if the common area is at least 1 % of the smaller
/// island. Two links are equal under three conditions: equal area ids, equal flags, and starts and ends at most params.height
/// apart.
MeshDiff diff_meshes(const NavMesh& before, const NavMesh& after, const MeshDiffParams& params);

/// Start and goal of a path that is searched in both levels.
struct DiffRoute {
    std::string name;
    DVec3 from, to;  ///< [wu]
};

struct RouteDiffParams {
    double snap = 1;       ///< maximum distance of start and goal from the ground [wu]
    double length = 0.01;  ///< relative difference up to which two path lengths count as equal
};

/// A route whose path has changed.
struct RouteChange {
    uint32_t route = 0;                            ///< index into the routes
    std::optional<double> old_length, new_length;  ///< horizontal path length [wu]; nullopt: no path to the goal
};

/// Returns routes between random points on the ground. Deterministic for a given level and seed.
std::vector<DiffRoute> random_routes(const NavMesh& mesh, uint32_t count, uint64_t seed);

/// Returns the routes that have a path in only one level, or paths of different lengths. Error (usage): a coordinate beyond
/// 1e15.
Result<std::vector<RouteChange>> diff_routes(const NavMesh& before, const NavMesh& after, std::span<const DiffRoute> routes,
                                             const RouteDiffParams& params);

}  // namespace navspan
