#pragma once

// The part of a mesh's ground that keeps a distance from every boundary edge. See mesh.cpp.

#include <cstdint>
#include <memory>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {

/// The part of a mesh's ground that is at least `clearance` away from every boundary edge, cut into convex polygons. A boundary
/// edge is an edge without a neighbour polygon. Filters are not considered.
struct ClearanceMesh {
    double clearance = 0;  ///< distance from every boundary edge [wu]
    NavMesh ground;        ///< mesh of one tile, in the same world coordinates, with the areas and flags of the original
    /// For each polygon of the ground: the polygon of the original mesh that contains it.
    std::vector<PolygonRef> polygon_origin;
    /// For each half-edge of the ground: the half-edge of the original mesh that contains it; invalid inside a polygon and at a
    /// wall.
    std::vector<EdgeRef> portal_origin;
    std::vector<uint32_t> link_origin;  ///< for each link of the ground: index of the link in the original mesh
    /// For each polygon of the original mesh: index of the first ground polygon inside it; one additional entry at the end.
    std::vector<uint32_t> first_part;
    SharedList<NavTile> tiles;       ///< tiles of the original mesh
    std::vector<OffMeshLink> links;  ///< off-mesh links of the original mesh
};

/// Removes all ground that is closer than \p clearance to a boundary edge. Around a convex corner of a wall, the border of the
/// ground is an arc, approximated by edges outside the arc. The ends of these edges are outside the arc by at most 2 % of the
/// clearance or half a lattice unit, whichever is larger. An off-mesh link remains if both of its ends have remaining ground
/// within the radius of the link; the ends move to the nearest point of that ground. Landmarks and hub labels are not kept;
/// with_landmarks and with_hubs can add them to the ground.
///
/// @param threads  number of threads; 0: all hardware threads; does not affect the result
///
/// Error (usage): the clearance is not a finite number > 0. Error (failed): the mesh is wider than kMaxTileExtent lattice
/// units.
Result<ClearanceMesh> with_clearance(const NavMesh& mesh, double clearance, unsigned threads = 1);

/// True if \p wide was computed from the tiles and links of \p mesh.
bool is_clearance_mesh_of(const NavMesh& mesh, const ClearanceMesh& wide);

/// Returns the point of wide.ground at the same position as a surface point of the original mesh. The returned polygon is
/// invalid if the point is closer to a boundary edge than the clearance. It is also invalid if the mesh does not have the
/// polygon of the point, or if is_in_world(point.position) is false.
SurfacePoint clear_ground_at(const NavMesh& mesh, const ClearanceMesh& wide, const SurfacePoint& point);

}  // namespace navspan
