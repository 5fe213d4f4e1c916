#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// A finished mesh in forms that other programs read. Positions are those of the world, y up, right-handed [wu]; corners that
// tiles share are one vertex; equal meshes give equal bytes.

/// Wavefront OBJ text: one object of the polygons, a material per area under the area's name (blanks and control characters in
/// it become `_`), and one object of the off-mesh links as lines. Positions round trip.
std::string export_obj(const NavMesh& mesh);

/// An sRGB colour per area id.
using AreaColors = std::array<std::array<uint8_t, 3>, 64>;

/// A binary glTF 2.0 file (.glb): a node "navmesh" with the detail triangles, which follow the ground, and a node
/// "off_mesh_links" with a line for each link. A primitive and a material per area, under the area's name, with its id, flags
/// and cost in the material's extras. Positions are 32-bit floats from a whole-numbered corner that is the nodes' translation.
/// Error (failed): more than the 4 GiB that the format counts.
Result<std::vector<std::byte>> export_glb(const NavMesh& mesh, const AreaColors& colors);

/// JSON text, one line a vertex, polygon, island or link:
///
///     {
///       "format": "navspan navmesh",
///       "version": 1,
///       "generator": "navspan 0.1.0",           the program that baked it
///       "agent": {"radius", "height", "max_climb", "max_slope"},
///       "areas": [{"name", "id", "flags", "cost"}],
///       "vertices": [[x, y, z]],
///       "polygons": [{"vertices": [..],          counter-clockwise from above, numbers into "vertices"
///                     "neighbours": [..],        across the edge that leaves each: a polygon's number, or null at a wall
///                     "area", "flags",
///                     "island",                  number into "islands"
///                     "tile": [x, z]}],
///       "islands": [{"polygons", "area", "min": [x, y, z], "max": [x, y, z]}],
///       "links": [{"from", "to",                 polygons' numbers; one way
///                  "start": [x, y, z], "end": [x, y, z], "cost", "area", "flags", "radius", "user_id"}]
///     }
///
/// The twin of the edge from vertex a to b is the neighbour's edge from b to a. Numbers are the shortest that read back as the
/// same double. The detail surface inside polygons is not in it.
std::string export_json(const NavMesh& mesh);

}  // namespace navspan
