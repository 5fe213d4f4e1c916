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
    std::vector<int> triangles;  ///< three indices into RecastWorld::vertices per triangle of this tile (see find_tiles)
    std::vector<uint8_t> areas;  ///< area of each triangle
};

/// The input of a tiled bake by librecast, with coordinates already converted to floats.
struct RecastWorld {
    VoxelConfig config;
    Grid grid;                      ///< covers the whole level
    int32_t border = 0;             ///< width of the border around a tile: the agent's radius plus three cells [cell]
    std::vector<float> vertices;    ///< x y z, relative to the lattice's origin [wu]
    std::vector<int> triangles;     ///< three indices into `vertices` per triangle
    std::vector<uint8_t> areas;     ///< area of each triangle
    std::vector<RecastTile> tiles;  ///< result of find_tiles; an application may compute it once and keep it
};
/// Converts a level and finds its tiles. Errors: those of grid_of.
Result<RecastWorld> recast_world(const TriangleSoup& soup, const VoxelConfig& config);

/// Returns the input of the bake of one tile.
support::RecastBake tile_bake(const RecastWorld& world, const RecastTile& tile);

/// Assigns each triangle to every tile that the triangle's bounding box touches. The border around a tile counts as part of the
/// tile. Returns the tiles that have triangles.
std::vector<RecastTile> find_tiles(const RecastWorld& world);

/// The part of a tiled bake that is timed. Each part includes the previous one.
enum class BakeSpan : uint8_t {
    stages_only,        ///< from the triangles of each tile to the detail mesh of each tile
    lists_to_mesh,      ///< from the triangles of each tile to a linked mesh; our time includes finding these triangles
    triangles_to_mesh,  ///< from all triangles of the level to a linked mesh; both times include finding those of each tile
};
constexpr std::array<BakeSpan, 3> kBakeSpans{BakeSpan::stages_only, BakeSpan::lists_to_mesh, BakeSpan::triangles_to_mesh};
/// bake_span_name returns a span's name in tables, CSV and JSON; bake_span_help returns its explanation for --help.
const char* bake_span_name(BakeSpan span);
const char* bake_span_help(BakeSpan span);

/// Bakes a world tile by tile with librecast. Throws std::runtime_error if librecast or Detour fails.
/// @param bytes  set to the total size of the finished Detour tiles; unchanged for BakeSpan::stages_only
/// @return the tiles linked by Detour; null for BakeSpan::stages_only
DetourPtr recast_bake(const RecastWorld& world, const BakeConfig& config, BakeSpan span, unsigned threads, size_t& bytes);

/// Builds a Detour mesh with a single tile from an untiled bake that has run up to the detail mesh. The Detour mesh is
/// empty if the bake has no polygons. Throws std::runtime_error if Detour fails.
DetourPtr detour_mesh(support::RecastBake& bake, const BakeConfig& config);

}  // namespace navspan::bench
