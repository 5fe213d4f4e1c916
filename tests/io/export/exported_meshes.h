#pragma once

// Shared by the tests of exports: meshes to export, and functions that measure the result.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan::export_test {

/// Returns two tiles connected by a seam, far from the world's origin, with three areas and with links between the tiles.
NavMesh two_tiles();

/// Returns meshes of all kinds. The last two are small.
std::vector<NavMesh> meshes(uint64_t seed);

/// Returns a square whose area name contains quotes, a line end and a byte that is not valid UTF-8.
NavMesh oddly_named();

/// Returns the i-th corner of a polygon in world coordinates. Its detail vertices follow its corners.
DVec3 corner(const NavMesh& mesh, PolygonRef ref, uint32_t i);

const NavArea& area_of(const NavMesh& mesh, uint8_t id);

/// Returns the signed area of a triangle seen from above, positive if the corners are counter-clockwise.
double area_xz(DVec3 a, DVec3 b, DVec3 c);
/// Returns the area seen from above, per area id.
std::map<int, double> areas_xz(const NavMesh& mesh);

/// Returns the largest difference between the coordinates of two points.
double farthest(DVec3 a, DVec3 b);

}  // namespace navspan::export_test
