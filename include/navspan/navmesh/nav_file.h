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
// the content. A file is a header and one block; a block is a table of sections, some of which hold blocks again:
//
//     file header | block: meshes -> block: one mesh -> tiles -> blocks: one tile each
//
// | file header | bytes | |
// |---|---|---|
// | 0  | 8 | magic `NAVSPAN\n` |
// | 8  | 4 | format version, 3 |
// | 12 | 4 | number of meshes (one per agent) |
// | 16 | 8 | size of the whole file |
// | 24 | 8 | checksum: FNV-1a, 64 bits, over the whole file with these eight bytes zero |
// | 32 | 32 | zero |
// | 64 | .. | the block of meshes |
//
// | block | bytes | |
// |---|---|---|
// | 0 | 8 | size of the block |
// | 8 | 4 | number of sections |
// | 12 | 4 | kind: 1 meshes, 2 mesh, 3 tile |
// | 16 + 24 i | 4 | section i: type |
// | 20 + 24 i | 4 | section i: bytes per element |
// | 24 + 24 i | 8 | section i: offset from the block's first byte, a multiple of 64 |
// | 32 + 24 i | 8 | section i: size in bytes, without the zeros that fill up to 64 |
//
// A reader skips section types it does not know; every known one occurs once (a mesh: once per mesh), but that the agent's
// name (15), links (26), the block-cut tree (27 to 31) and landmarks (48) may be missing. A fan is all polygons around a vertex that are joined by
// edges there; fans follow in the order of the half-edge that leaves each vertex along a wall, or of the lowest where there is
// none.
//
// | in block | type | section | element |
// |---|---|---|---|
// | meshes | 1 | a mesh | block |
// | mesh | 15 | name of the agent, where it has one | ASCII text, see agent_name.h |
// | mesh | 16 | agent | f64 radius, height, max_climb, max_slope |
// | mesh | 17 | tool version | UTF-8 text |
// | mesh | 18 | config | JSON text |
// | mesh | 19 | areas | f64 cost, u16 flags, u8 id, u8 name length, u32 offset of the name in 20 |
// | mesh | 20 | area names | UTF-8 text |
// | mesh | 21 | tile directory | i32 tile_x, tile_z, u64 offset in 22, u64 size |
// | mesh | 22 | tiles | blocks, each at a multiple of 64 |
// | mesh | 23 | seams: the twin of every seam edge, tile after tile | u32 tile slot, edge; all ones: none |
// | mesh | 24 | island of every polygon, tile after tile | u32 |
// | mesh | 25 | islands | u32 tile slot, polygon, polygon count, 0, f64 area, min x, y, z, max x, y, z, u64 bits of area ids |
// | mesh | 26 | off-mesh links | u32 from: slot, polygon, to alike, f64 start x, y, z, end alike, cost, u16 flags, u8 area, u8
//               0, u32 user id, f64 radius |
// | mesh | 27 | block of every half-edge, tile after tile | u32 |
// | mesh | 28 | block of every off-mesh link | u32 |
// | mesh | 29 | block that every polygon hangs in, tile after tile | u32 |
// | mesh | 30 | polygon that every block hangs from, numbered over the mesh | u32; block 0: all ones |
// | mesh | 31 | depth of every block | u32 |
// | mesh | 48 | landmarks: the distances of every fan, fan after fan, as many as there are landmarks [cell] | f32 |
// | tile | 32 | frame | f64 origin x, y, z, quantum, height quantum, i32 x0, z0, y0, 0 |
// | tile | 33 | place | i32 tile_x, tile_z, width, depth |
// | tile | 34 | polygons | u32 edges: first, count, u16 flags, u8 area, u8 0, u32 detail vertices and triangles: first, count |
// | tile | 35 | half-edges | i32 x, z, u32 vertex, twin |
// | tile | 36 | polygon of every half-edge | u32 |
// | tile | 37 | height of every vertex | f32 |
// | tile | 38 | detail vertices | i32 x, z [1/256 lattice], f32 y |
// | tile | 39 | detail triangles | u32 a, b, c |
// | tile | 40 | bounding volume tree | i32 min x, min z, max x, max z, f32 min y, max y, u32 right, polygon |

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
