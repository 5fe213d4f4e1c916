#pragma once

/// \file
/// Reads polygon meshes in the text format of the Polyanya authors.
///
/// \code
/// const Result<PolygonSet> set = load_polygon_mesh("arena.mesh");
/// if (!set) return;  // set.error().message has the line
/// const Result<NavMesh> mesh = nav_mesh_from_polygons(*set);
/// if (!mesh) return;
/// \endcode
///
/// Guarantees: a set that is returned has indices in range and consistent neighbours per vertex. Throws nothing but
/// std::bad_alloc.
///
/// Caveats: convexity and orientation are tested by nav_mesh_from_polygons, not here.

#include <filesystem>
#include <string>
#include <string_view>

#include "navspan/core/result.h"
#include "navspan/navmesh/from_polygons.h"

namespace navspan {

/// Reads a polygon mesh in format version 2: `mesh`, `2`, the number V of vertices and the number P of polygons; then V
/// vertices `x y n p1..pn` with the polygons around each vertex (-1 is an obstacle); then P polygons `n v1..vn p1..pn` with
/// their vertices, counter-clockwise, and their neighbours: p_i is the polygon across the edge from v_(i-1) to v_i, -1 at a
/// wall. Numbers are separated by any white space.
///
/// (x, y) becomes (x, 0, -y), so that polygons that are counter-clockwise on paper are counter-clockwise seen from above.
/// Messages call the text \p name.
///
/// Error (input), with the line: another format or version, a token that is not a number, a number out of range, a text that is
/// too short or too long, or a vertex whose polygons are not those that use it.
/// Source: Cui, Harabor, Grastien, Compromise-free pathfinding on a navigation mesh (2017).
Result<PolygonSet> parse_polygon_mesh(std::string_view text, const std::string& name);

/// Reads a polygon mesh from a file. Error (input): the file cannot be read, or as parse_polygon_mesh.
Result<PolygonSet> load_polygon_mesh(const std::filesystem::path& path);

}  // namespace navspan
