#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/live_mesh.h"

namespace navspan {

// A live mesh as a .nav file: the level as always, and beside it what it takes to change it. Readers of levels skip that part;
// it about doubles the file. In the block of meshes there is one section more:
//
// | in block | type | section | element |
// |---|---|---|---|
// | meshes | 2 | what belongs to the first mesh: a block of kind 4 | block |
// | kept | 64 | how it is linked | u64 least cells of an island, f64 reach of links, u32 1: with blocks, 0 |
// | kept | 65 | off-mesh links asked for | as 26, polygons all ones and 0 |
// | kept | 66 | sizes of the baked tiles | u64 |
// | kept | 67 | the baked tiles, by (tile_z, tile_x), as tile_bytes.h tells | bytes |

/// The bytes of a level file that can be changed after it is loaded. Landmarks are not written: a change would drop them.
std::vector<std::byte> serialize_live_mesh(const LiveMesh& live);

/// Reads it back. Trusts nothing, as parse_nav_mesh; the kept tiles must be those of the mesh. Error (input): also when it is a
/// level without kept tiles.
Result<LiveMesh> parse_live_mesh(std::span<const std::byte> bytes);

/// Reads a file; errors name the path.
Result<LiveMesh> read_live_mesh(const std::filesystem::path& path);

}  // namespace navspan
