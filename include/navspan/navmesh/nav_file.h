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
/// Guarantees: equal meshes give equal bytes on every machine. A reader validates the whole file: a file that loads cannot make
/// a query read out of bounds or run forever. Throws nothing but std::bad_alloc.
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

/// Summary of a mesh and its file. Available also if the mesh was written tile by tile and never was in memory as a whole.
struct NavFileFacts {
    uint64_t bytes = 0;           ///< size of the file [byte]
    uint64_t polygons = 0,        ///< number of polygons
        vertices = 0;             ///< number of vertices, summed over the tiles
    uint64_t links = 0;           ///< number of off-mesh links
    std::vector<Island> islands;  ///< islands of the mesh
    TileFrame frame;              ///< frame of the first tile; the boxes of the islands are relative to it
};

/// Returns the facts of a mesh whose file has \p bytes bytes.
NavFileFacts nav_file_facts(const NavMesh& mesh, uint64_t bytes);

/// Sum of the areas of all islands, seen from above [wu^2].
double total_area(std::span<const Island> islands);

// The .nav file, format version 3. All numbers are little-endian. The arrays in the file are the arrays in memory. The bytes
// depend on nothing but the content. A file is a header and one block. A block is a table of sections; some sections contain
// blocks:
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
// | 32 + 24 i | 8 | section i: size in bytes, without the zero padding to a multiple of 64 |
//
// A reader skips unknown section types. Each known section occurs exactly once (section 1: once per mesh), except that these
// may be missing: the name of the agent (15), links (26), the block-cut tree (27 to 31) and landmarks (48).
//
// A fan is the set of all polygons around a vertex that are connected there by edges. Fans are ordered by their
// representative half-edge: the half-edge that leaves the vertex along a wall, or the lowest half-edge if there is no wall.
//
// | in block | type | section | element |
// |---|---|---|---|
// | meshes | 1 | a mesh | block |
// | mesh | 15 | name of the agent, if it has one | ASCII text, see agent_name.h |
// | mesh | 16 | agent | f64 radius, height, max_climb, max_slope |
// | mesh | 17 | tool version | UTF-8 text |
// | mesh | 18 | config | JSON text |
// | mesh | 19 | areas | f64 cost, u16 flags, u8 id, u8 name length, u32 offset of the name in 20 |
// | mesh | 20 | area names | UTF-8 text |
// | mesh | 21 | tile directory | i32 tile_x, tile_z, u64 offset in 22, u64 size |
// | mesh | 22 | tiles | blocks, each at a multiple of 64 |
// | mesh | 23 | seams: the twin of every seam edge, tile by tile | u32 tile slot, edge; all ones: none |
// | mesh | 24 | island of every polygon, tile by tile | u32 |
// | mesh | 25 | islands | u32 tile slot, polygon, polygon count, 0, f64 area, min x, y, z, max x, y, z, u64 bits of area ids |
// | mesh | 26 | off-mesh links | u32 from: slot, polygon, u32 to: slot, polygon, f64 start x, y, z, f64 end x, y, z, f64 cost,
//               u16 flags, u8 area, u8 0, u32 user id, f64 radius |
// | mesh | 27 | block of every half-edge, tile by tile | u32 |
// | mesh | 28 | block of every off-mesh link | u32 |
// | mesh | 29 | block above every polygon, tile by tile | u32 |
// | mesh | 30 | parent polygon of every block, numbered over the mesh | u32; block 0: all ones |
// | mesh | 31 | depth of every block | u32 |
// | mesh | 48 | landmarks: for every fan, its distance to every landmark [cell] | f32 |
// | tile | 32 | frame | f64 origin x, y, z, quantum, height quantum, i32 x0, z0, y0, 0 |
// | tile | 33 | position and extent | i32 tile_x, tile_z, width, depth |
// | tile | 34 | polygons | u32 edges: first, count, u16 flags, u8 area, u8 0, u32 detail vertices and triangles: first, count |
// | tile | 35 | half-edges | i32 x, z, u32 vertex, twin |
// | tile | 36 | polygon of every half-edge | u32 |
// | tile | 37 | height of every vertex | f32 |
// | tile | 38 | detail vertices | i32 x, z [1/256 lattice], f32 y |
// | tile | 39 | detail triangles | u32 a, b, c |
// | tile | 40 | bounding volume tree | i32 min x, min z, max x, max z, f32 min y, max y, u32 right, polygon |

/// Version of the file format that this library reads and writes.
constexpr uint32_t kNavFormatVersion = 3;

/// Returns the bytes of a file with one mesh per agent, in the given order.
std::vector<std::byte> serialize_nav_meshes(std::span<const NavMesh> meshes);
/// Returns the bytes of a file with one mesh.
std::vector<std::byte> serialize_nav_mesh(const NavMesh& mesh);

/// Reads all meshes of a file. Validates everything: after a success no query reads out of bounds or runs forever. Error
/// (input): not a .nav file, another version, cut short, changed, or an invariant of validate_nav_mesh is broken.
Result<std::vector<NavMesh>> parse_nav_meshes(std::span<const std::byte> bytes);
/// Reads the first mesh of a file. Errors as parse_nav_meshes.
Result<NavMesh> parse_nav_mesh(std::span<const std::byte> bytes);

/// Updates checksum and size in the header of an edited file; for tools and tests.
void repair_nav_checksum(std::span<std::byte> bytes);

/// Reads a file and returns its first mesh. Error (input): the file cannot be read, or as parse_nav_meshes; the message names
/// the path.
Result<NavMesh> read_nav_mesh(const std::filesystem::path& path);

}  // namespace navspan
