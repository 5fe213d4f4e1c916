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
    Grid grid;                   ///< including the border
    std::vector<int> triangles;  ///< of the tile and its border, three indices each into the world's vertices
    std::vector<uint8_t> areas;  ///< per triangle
};

/// A world for librecast, with coordinates already converted to floats.
struct RecastWorld {
    VoxelConfig config;
    Grid grid;                      ///< of the whole level
    int32_t border = 0;             ///< around a tile: the agent's radius and three cells [cell]
    std::vector<float> vertices;    ///< x y z, relative to the lattice's origin [wu]
    std::vector<int> triangles;     ///< three indices each
    std::vector<uint8_t> areas;     ///< per triangle
    std::vector<RecastTile> tiles;  ///< result of find_tiles: lists of triangles that an application may already have
};
/// Error: as grid_of.
Result<RecastWorld> recast_world(const TriangleSoup& soup, const VoxelConfig& config);

/// Assigns each triangle to the tiles that its bounding box touches, border included. Returns the tiles with triangles.
std::vector<RecastTile> find_tiles(const RecastWorld& world);

/// The timed part of a bake, in ascending order.
enum class BakeSpan : uint8_t {
    stages_only,        ///< from each tile's triangles to its detail mesh
    lists_to_mesh,      ///< to a linked mesh; librecast is given each tile's triangles, our bake finds them
    triangles_to_mesh,  ///< both from the level's triangles to a linked mesh
};
constexpr std::array<BakeSpan, 3> kBakeSpans{BakeSpan::stages_only, BakeSpan::lists_to_mesh, BakeSpan::triangles_to_mesh};
/// Name in tables, CSV and JSON, and explanation.
const char* bake_span_name(BakeSpan span);
const char* bake_span_help(BakeSpan span);

/// Bakes a world tile by tile. The application's part of the setup is already done.
/// @param bytes  receives the size of the finished tiles
/// @return the tiles linked by Detour; null for BakeSpan::stages_only
DetourPtr recast_bake(const RecastWorld& world, const BakeConfig& config, BakeSpan span, unsigned threads, size_t& bytes);

/// Makes a Detour tile and mesh from an untiled bake that has run to the detail mesh.
DetourPtr detour_mesh(support::RecastBake& bake, const BakeConfig& config);

}  // namespace navspan::bench
