#pragma once

/// \file
/// Exports meshes to formats of other programs: Wavefront OBJ, glTF and JSON.
///
/// Given `const NavMesh& mesh`, with core/file.h:
/// \code
/// AreaColors colors{};
/// colors[63] = {90, 160, 90};
/// const Result<std::vector<std::byte>> glb = export_glb(mesh, colors);
/// if (!glb) return;  // more than 4 GiB
/// if (!write_file_atomically("level.glb", *glb)) return;
/// const std::string obj = export_obj(mesh);
/// const std::string json = export_json(mesh);
/// \endcode
///
/// Guarantees: positions are world coordinates [wu], right-handed, with y up. A vertex that several polygons share is stored
/// once, even if the polygons are in different tiles. In a glTF file, the vertex is stored once per area. Detail vertices are
/// stored once per polygon. Equal meshes give equal bytes. Throws nothing but std::bad_alloc.
///
/// Caveats: a mesh cannot be loaded from these files; to store meshes, use navmesh/nav_file.h. OBJ and JSON files contain the
/// polygons but not the detail surface. A glTF file contains the detail surface but not the polygons.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Returns Wavefront OBJ text. One object has the polygons, and one object has the off-mesh links as lines. Each area has a
/// material with the name of the area (spaces and control characters become `_`). Each coordinate is the shortest text that
/// reads back as the same double.
std::string export_obj(const NavMesh& mesh);

/// One sRGB colour {red, green, blue} per area id.
using AreaColors = std::array<std::array<uint8_t, 3>, 64>;

/// Returns a binary glTF 2.0 file (.glb). Node "navmesh" has the detail triangles, which follow the ground. Node
/// "off_mesh_links" has one line per link. Each area has a primitive and a material with the name of the area; the `extras` of
/// the material contain the id, flags and cost of the area. Positions are 32-bit floats relative to a point with integer
/// coordinates; this point is the translation of the nodes. Error (failed): the file would exceed 4 GiB, the limit of the
/// format.
Result<std::vector<std::byte>> export_glb(const NavMesh& mesh, const AreaColors& colors);

/// Returns JSON text with one line per area, vertex, polygon, island or link:
///
///     {
///       "format": "navspan navmesh",
///       "version": 1,
///       "generator": "navspan 0.2.0",           program that baked the mesh
///       "agent": {"name", "radius", "height", "max_climb", "max_slope"},   "name" is omitted if it is empty
///       "areas": [{"name", "id", "flags", "cost"}],
///       "vertices": [[x, y, z]],
///       "polygons": [{"vertices": [..],          indices into "vertices", counter-clockwise seen from above
///                     "neighbours": [..],        per vertex: polygon across the edge to the next vertex, null at a wall
///                     "area", "flags",
///                     "island",                  index into "islands"
///                     "tile": [x, z]}],
///       "islands": [{"polygons", "area", "min": [x, y, z], "max": [x, y, z]}],
///       "links": [{"from", "to",                 indices of polygons; one-way
///                  "start": [x, y, z], "end": [x, y, z], "cost", "area", "flags", "radius", "user_id"}]
///     }
///
/// If an edge of a polygon runs from vertex a to vertex b, the same edge of the neighbour runs from b to a. Each number is the
/// shortest text that reads back as the same double.
std::string export_json(const NavMesh& mesh);

}  // namespace navspan
