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

/// One tile of a RecastWorld.
struct RecastTile {
    int32_t tile_x = 0, tile_z = 0;
    Grid grid;                   ///< covers the tile and the border around it
    std::vector<int> triangles;  ///< three indices into RecastWorld::vertices for each triangle of the tile (see find_tiles)
    std::vector<uint8_t> areas;  ///< area of each triangle
};

/// The input of a tiled bake by librecast, as floats.
struct RecastWorld {
    VoxelConfig config;
    Grid grid;                      ///< covers the whole level
    int32_t border = 0;             ///< border around a tile: agent's radius plus three cells [cell]
    std::vector<float> vertices;    ///< x y z, relative to the lattice's origin [wu]
    std::vector<int> triangles;     ///< three indices into `vertices` for each triangle
    std::vector<uint8_t> areas;     ///< area of each triangle
    std::vector<RecastTile> tiles;  ///< result of find_tiles; reusable between bakes
};
/// Converts a level and finds its tiles. Error: an error of grid_of.
Result<RecastWorld> recast_world(const TriangleSoup& soup, const VoxelConfig& config);

/// Returns the input for baking one tile.
support::RecastBake tile_bake(const RecastWorld& world, const RecastTile& tile);

/// Assigns each triangle to all tiles that its bounding box touches; a tile includes its border here. Returns the tiles with
/// triangles.
std::vector<RecastTile> find_tiles(const RecastWorld& world);

/// The timed part of a tiled bake. Each part includes the previous part.
enum class BakeSpan : uint8_t {
    stages_only,        ///< from each tile's triangles to its detail mesh
    lists_to_mesh,      ///< from each tile's triangles to a linked mesh; our time includes finding the triangles
    triangles_to_mesh,  ///< from the level's triangles to a linked mesh; both times include finding each tile's triangles
};
constexpr std::array<BakeSpan, 3> kBakeSpans{BakeSpan::stages_only, BakeSpan::lists_to_mesh, BakeSpan::triangles_to_mesh};
/// bake_span_name returns the name used in tables, CSV and JSON. bake_span_help returns the explanation for --help.
const char* bake_span_name(BakeSpan span);
const char* bake_span_help(BakeSpan span);

/// Bakes a world tile by tile with librecast. Throws std::runtime_error if librecast or Detour fails.
/// @param bytes  receives the total size of the Detour tiles; unchanged for BakeSpan::stages_only
/// @return the tiles linked by Detour; null for BakeSpan::stages_only
DetourPtr recast_bake(const RecastWorld& world, const BakeConfig& config, BakeSpan span, unsigned threads, size_t& bytes);

/// Builds a one-tile Detour mesh from an untiled bake that has run up to the detail mesh. If the bake has no polygons, the
/// Detour mesh is empty. Throws std::runtime_error if Detour fails.
DetourPtr detour_mesh(support::RecastBake& bake, const BakeConfig& config);

}  // namespace navspan::bench
