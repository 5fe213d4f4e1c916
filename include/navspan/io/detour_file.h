#pragma once

/// \file
/// Exports meshes to Detour and imports meshes from Detour.
///
/// Given `const NavMesh& mesh`:
/// \code
/// const Result<DetourFile> file = detour_file(mesh, DetourRefs::bits32);
/// if (!file) return;  // a limit of Detour; the message names the setting to change
/// const Warnings lost = file->warnings;  // links that Detour cannot store
/// const Result<ImportedDetour> back = parse_detour_file(file->bytes);
/// if (!back) return;
/// \endcode
///
/// Guarantees: equal meshes give equal bytes. The import validates everything: an imported mesh passes validate_nav_mesh.
/// Throws nothing but std::bad_alloc.
///
/// Caveats: an exported mesh has positions in single precision. An imported mesh has one tile, and all areas cost 1. Detour's
/// reference width must match the runtime (DT_POLYREF64).

#include <cstddef>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Width of Detour's polygon references. It must match the runtime that loads the file.
enum class DetourRefs {
    bits32,  ///< runtime built without DT_POLYREF64
    bits64   ///< runtime built with DT_POLYREF64
};

/// A file for Detour's runtime.
struct DetourFile {
    std::vector<std::byte> bytes;  ///< content of the file
    Warnings warnings;             ///< with positions: off-mesh links that were omitted or got another cost
    size_t tiles = 0;              ///< number of tiles; tiles without ground are omitted
    size_t polygons = 0;           ///< number of ground polygons after cutting
    size_t cut = 0;                ///< number of polygons of the mesh that were cut into several
};

/// Exports a mesh in the format in which RecastDemo saves Detour tiles ("MSET" version 1, tile version 7).
///   - A polygon is cut if it has more than six corners, more detail than Detour's 8-bit counts allow, or a corner of 180
///     degrees between two portals.
///   - Edges on seams become portals. Each tile has a bounding volume tree.
///   - An off-mesh link is stored in the tile in which it starts. Two links that form a two-way connection become one.
///   - Detour's links and padding are zero. Positions are rounded to 32-bit floats.
///
/// Error (failed): a tile or the number of tiles exceeds a limit of Detour; the message names the setting to change.
Result<DetourFile> detour_file(const NavMesh& mesh, DetourRefs refs);

/// A mesh imported from Detour.
struct ImportedDetour {
    NavMesh mesh;                          ///< the mesh, with one tile
    DetourRefs refs = DetourRefs::bits32;  ///< reference width of the file
    size_t tiles = 0;                      ///< number of tiles of the file
    Warnings warnings;                     ///< one per kind of problem, with the number of cases and a position
};

/// True if the bytes start with the header of a set of Detour tiles.
bool is_detour_file(std::span<const std::byte> bytes);

/// Imports a set of Detour tiles as saved by RecastDemo, detour_file and others ("MSET" version 1, tile version 7). References
/// of 32 and 64 bits are detected.
///
/// Tiles: the mesh has one tile. Tiles of the file are connected where Detour connects them on loading: at portals of
/// neighbours, or of layers of one tile position, that overlap and whose heights differ by at most twice the climb. There, both
/// sides get the vertices of the other side and the heights of the tile that comes first. If several portals match, the nearest
/// in height is used.
///
/// Values: positions are kept to the cell if all of them lie on one lattice, otherwise on a finer lattice. Area 0 becomes the
/// highest unused id, because 0 means "no ground" in navspan. Flags are kept per polygon; costs are 1. An off-mesh connection
/// becomes a link to the nearest ground within its radius and costs its length.
///
/// Warnings: polygon_lost (a polygon has no area), polygon_cut (a polygon is not convex), detail_lost (a polygon becomes flat
/// because its detail is invalid), link_lost (an end of a connection has no ground).
///
/// Error (input): not such a file, cut short, another version, a number or index out of range, a clockwise polygon, or
/// neighbours that disagree. Error (failed): the world is too wide for the lattice, or has more edges than 32 bits can count.
Result<ImportedDetour> parse_detour_file(std::span<const std::byte> bytes);

}  // namespace navspan
