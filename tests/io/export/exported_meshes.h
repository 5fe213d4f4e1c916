#pragma once

// Builds the meshes for the export tests, and measures the exported files.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan::export_test {

/// Returns two tiles far from the world's origin, connected by a seam and by links, with three areas.
NavMesh two_tiles();

/// Returns meshes of many kinds for the tests. The last two meshes are small.
std::vector<NavMesh> meshes(uint64_t seed);

/// Returns a square mesh whose area name contains quotes, a line ending and a byte that is not valid UTF-8.
NavMesh oddly_named();

/// Returns corner i of a polygon [wu]. Indices after the last corner are the polygon's detail vertices.
DVec3 corner(const NavMesh& mesh, PolygonRef ref, uint32_t i);

const NavArea& area_of(const NavMesh& mesh, uint8_t id);

/// Returns the signed area of a triangle seen from above, positive if the corners are counter-clockwise.
double area_xz(DVec3 a, DVec3 b, DVec3 c);
/// Returns the total size of each area seen from above [wu^2], by area id.
std::map<int, double> areas_xz(const NavMesh& mesh);

/// Returns the largest difference between the coordinates of two points.
double farthest(DVec3 a, DVec3 b);

}  // namespace navspan::export_test
