#pragma once

/// \file
/// Makes a navigation mesh from given convex polygons, without voxelisation.
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
/// Guarantees: equal input gives an equal mesh. Polygons are kept as they are, in their order. Throws nothing but
/// std::bad_alloc.
///
/// Caveats: overlapping polygons are not detected. Polygons are connected across edges only: two polygons that share just a
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
    std::vector<DVec3> vertices;         ///< positions [wu]
    std::vector<uint32_t> corners;       ///< polygon after polygon: vertex indices, counter-clockwise seen from above
    std::vector<uint32_t> first_corner;  ///< start offset of each polygon in corners, plus the end: polygons + 1 entries;
                                         ///< empty if there are no polygons
    std::vector<uint32_t> neighbours;    ///< per corner: the polygon across the edge to the next corner, or kNoIndex at a wall.
                                         ///< Empty: two polygons are neighbours if they use an edge in opposite directions
    std::vector<uint8_t> areas;          ///< per polygon: area id 1..63; empty: kPlainGround for all

    /// Number of polygons.
    uint32_t polygon_count() const { return first_corner.empty() ? 0 : uint32_t(first_corner.size()) - 1; }
};

/// Options of nav_mesh_from_polygons.
struct FromPolygonsOptions {
    double quantum = 0;  ///< step of the lattice that holds all x and z [wu], 1e-9..1e9; 0: the first of 1, 1/2, 1/4, 1/10, ...
                         ///< 1e-9 that holds all coordinates, or of 2, 4, ... if the world is too wide for these
    NavMeshInfo info;    ///< agent, areas, texts; an area that polygons use and the table lacks is added with cost 1
};

/// Makes a mesh of one tile. Legal are corners of 180 degrees, any number of corners, vertices that no polygon uses, and floors
/// that overlap vertically.
///
/// Error (input): the first faulty polygon, counted from 0, or a fault in the info. Faults of a polygon: a vertex that is out
/// of range, not finite, off the lattice or used twice; clockwise order, a reflex corner or no area; an area id out of range;
/// neighbours that disagree; an edge that two polygons use in the same direction (if no neighbours are given). Faults in the
/// info: see validate_info.
/// Error (failed): the world is wider than kMaxTileExtent steps or farther than kMaxLattice steps from the origin.
/// Error (usage): the quantum is out of range.
Result<NavMesh> nav_mesh_from_polygons(const PolygonSet& set, const FromPolygonsOptions& options = {});

}  // namespace navspan
