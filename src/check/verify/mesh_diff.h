#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// What changed from one level to another, for people who review it.

struct MeshDiffParams {
    double height = 0.5;  ///< ground is the same where heights differ by no more [wu], >= 0
    bool pieces = false;  ///< keep the outlines of the ground that is in both
};

/// Ground of one level that is not in the other, of one polygon.
struct GroundChange {
    PolygonRef polygon;
    double area = 0;  ///< seen from above [wu^2]
    DVec3 place;      ///< the middle of the polygon's corners [wu]
};

/// An island and those of the other level that it shares ground with.
struct IslandChange {
    uint32_t island = 0;          ///< index into NavMesh::islands
    std::vector<uint32_t> parts;  ///< of the other level, in order; none: it is not there
};

struct MeshDiff {
    double old_area = 0, new_area = 0;       ///< walkable ground seen from above [wu^2]
    double lost_area = 0, gained_area = 0;   ///< in one level and not in the other [wu^2]
    std::vector<GroundChange> lost, gained;  ///< in the order of polygons
    std::vector<IslandChange> split;         ///< islands of the old level that are several in the new one
    std::vector<IslandChange> joined;        ///< islands of the new level that were several in the old one
    std::vector<uint32_t> gone, added;       ///< islands of the old and of the new level that share no ground
    std::vector<uint32_t> lost_links;        ///< of the old level: indices into NavMesh::links
    std::vector<uint32_t> gained_links;      ///< of the new level

    std::vector<DVec3> piece_points;    ///< of the ground in both: convex outlines, at the new height [wu]
    std::vector<uint32_t> piece_first;  ///< pieces + 1
};

/// Compares the ground of two levels: areas are exact up to rounding (each polygon of one is clipped by those of the other),
/// heights are compared in the middle of what two polygons share. Two islands share ground when it is a hundredth of the
/// smaller one or more. Links are the same when area, flags and, within `height`, both ends are.
MeshDiff diff_meshes(const NavMesh& before, const NavMesh& after, const MeshDiffParams& params);

/// A way to try in both levels.
struct DiffRoute {
    std::string name;
    DVec3 from, to;  ///< [wu]
};

struct RouteDiffParams {
    double snap = 1;       ///< how far from the ground the ends may be [wu]
    double length = 0.01;  ///< lengths that differ by no more than this share are the same
};

/// A way that is not what it was.
struct RouteChange {
    uint32_t route = 0;                            ///< index into the routes
    std::optional<double> old_length, new_length;  ///< seen from above [wu]; nothing: no way to the goal
};

/// Routes between random points of a level's ground, which are the same for the same level and seed.
std::vector<DiffRoute> random_routes(const NavMesh& mesh, uint32_t count, uint64_t seed);

/// Those routes that are there in one level only, or of another length. Error (usage): a point beyond 1e15.
Result<std::vector<RouteChange>> diff_routes(const NavMesh& before, const NavMesh& after, std::span<const DiffRoute> routes,
                                             const RouteDiffParams& params);

}  // namespace navspan
