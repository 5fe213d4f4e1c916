#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// Reports what changed between two levels, for reviewers.

struct MeshDiffParams {
    double height = 0.5;  ///< ground is the same if its heights differ by at most this [wu], >= 0
    bool pieces = false;  ///< keep the outlines of common ground
};

/// Ground of one polygon that is not in the other level.
struct GroundChange {
    PolygonRef polygon;
    double area = 0;  ///< seen from above [wu^2]
    DVec3 place;      ///< centroid of the polygon's corners [wu]
};

/// An island, and the islands of the other level that it shares ground with.
struct IslandChange {
    uint32_t island = 0;          ///< index into NavMesh::islands
    std::vector<uint32_t> parts;  ///< islands of the other level, ascending; empty: the island is not there
};

struct MeshDiff {
    double old_area = 0, new_area = 0;       ///< walkable ground seen from above [wu^2]
    double lost_area = 0, gained_area = 0;   ///< ground in only one of the levels [wu^2]
    std::vector<GroundChange> lost, gained;  ///< sorted by polygon
    std::vector<IslandChange> split;         ///< islands of the old level that are several in the new level
    std::vector<IslandChange> joined;        ///< islands of the new level that were several in the old level
    std::vector<uint32_t> gone, added;       ///< islands of the old and of the new level that share no ground
    std::vector<uint32_t> lost_links;        ///< links of the old level: indices into NavMesh::links
    std::vector<uint32_t> gained_links;      ///< links of the new level

    std::vector<DVec3> piece_points;    ///< convex outlines of common ground, at the new height [wu]
    std::vector<uint32_t> piece_first;  ///< start offset per outline, and the end
};

/// Compares the ground of two levels. Areas are exact up to rounding: each polygon is clipped by those of the other level.
/// Heights are compared at the centroid of the common part of two polygons. Two islands share ground if the common area is at
/// least a hundredth of the smaller one. Links are the same if area and flags are equal and both ends differ by at most
/// `height`.
MeshDiff diff_meshes(const NavMesh& before, const NavMesh& after, const MeshDiffParams& params);

/// A path to compare in both levels.
struct DiffRoute {
    std::string name;
    DVec3 from, to;  ///< [wu]
};

struct RouteDiffParams {
    double snap = 1;       ///< largest distance of the ends from the ground [wu]
    double length = 0.01;  ///< lengths are the same if they differ by at most this fraction
};

/// A path that has changed.
struct RouteChange {
    uint32_t route = 0;                            ///< index into the routes
    std::optional<double> old_length, new_length;  ///< seen from above [wu]; nullopt: no path to the goal
};

/// Returns routes between random points on a level's ground. The same level and seed give the same routes.
std::vector<DiffRoute> random_routes(const NavMesh& mesh, uint32_t count, uint64_t seed);

/// Returns the routes that exist in only one level or differ in length. Error (usage): a point beyond 1e15.
Result<std::vector<RouteChange>> diff_routes(const NavMesh& before, const NavMesh& after, std::span<const DiffRoute> routes,
                                             const RouteDiffParams& params);

}  // namespace navspan
