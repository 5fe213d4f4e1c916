#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// What a level file is like, also one whose mesh was never in memory as a whole.
struct NavFileFacts {
    uint64_t bytes = 0;
    uint64_t polygons = 0, vertices = 0;
    uint64_t links = 0;  ///< off-mesh links
    std::vector<Island> islands;
    TileFrame frame;  ///< of the first tile: where the islands' boxes count from
};

/// @param bytes  the size of the mesh's file
NavFileFacts nav_file_facts(const NavMesh& mesh, uint64_t bytes);

/// Walkable ground of all islands, seen from above [wu^2].
double total_area(std::span<const Island> islands);

// The .nav file, format version 3. Little-endian; the arrays inside are the arrays in memory; the bytes depend on nothing but
// the content. docs/file-format.md gives the layout, byte by byte.

constexpr uint32_t kNavFormatVersion = 3;

/// The bytes of a file with one mesh per agent, in the order given.
std::vector<std::byte> serialize_nav_meshes(std::span<const NavMesh> meshes);
/// The bytes of a file with one mesh.
std::vector<std::byte> serialize_nav_mesh(const NavMesh& mesh);

/// Reads all meshes back. Trusts nothing: after a success no query goes out of bounds or runs forever. Error (input): not a
/// .nav file, another version, cut short, changed, or a law of validate_nav_mesh broken.
Result<std::vector<NavMesh>> parse_nav_meshes(std::span<const std::byte> bytes);
/// Reads the first mesh back.
Result<NavMesh> parse_nav_mesh(std::span<const std::byte> bytes);

/// Sets the checksum and size in the header of a changed file, for tools and tests that edit files.
void repair_nav_checksum(std::span<std::byte> bytes);

/// Reads a file and its first mesh; errors name the path.
Result<NavMesh> read_nav_mesh(const std::filesystem::path& path);

}  // namespace navspan
