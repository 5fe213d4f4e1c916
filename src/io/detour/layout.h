#pragma once

#include <bit>
#include <cstdint>

namespace navspan {

// Records of RecastDemo's MSET file and of Detour's tiles, in little-endian memory layout.

static_assert(std::endian::native == std::endian::little);

constexpr int32_t kDetourSetMagic = 0x4d534554, kDetourSetVersion = 1;
constexpr int32_t kDetourTileMagic = 0x444e4156, kDetourTileVersion = 7;
constexpr uint32_t kDetourMostCorners = 6;
constexpr uint32_t kDetourMostVertices = 0xfffe;
constexpr uint32_t kDetourMostPolygons = 0x7fff;  // greater `neighbours` are portals
// Maximum number of detail triangles of a polygon. Also the maximum number of its corners and detail vertices together.
constexpr uint32_t kDetourMostDetail = 255;
constexpr uint32_t kDetourMaxPortalLinks = 4;  // maximum number of portals that Detour connects to one portal
constexpr uint16_t kDetourPortal = 0x8000;
constexpr uint8_t kDetourOffMesh = 1 << 6;
constexpr uint8_t kDetourAreaBits = 0x3f;
constexpr uint8_t kDetourSameTile = 0xff;

struct DetourSetHeader {
    int32_t magic = kDetourSetMagic, version = kDetourSetVersion, tiles = 0;
    float origin[3] = {};
    float tile_width = 0, tile_depth = 0;
    int32_t max_tiles = 0, max_polygons = 0;
};
static_assert(sizeof(DetourSetHeader) == 40);

struct DetourTileHeader {
    int32_t magic = kDetourTileMagic, version = kDetourTileVersion;
    int32_t x = 0, z = 0, layer = 0;
    uint32_t user_id = 0;
    int32_t polygons = 0, vertices = 0, links = 0, details = 0, detail_vertices = 0, detail_triangles = 0, tree_nodes = 0,
            off_mesh_links = 0, first_off_mesh = 0;
    float agent_height = 0, agent_radius = 0, agent_max_climb = 0;
    float min[3] = {}, max[3] = {};
    float tree_factor = 0;
};
static_assert(sizeof(DetourTileHeader) == 100);

struct DetourPolygon {
    uint32_t first_link = 0;
    uint16_t corners[kDetourMostCorners] = {};
    uint16_t neighbours[kDetourMostCorners] = {};  // 0: wall; n: polygon n - 1; kDetourPortal | side: portal
    uint16_t flags = 0;
    uint8_t corner_count = 0;
    uint8_t area_and_type = 0;
};
static_assert(sizeof(DetourPolygon) == 32);

struct DetourDetail {
    uint32_t first_vertex = 0, first_triangle = 0;
    uint8_t vertices = 0, triangles = 0;
    uint8_t padding[2] = {};
};
static_assert(sizeof(DetourDetail) == 12);

struct DetourDetailTriangle {
    uint8_t a = 0, b = 0, c = 0;
    uint8_t border = 0;  // two bits per side; 1: on the polygon's border
};
static_assert(sizeof(DetourDetailTriangle) == 4);

struct DetourTreeNode {
    uint16_t min[3] = {}, max[3] = {};
    int32_t polygon = 0;  // leaf: polygon index; inner node: minus the number of nodes in the subtree
};
static_assert(sizeof(DetourTreeNode) == 16);

struct DetourOffMeshLink {
    float start[3] = {}, end[3] = {};
    float radius = 0;
    uint16_t polygon = 0;
    uint8_t both_ways = 0;
    uint8_t side = kDetourSameTile;
    uint32_t user_id = 0;
};
static_assert(sizeof(DetourOffMeshLink) == 36);

}  // namespace navspan
