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
/// Guarantees: all indices in the result are in range. A file in which a vertex does not list exactly the polygons that use it
/// is rejected. Throws nothing but std::bad_alloc.
///
/// Caveats: convexity and orientation are not validated here; nav_mesh_from_polygons validates them.

#include <filesystem>
#include <string>
#include <string_view>

#include "navspan/core/result.h"
#include "navspan/navmesh/from_polygons.h"

namespace navspan {

/// Reads a polygon mesh in format version 2, which consists of tokens separated by white space:
///   - the header: `mesh`, `2`, the number V of vertices and the number P of polygons
///   - V vertices `x y n p1..pn`: the position and the n polygons around the vertex; -1 is an obstacle
///   - P polygons `n v1..vn p1..pn`: the vertices, counter-clockwise, and the neighbours; p_i is the polygon across the edge
///     from v_(i-1) to v_i, or -1 at a wall
///
/// The position (x, y) becomes (x, 0, -y), which keeps polygons counter-clockwise seen from above. \p name is the name of the
/// text in messages.
///
/// Error (input): another format or version, a token that is not a number, a number out of range, missing or additional text,
/// or a vertex that does not list exactly the polygons that use it. The message contains the line. Source: Cui, Harabor,
/// Grastien, Compromise-free pathfinding on a navigation mesh (2017).
Result<PolygonSet> parse_polygon_mesh(std::string_view text, const std::string& name);

/// Reads a polygon mesh from a file, as parse_polygon_mesh does. Same errors as parse_polygon_mesh. Error (input): the file
/// cannot be read.
Result<PolygonSet> load_polygon_mesh(const std::filesystem::path& path);

}  // namespace navspan
