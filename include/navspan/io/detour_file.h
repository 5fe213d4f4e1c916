#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// How wide Detour's polygon references are: as the runtime was built (DT_POLYREF64 or not).
enum class DetourRefs { bits32, bits64 };

/// A file for Detour's runtime, and what it could not hold.
struct DetourFile {
    std::vector<std::byte> bytes;
    Warnings warnings;    ///< with places: off-mesh links left out or with another cost
    size_t tiles = 0;     ///< those without ground are left out
    size_t polygons = 0;  ///< ground, after cutting
    size_t cut = 0;       ///< polygons of the mesh that were cut into several
};

/// The mesh as RecastDemo saves tiles of Detour ("MSET", version 1, tiles of version 7): polygons of more than six corners, or
/// with more detail than Detour's 8 bits count, or with corners of 180 degrees between two ways out, are cut; edges on seams
/// are portals; a bounding volume tree per tile; off-mesh links in the tile they start in, two that lead both ways as one;
/// links and padding zero, so equal meshes give equal bytes. Positions are rounded to 32-bit floats. Error (failed): a tile or
/// the number of tiles is beyond Detour's limits, and which setting helps.
Result<DetourFile> detour_file(const NavMesh& mesh, DetourRefs refs);

/// A set of Detour's tiles as a mesh of ours, and what had to give way.
struct ImportedDetour {
    NavMesh mesh;
    DetourRefs refs = DetourRefs::bits32;  ///< of the file
    size_t tiles = 0;                      ///< of the file
    Warnings warnings;                     ///< with places; one a kind of trouble, with the number of cases
};

/// Whether bytes begin as a set of Detour's tiles.
bool is_detour_file(std::span<const std::byte> bytes);

/// Reads what RecastDemo, detour_file and others save: sets of Detour's tiles ("MSET", version 1, tiles of version 7) with
/// references of 32 or 64 bits, as the file shows. The mesh has one tile; the file's tiles are joined where Detour joins them
/// when it loads them: portals of neighbours, or of layers of one place, that overlap and meet in height within twice the
/// climb. There both get vertices where the other has one and share the height of the tile that comes first; where several
/// would do, the nearest in height is taken. Positions are kept to the cell where all are on one lattice, else on a finer one.
/// Area 0 becomes the highest free id, as 0 is no ground here; flags are kept for each polygon, costs are 1. Off-mesh
/// connections become links at the nearest ground within their radius, for the price of their length. Warnings: polygon_lost
/// (no area), polygon_cut (not convex), detail_lost (a polygon is flat where its detail breaks laws of ours), link_lost (an end
/// of a connection finds no ground). Trusts nothing: after a success every law of validate_nav_mesh holds. Error (input): not
/// such a file, cut short, another version, a number or index out of range, a polygon that runs clockwise, neighbours that
/// disagree. Error (failed): the world is too wide for the lattice, or has more edges than 32 bits count.
Result<ImportedDetour> parse_detour_file(std::span<const std::byte> bytes);

}  // namespace navspan
