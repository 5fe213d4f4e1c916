#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "io/detour/layout.h"
#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/io/detour_file.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// The arrays of a Detour tile except the links, which Detour creates when it loads the tile.
struct DetourTile {
    DetourTileHeader header;
    std::vector<float> vertices;  // x, y, z
    std::vector<DetourPolygon> polygons;
    std::vector<DetourDetail> details;
    std::vector<float> detail_vertices;  // x, y, z
    std::vector<DetourDetailTriangle> detail_triangles;
    std::vector<DetourTreeNode> tree;
    std::vector<DetourOffMeshLink> off_mesh_links;
    size_t cut = 0;  // number of polygons cut into several pieces
};

/// Returns the size of a link record [byte].
constexpr size_t detour_link_bytes(DetourRefs refs) {
    return refs == DetourRefs::bits32 ? 12 : 16;
}

/// Converts a tile to Detour's arrays. Error (failed): the tile exceeds Detour's limits.
/// @param origin     {tile_x, tile_z} of the tile that becomes tile (0, 0) in Detour
/// @param link_ends  number of off-mesh links that end in the tile
Result<DetourTile> detour_tile(const NavMesh& mesh, uint32_t slot, std::array<int32_t, 2> origin, size_t link_ends,
                               Warnings& warnings);

}  // namespace navspan
