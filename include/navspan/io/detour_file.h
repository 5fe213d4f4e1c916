#pragma once

/// \file
/// Exports meshes to Detour (the runtime of Recast) and imports meshes from Detour.
///
/// Given `const NavMesh& mesh`:
/// \code
/// const Result<DetourFile> file = detour_file(mesh, DetourRefs::bits32);
/// if (!file) return;  // the mesh exceeds a limit of Detour; the message names the setting to change
/// const Warnings lost = file->warnings;  // off-mesh links that were omitted or got another cost
/// const Result<ImportedDetour> back = parse_detour_file(file->bytes);
/// if (!back) return;
/// \endcode
///
/// Guarantees: equal meshes give equal bytes. The import validates everything, so an imported mesh passes validate_nav_mesh.
/// Throws nothing but std::bad_alloc.
///
/// Caveats: positions in an exported mesh have single precision. An imported mesh has one tile, and all its areas have cost 1.
/// The reference width of a file must match the runtime that loads it (DT_POLYREF64).

#include <cstddef>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Width of the polygon references in a Detour file. It must match the runtime that loads the file.
enum class DetourRefs {
    bits32,  ///< runtime built without DT_POLYREF64
    bits64   ///< runtime built with DT_POLYREF64
};

/// A mesh in Detour's format, and statistics of the export.
struct DetourFile {
    std::vector<std::byte> bytes;  ///< content of the file
    Warnings warnings;             ///< one for each off-mesh link that was omitted or whose cost changed, with a position
    size_t tiles = 0;              ///< number of exported tiles; tiles without ground are omitted
    size_t polygons = 0;           ///< number of exported ground polygons, after cutting
    size_t cut = 0;                ///< number of polygons of the mesh that were cut into several polygons
};

/// Exports a mesh in the format in which RecastDemo saves Detour tiles ("MSET" version 1, tile version 7).
///   - A polygon is cut if it has more than six corners. It is also cut if its number of detail vertices or of detail triangles
///     exceeds Detour's 8-bit counts.
///   - A polygon is also cut at a collinear vertex if at most one adjacent edge is a wall. Exception: on a seam, if one longer
///     edge can replace the two adjacent edges, the vertex is removed instead.
///   - Edges on seams become portals if they have a twin. Each tile has a bounding volume tree.
///   - An off-mesh link is stored in the tile in which it starts. Two links that are the reverse of each other
///     become one two-way connection.
///   - Detour's links and padding are written as zeros. Positions are rounded to 32-bit floats.
///
/// Error (failed): the mesh has no polygons, or a tile or the number of tiles exceeds a limit of Detour. The message names the
/// setting to change.
Result<DetourFile> detour_file(const NavMesh& mesh, DetourRefs refs);

/// A mesh imported from Detour.
struct ImportedDetour {
    NavMesh mesh;                          ///< the mesh, with one tile
    DetourRefs refs = DetourRefs::bits32;  ///< width of the polygon references in the file
    size_t tiles = 0;                      ///< number of tiles in the file
    Warnings warnings;                     ///< one per kind of problem, with the number of cases and a position
};

/// True if the bytes start with the header of a Detour tile set ("MSET").
bool is_detour_file(std::span<const std::byte> bytes);

/// Imports a set of Detour tiles ("MSET" version 1, tile version 7), as saved for example by RecastDemo or detour_file. Detects
/// whether references have 32 or 64 bits.
///
/// Tiles: the mesh has one tile. Portals of the file's tiles are matched by the rules that Detour uses when it loads the file.
/// Two portals match if all of these hold:
///   - They belong to adjacent tiles, or to two layers at one tile position.
///   - They overlap.
///   - Somewhere in the overlap, their heights differ by at most twice the climb.
///
/// Matching portals are connected, and each gets the vertices of both portals. The height of a common vertex comes from the
/// tile that is first in the file. A portal that matches several portals is connected to the portal nearest in height.
///
/// Values: if all polygon corners lie on the cell grid of the bake, this grid is the lattice of the mesh. Otherwise, corners
/// are rounded to a finer lattice. Area 0 becomes the highest unused area id, because 0 means "no ground" in navspan. Flags are
/// kept per polygon. All areas have cost 1. An off-mesh connection becomes a link. Each end of the link is moved to the nearest
/// ground, which must be within the radius of the connection horizontally. The cost of the link is its length.
///
/// Warnings:
///   - polygon_lost: a polygon is dropped because it is degenerate or cannot be triangulated
///   - polygon_cut: a polygon that is not convex is cut
///   - detail_lost: a polygon becomes flat because its detail mesh is invalid
///   - link_lost: a connection is dropped because one end has no ground
///
/// Error (input):
///   - The bytes are not a Detour tile set of these versions, or the file is truncated.
///   - A number or index is out of range.
///   - A polygon is clockwise, or its neighbour does not refer back to the polygon.
///   - All polygons are degenerate.
///
/// Error (failed): the world is too wide for the lattice, or has more edges than 32 bits can count.
Result<ImportedDetour> parse_detour_file(std::span<const std::byte> bytes);

}  // namespace navspan
