#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "navspan/core/result.h"
#include "navspan/navmesh/from_polygons.h"

namespace navspan {

/// Reads a polygon mesh, format version 2 of the Polyanya authors: `mesh`, `2`, the numbers V and P of vertices and polygons,
/// then V vertices `x y n p1..pn` (the polygons around each; -1 is an obstacle), then P polygons `n v1..vn p1..pn`: its
/// vertices counter-clockwise and its neighbours, p_i across the edge from v_(i-1) to v_i, -1 at a wall. White space of any
/// kind parts the numbers. (x, y) becomes (x, 0, -y), so that what is counter-clockwise on paper faces up. The result is well
/// formed; whether it is a sound mesh is for nav_mesh_from_polygons to say. Error (input): another format or version, a number
/// that is none or out of range, the text cut short or too long, a vertex whose polygons are not the ones that use it. Messages
/// give the line.
Result<PolygonSet> parse_polygon_mesh(std::string_view text, const std::string& name);

/// The same from a file.
Result<PolygonSet> load_polygon_mesh(const std::filesystem::path& path);

}  // namespace navspan
