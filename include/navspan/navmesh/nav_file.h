#pragma once

/// \file
/// Reads and writes navigation mesh files (.nav).
///
/// Given `const NavMesh& mesh`, with core/file.h:
/// \code
/// const Status written = write_file_atomically("level.nav", serialize_nav_mesh(mesh));
/// if (!written) return;  // written.error().message says why
/// const Result<NavMesh> loaded = read_nav_mesh("level.nav");
/// if (!loaded) return;  // unreadable, cut short, damaged or another version
/// \endcode
///
/// Guarantees: equal meshes give equal bytes on every machine. Reading validates the whole file, so a query on a loaded mesh
/// never reads out of bounds and always ends. Throws nothing but std::bad_alloc.
///
/// Caveats: surface trees and search edges are not stored. Loading computes them, so a loaded mesh needs more memory than its
/// file.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Summary of a mesh and its file. It can be computed without the whole mesh in memory, for example if the mesh is written tile
/// by tile.
struct NavFileSummary {
    uint64_t bytes = 0;           ///< size of the file [byte]
    uint64_t polygons = 0,        ///< number of polygons
        vertices = 0;             ///< number of vertices, summed over the tiles
    uint64_t links = 0;           ///< number of off-mesh links
    std::vector<Island> islands;  ///< islands of the mesh
    TileFrame frame;              ///< frame of the first tile; the bounding boxes of the islands are relative to this frame
};

/// Returns the summary of a mesh. \p bytes is the size of its file [byte].
NavFileSummary summarize_nav_file(const NavMesh& mesh, uint64_t bytes);

/// Sum of the areas of all islands, seen from above [wu^2].
double total_area(std::span<const Island> islands);

// The .nav file format, version 3: little-endian, with arrays stored as they are in memory. Equal meshes in equal order give
// equal bytes. docs/file-format.md describes the layout byte by byte.

/// Version of the file format that this library reads and writes.
constexpr uint32_t kNavFormatVersion = 3;

/// Returns the bytes of a file that contains \p meshes, one per agent, in the given order.
std::vector<std::byte> serialize_nav_meshes(std::span<const NavMesh> meshes);
/// Returns the bytes of a file with one mesh.
std::vector<std::byte> serialize_nav_mesh(const NavMesh& mesh);

/// Reads all meshes of a file. Validates everything, so a query on the result never reads out of bounds and always ends. Error
/// (input): the bytes are not a .nav file, have another version, are truncated or damaged, or break an invariant of
/// validate_nav_mesh.
Result<std::vector<NavMesh>> parse_nav_meshes(std::span<const std::byte> bytes);
/// Reads the first mesh of a file. Same errors as parse_nav_meshes.
Result<NavMesh> parse_nav_mesh(std::span<const std::byte> bytes);

/// Updates checksum and size in the header of a file whose bytes were edited. For tools and tests.
void repair_nav_checksum(std::span<std::byte> bytes);

/// Reads a file and returns its first mesh. Error (input): the file cannot be read, or an error of parse_nav_meshes. The
/// message names the path.
Result<NavMesh> read_nav_mesh(const std::filesystem::path& path);

}  // namespace navspan
