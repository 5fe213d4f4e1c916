#pragma once

// What the tests of exports share: meshes to write, and measures of what is read back.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan::export_test {

/// Two tiles whose ground meets, far from the world's origin, in three areas and with links between them.
NavMesh two_tiles();

/// Meshes of all kinds, the last two small.
std::vector<NavMesh> meshes(uint64_t seed);

/// A square whose area has a name with quotes, a line end and a byte that is no UTF-8.
NavMesh oddly_named();

/// The i-th corner of a polygon, then its detail vertices, in the world.
DVec3 corner(const NavMesh& mesh, PolygonRef ref, uint32_t i);

const NavArea& area_of(const NavMesh& mesh, uint8_t id);

/// Of a triangle seen from above, positive where it runs counter-clockwise.
double area_xz(DVec3 a, DVec3 b, DVec3 c);
/// Seen from above, by area id.
std::map<int, double> areas_xz(const NavMesh& mesh);

/// The largest difference of two points' coordinates.
double farthest(DVec3 a, DVec3 b);

}  // namespace navspan::export_test
