#pragma once

#include <DetourNavMesh.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "navbench/recast/stages.h"
#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/lattice.h"
#include "navspan/core/result.h"

namespace navspan::bench {

struct FreeDetour {
    void operator()(dtNavMesh* mesh) const { dtFreeNavMesh(mesh); }
};
using DetourPtr = std::unique_ptr<dtNavMesh, FreeDetour>;

/// One tile of a world for librecast.
struct RecastTile {
    int32_t tile_x = 0, tile_z = 0;
    Grid grid;                   ///< with the border around
    std::vector<int> triangles;  ///< that it sees, three indices into the world's vertices each
    std::vector<uint8_t> areas;  ///< of these
};

/// A world for librecast, its coordinates being floats already.
struct RecastWorld {
    VoxelConfig config;
    Grid grid;                      ///< of all of the level
    int32_t border = 0;             ///< around a tile: as wide as the agent and three cells more [cell]
    std::vector<float> vertices;    ///< x y z, from the lattice's origin [wu]
    std::vector<int> triangles;     ///< three indices each
    std::vector<uint8_t> areas;     ///< per triangle
    std::vector<RecastTile> tiles;  ///< what find_tiles gives: the lists of triangles that an application may have at hand
};
/// Errors as of grid_of.
Result<RecastWorld> recast_world(const TriangleSoup& soup, const VoxelConfig& config);

/// The triangles of every tile that has any: each goes to the tiles that its bounding box touches, border included.
std::vector<RecastTile> find_tiles(const RecastWorld& world);

/// Between which points a bake is timed; in the order of how much is left out.
enum class BakeSpan : uint8_t {
    stages_only,    ///< each tile's triangles are given, and its end is the detail mesh
    lists_to_mesh,  ///< each tile's triangles are given to librecast, ours finds them; the end is a linked mesh on both sides
    triangles_to_mesh,  ///< both start from the level's triangles and end with a linked mesh
};
constexpr std::array<BakeSpan, 3> kBakeSpans{BakeSpan::stages_only, BakeSpan::lists_to_mesh, BakeSpan::triangles_to_mesh};
/// How tables, CSV and JSON call it, and what it means.
const char* bake_span_name(BakeSpan span);
const char* bake_span_help(BakeSpan span);

/// Bakes a world tile by tile. What an application has to bring is as it should be.
/// @param bytes  becomes the size of the finished tiles
/// @return the tiles linked by Detour; none when only the stages were wanted
DetourPtr recast_bake(const RecastWorld& world, const BakeConfig& config, BakeSpan span, unsigned threads, size_t& bytes);

/// What follows after an untiled bake down to the detail mesh: Detour's tile, and a mesh of it.
DetourPtr detour_mesh(support::RecastBake& bake, const BakeConfig& config);

}  // namespace navspan::bench
