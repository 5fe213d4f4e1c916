#pragma once

/// \file
/// Makes a navigation mesh from given convex polygons, without voxelization.
///
/// \code
/// PolygonSet set;  // two squares that share an edge
/// set.vertices = {{0, 0, 0}, {0, 0, 10}, {10, 0, 10}, {10, 0, 0}, {20, 0, 10}, {20, 0, 0}};
/// set.corners = {0, 1, 2, 3, 3, 2, 4, 5};  // counter-clockwise seen from above
/// set.first_corner = {0, 4, 8};
/// const Result<NavMesh> mesh = nav_mesh_from_polygons(set);
/// if (!mesh) return;  // mesh.error().message says which polygon is wrong
/// \endcode
///
/// Guarantees: equal input gives an equal mesh. The mesh has the given polygons in the given order. Throws nothing but
/// std::bad_alloc.
///
/// Caveats: overlapping polygons are not detected. Polygons are connected only across edges: two polygons that share only a
/// vertex are not neighbours.

#include <cstdint>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

constexpr uint8_t kPlainGround = 63;  ///< area id of polygons without a given area

/// Convex polygons that share vertices.
struct PolygonSet {
    std::vector<DVec3> vertices;         ///< positions of the vertices [wu]
    std::vector<uint32_t> corners;       ///< vertex indices, polygon by polygon, counter-clockwise seen from above
    std::vector<uint32_t> first_corner;  ///< index of the first corner of each polygon, then corners.size(); empty: no polygons
    /// For each corner: the polygon across the edge to the next corner, or kNoIndex at a wall. Empty: two polygons that use an
    /// edge in opposite directions are neighbours.
    std::vector<uint32_t> neighbours;
    std::vector<uint8_t> areas;  ///< area id 1..63 of each polygon; empty: kPlainGround for all

    /// Number of polygons.
    uint32_t polygon_count() const { return first_corner.empty() ? 0 : uint32_t(first_corner.size()) - 1; }
};

/// Options of nav_mesh_from_polygons. A quantum of 0 selects the step of the lattice automatically: the first of 1, 1/2, 1/4,
/// 1/8, 1/10, 1/16, ... that divides all x and z. This sequence contains the inverses of all powers of 2 and of 10, down to
/// 1e-9. If the world is too wide for a step of 1, the step is the smallest sufficient power of 2.
struct FromPolygonsOptions {
    double quantum = 0;  ///< step of the lattice [wu], 1e-9..1e9; all x and z must be multiples of it; 0: automatic
    NavMeshInfo info;    ///< agent, areas table and texts; polygon areas that are missing from the table are added with cost 1
};

/// Makes a mesh of one tile. A polygon may have any number of corners, including corners with an angle of 180 degrees.
/// Vertices may be unused. Floors may overlap vertically.
///
/// Error (input): a polygon is faulty, the lists of the set have inconsistent lengths, or the info is faulty (see
/// validate_info). The message names the first faulty polygon, counted from 0. A polygon is faulty in these cases:
///   - A vertex is out of range, not finite, not on the lattice or used twice.
///   - The polygon is clockwise, is not convex, or has zero area.
///   - Its area id is not 1..63.
///   - A given neighbour does not exist, lacks the shared edge, or does not refer back to the polygon.
///   - No neighbours are given, and another polygon uses an edge in the same direction.
///
/// Error (failed): the world is wider than kMaxTileExtent steps or farther than kMaxLattice steps from the origin, or |y| of a
/// vertex exceeds kMaxLattice [wu]. Error (usage): the quantum is out of range.
Result<NavMesh> nav_mesh_from_polygons(const PolygonSet& set, const FromPolygonsOptions& options = {});

}  // namespace navspan
