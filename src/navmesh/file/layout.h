#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

// Constants and records of the .nav format, shared by the writer and the reader. docs/file-format.md describes the format.

static_assert(std::endian::native == std::endian::little, "the .nav format is the memory layout of little-endian machines");

constexpr char kNavMagic[8] = {'N', 'A', 'V', 'S', 'P', 'A', 'N', '\n'};
constexpr size_t kSectionAlignment = 64;

struct FileHeader {
    char magic[8] = {};
    uint32_t version = 0;
    uint32_t mesh_count = 0;
    uint64_t size = 0;
    uint64_t checksum = 0;
    uint64_t reserved[4] = {};
};
static_assert(sizeof(FileHeader) == 64);

struct BlockHeader {
    uint64_t size = 0;
    uint32_t section_count = 0;
    uint32_t kind = 0;
};
static_assert(sizeof(BlockHeader) == 16);

struct SectionEntry {
    uint32_t type = 0;
    uint32_t element_size = 0;
    uint64_t offset = 0;
    uint64_t size = 0;
};
static_assert(sizeof(SectionEntry) == 24);

enum class BlockKind : uint32_t { meshes = 1, mesh = 2, tile = 3 };

enum class SectionType : uint32_t {
    mesh = 1,
    agent_name = 15,
    agent = 16,
    tool_version = 17,
    config = 18,
    areas = 19,
    area_names = 20,
    tile_directory = 21,
    tiles = 22,
    seams = 23,
    polygon_islands = 24,
    islands = 25,
    links = 26,
    edge_blocks = 27,
    link_blocks = 28,
    polygon_blocks = 29,
    block_parents = 30,
    block_depths = 31,
    frame = 32,
    tile_position = 33,
    polygons = 34,
    half_edges = 35,
    edge_polygon = 36,
    vertex_heights = 37,
    detail_vertices = 38,
    detail_triangles = 39,
    bvh = 40,
    border_steps = 41,
    border_cells = 42,
    tile_links = 43,
    landmarks = 48,
    // 49 to 53 are reserved: older files use them for another layout of the hub index.
    hub_vertices = 54,
    hub_label_offsets = 55,
    hub_labels = 56,
    hub_polygons = 57,
    hub_cones = 58,
    hub_regions = 59,
    hub_points = 60,
    hub_groups = 61,
    hub_via_vertices = 62,
    hub_via_distances = 63,
};

struct AreaRecord {
    double cost = 0;
    uint16_t flags = 0;
    uint8_t id = 0;
    uint8_t name_length = 0;
    uint32_t name_offset = 0;
};
static_assert(sizeof(AreaRecord) == 16);

struct TileEntry {
    int32_t tile_x = 0, tile_z = 0;
    uint64_t offset = 0, size = 0;
};
static_assert(sizeof(TileEntry) == 24);

struct IslandRecord {
    uint32_t tile = 0, polygon = 0, polygon_count = 0, reserved = 0;
    double area = 0;
    DVec3 min, max;
    uint64_t areas = 0;
};
static_assert(sizeof(IslandRecord) == 80);

struct LinkRecord {
    PolygonRef from, to;
    DVec3 start, end;
    double cost = 0;
    uint16_t flags = 0;
    uint8_t area = 0;
    uint8_t reserved = 0;
    uint32_t user_id = 0;
    double radius = 0;
};
static_assert(sizeof(LinkRecord) == 88);

inline LinkRecord link_record(const OffMeshLink& l) {
    return {l.from, l.to, l.start, l.end, l.cost, l.flags, l.area, 0, l.user_id, l.radius};
}
inline OffMeshLink to_off_mesh_link(const LinkRecord& l) {
    return {l.from, l.to, l.start, l.end, l.cost, l.flags, l.area, l.user_id, l.radius};
}

struct FrameRecord {
    DVec3 origin;
    double quantum = 0, height_quantum = 0;
    int32_t x0 = 0, z0 = 0, y0 = 0, reserved = 0;
};
static_assert(sizeof(FrameRecord) == 56);

struct TilePositionRecord {
    int32_t tile_x = 0, tile_z = 0, width = 0, depth = 0;
};
static_assert(sizeof(TilePositionRecord) == 16);

static_assert(sizeof(NavAgent) == 32 && sizeof(EdgeRef) == 8 && sizeof(NavPolygon) == 28 && sizeof(HalfEdge) == 16 &&
                  sizeof(NavDetailVertex) == 12 && sizeof(NavDetailTriangle) == 12 && sizeof(BvhNode) == 32 &&
                  sizeof(SeamStep) == 8 && sizeof(TileLink) == 32 && sizeof(HubLabel) == 16 && sizeof(HubPoint) == 12 &&
                  sizeof(HubGroup) == 8 && sizeof(HubCone) == 6 && sizeof(HubPolygon) == 8 && sizeof(HubRegion) == 8,
              "records in memory are records in the file");

/// A record that has the same bytes in memory and in the file. The record must have no padding, because the values of padding
/// bytes are unspecified.
template <class T>
concept FileRecord = std::is_trivially_copyable_v<T>;

}  // namespace navspan
