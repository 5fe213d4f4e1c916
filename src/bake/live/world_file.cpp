// Serialization of live worlds.
//
// In: a live world without obstacles.
// Out: the file of its live mesh with one more section: a hash of the settings, and the source of every tile as voxels.
// Idea: The voxels are stored compressed, as in memory. The level contains the config as JSON text, which the caller parses. A
// hash shows whether the parsed config is the config of the bake.
// Source: own method.
// Weak cases: The triangles that supply heights are not compressed.

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

#include "bake/config/check_soup.h"
#include "bake/config/wanted_links.h"
#include "bake/live/obstacle_tiles.h"
#include "bake/live/compressed_voxels.h"
#include "bake/voxelize/memory_estimate.h"
#include "bake/world/check_window.h"
#include "bake/world/tile_key.h"
#include "core/memory.h"
#include "navmesh/file/block_read.h"
#include "navmesh/file/block_write.h"
#include "navmesh/mesh/tile_name.h"
#include "navspan/bake/live_world.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan {
namespace {

constexpr auto kLiveBlock = BlockKind(5);
constexpr auto kLive = SectionType(3);
constexpr auto kLiveSettings = SectionType(72);
constexpr auto kLiveSources = SectionType(73);
constexpr auto kLiveVoxels = SectionType(74);
constexpr auto kLiveVertices = SectionType(75);
constexpr auto kLiveTriangles = SectionType(76);
constexpr auto kLiveAreas = SectionType(77);

using SourceTriangle = std::array<uint32_t, 3>;

struct SourceRecord {
    int32_t tile_x = 0, tile_z = 0, y0 = 0;
    uint32_t spans = 0;
    uint64_t voxel_bytes = 0;
    uint32_t vertices = 0, triangles = 0;
    uint32_t is_empty = 0, reserved = 0;
};
static_assert(sizeof(SourceRecord) == 40 && sizeof(Hash128) == 16 && sizeof(DVec3) == 24 && sizeof(SourceTriangle) == 12);

// The contents of the file section of a live world. Each array concatenates the data of all tiles.
struct LiveArrays {
    Hash128 settings;
    std::vector<SourceRecord> sources;
    std::vector<uint8_t> voxels;
    std::vector<DVec3> vertices;
    std::vector<SourceTriangle> triangles;
    std::vector<uint8_t> areas;
};

template <class T>
void append_all(std::vector<T>& all, const std::vector<T>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

void append_source(const TileSource& source, LiveArrays& arrays) {
    const CompressedVoxels& voxels = *source.voxels;
    const TriangleSoup& soup = source.soup;
    arrays.sources.push_back({source.window.tile_x, source.window.tile_z, voxels.grid.y0, voxels.spans, voxels.bytes.size(),
                              uint32_t(soup.vertices.size()), uint32_t(soup.triangles.size()), source.is_empty, 0});
    append_all(arrays.voxels, voxels.bytes);
    append_all(arrays.vertices, soup.vertices);
    append_all(arrays.triangles, soup.triangles);
    append_all(arrays.areas, soup.areas);
}

Bytes live_block(const LiveArrays& arrays) {
    BlockWriter block(kLiveBlock);
    block.add(kLiveSettings, one(arrays.settings));
    block.add(kLiveSources, std::span(arrays.sources));
    block.add(kLiveVoxels, std::span(arrays.voxels));
    block.add(kLiveVertices, std::span(arrays.vertices));
    block.add(kLiveTriangles, std::span(arrays.triangles));
    block.add(kLiveAreas, std::span(arrays.areas));
    return block.finish();
}

Status read_arrays(const BlockBytes& block, LiveArrays& arrays) {
    if (Status s = read_record(block, kLiveSettings, arrays.settings); !s) return s;
    if (Status s = read_array(block, kLiveSources, arrays.sources); !s) return s;
    if (Status s = read_array(block, kLiveVoxels, arrays.voxels); !s) return s;
    if (Status s = read_array(block, kLiveVertices, arrays.vertices); !s) return s;
    if (Status s = read_array(block, kLiveTriangles, arrays.triangles); !s) return s;
    return read_array(block, kLiveAreas, arrays.areas);
}

// Moves the first `count` elements of `rest` to `out`. Returns false if `rest` has fewer elements.
template <class T>
bool take_elements(std::span<const T>& rest, uint64_t count, std::vector<T>& out) {
    if (count > rest.size()) return false;
    out.assign(rest.begin(), rest.begin() + std::ptrdiff_t(count));
    rest = rest.subspan(count);
    return true;
}

// The parts of the arrays that belong to the remaining tiles.
struct RemainingArrays {
    std::span<const uint8_t> voxels;
    std::span<const DVec3> vertices;
    std::span<const SourceTriangle> triangles;
    std::span<const uint8_t> areas;
    bool all_empty() const { return voxels.empty() && vertices.empty() && triangles.empty() && areas.empty(); }
};

// Makes the tile source of a record. Returns a message about the first error, or an empty string.
std::string read_source(const SourceRecord& record, const VoxelConfig& config, RemainingArrays& rest, TileSource& source) {
    const int64_t x0 = int64_t{record.tile_x} * config.tile_size, z0 = int64_t{record.tile_z} * config.tile_size;
    if (std::max(std::abs(x0), std::abs(z0)) > kMaxLattice) return "lies beyond the lattice";
    source.window = {record.tile_x, record.tile_z, int32_t(x0), int32_t(z0), config.tile_size, halo_cells(config)};
    if (const Status s = check_window(source.window); !s) return s.error().message;
    if (std::abs(int64_t{record.y0}) > kMaxLattice || record.is_empty > 1 || record.reserved != 0)
        return "has an invalid record";
    const int32_t halo = source.window.halo, side = config.tile_size + 2 * halo;
    CompressedVoxels& voxels = source.voxels.emplace();
    voxels.grid = {.x0 = int32_t(x0) - halo, .z0 = int32_t(z0) - halo, .y0 = record.y0, .width = side, .depth = side};
    voxels.spans = record.spans;
    source.is_empty = record.is_empty == 1;
    TriangleSoup& soup = source.soup;
    if (!take_elements(rest.voxels, record.voxel_bytes, voxels.bytes) ||
        !take_elements(rest.vertices, record.vertices, soup.vertices) ||
        !take_elements(rest.triangles, record.triangles, soup.triangles) ||
        !take_elements(rest.areas, record.triangles, soup.areas)) {
        return "has less data than its record lists";
    }
    if (!soup.triangles.empty()) {
        soup.groups.resize(1);
        soup.group_of.assign(soup.triangles.size(), 0);
    }
    return "";
}

// Returns a message about the first error in the voxels and triangles of a source, or an empty string.
std::string source_fault(const TileSource& source, const BakeConfig& config, const VoxelConfig& voxel_config) {
    const CompressedVoxels& voxels = *source.voxels;
    const BakeSize size{.columns = double(cell_count(voxels.grid)),
                        .width = double(voxels.grid.width),
                        .solid = double(voxels.spans),
                        .open = double(voxels.spans),
                        .triangles = double(source.soup.triangles.size())};
    if (bake_bytes(size) > memory_limit_bytes()) return "has voxels that need more memory than this machine has";
    const std::optional<VoxelSummary> summary = summarize_voxels(voxels);
    if (!summary) return "has voxels that cannot be decompressed";
    if (summary->highest + voxel_config.walkable_height > kMaxHeight) return "has voxels that are too high";
    uint64_t known = uint64_t{1} << kNullArea;
    for (const AreaConfig& area : config.areas)
        known |= uint64_t{1} << (area.id & 63);
    uint64_t used = summary->areas;
    for (const uint8_t area : source.soup.areas)
        used |= uint64_t{1} << (area & 63);
    if (used & ~known)
        return "uses area id " + std::to_string(std::countr_zero(used & ~known)) + ", which is not in the config";
    if (const Status s = check_soup(source.soup); !s) return s.error().message;
    if (const Status s = check_on_lattice(source.soup, voxel_config.lattice); !s) return s.error().message;
    return "";
}

Status read_sources(const LiveArrays& arrays, LiveWorld& world) {
    RemainingArrays rest{arrays.voxels, arrays.vertices, arrays.triangles, arrays.areas};
    for (const SourceRecord& record : arrays.sources) {
        TileSource source;
        std::string fault = read_source(record, world.voxels, rest, source);
        if (fault.empty()) fault = source_fault(source, world.config, world.voxels);
        if (fault.empty() && !world.sources.empty() && !is_tile_before(world.sources.back()->window, source.window)) {
            fault = "is not in the order of tiles";
        }
        if (!fault.empty()) {
            const std::string name = tile_name(TileWindow{.tile_x = record.tile_x, .tile_z = record.tile_z});
            return damaged("the live world: " + name + " " + fault);
        }
        world.sources.push_back(std::make_shared<const TileSource>(std::move(source)));
    }
    return rest.all_empty() ? Status(Done{}) : damaged("the live world holds more data than its tiles list");
}

Status check_all_tiles_have_sources(const LiveWorld& world) {
    size_t next = 0;
    for (const auto& tile : world.mesh.tiles) {
        const NavTile& baked = *tile->baked;
        while (next < world.sources.size() && is_tile_before(world.sources[next]->window, baked))
            ++next;
        if (baked.polygons.empty()) continue;
        if (next == world.sources.size() || is_tile_before(baked, world.sources[next]->window)) {
            return damaged("the live world has no voxels of " + tile_name(baked));
        }
    }
    return Done{};
}

// Error (usage): the live world was not baked with this config.
Result<VoxelConfig> check_world_config(const BakeConfig& config, const Hash128& settings) {
    if (Status same = check_keeps_all_islands(config); !same) return same.error();
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (voxels->tile_size == 0) return tiles_required_error();
    if (settings_key(config, *voxels) == settings) return voxels;
    return Error{ErrorKind::usage,
                 "the live world was baked with another config or by another version of navspan; pass the config of the level, "
                 "or bake it again with --live"};
}

Result<LiveWorld> read_world(const BlockBytes& block, LiveMesh mesh, const BakeConfig& config, unsigned threads) {
    LiveArrays arrays;
    if (const Status s = read_arrays(block, arrays); !s) return s.error();
    const Result<VoxelConfig> voxels = check_world_config(config, arrays.settings);
    if (!voxels) return voxels.error();
    LiveWorld world;
    world.config = config;
    world.voxels = *voxels;
    world.params = {
        .keep_voxels = true, .blocks = mesh.params.blocks, .link_reach = mesh.params.link_reach, .threads = threads};
    world.mesh = std::move(mesh);
    if (const Status s = read_sources(arrays, world); !s) return s.error();
    if (const Status s = check_all_tiles_have_sources(world); !s) return s.error();
    world.obstacle_limits = limits_of_obstacles(world.sources);
    return world;
}

}  // namespace

Result<std::vector<std::byte>> serialize_live_world(const LiveWorld& world) {
    if (!world.mesh.mesh || world.voxels.tile_size == 0) {
        return Error{ErrorKind::usage, "the live world is empty; make it with make_live_world"};
    }
    if (!world.obstacles.empty() || !world.stale.empty()) {
        return Error{
            ErrorKind::usage,
            "the live world has obstacles or stale tiles; remove the obstacles and call update_world before writing it"};
    }
    LiveArrays arrays;
    arrays.settings = settings_key(world.config, world.voxels);
    for (const auto& source : world.sources) {
        if (source->voxels) {
            append_source(*source, arrays);
            continue;
        }
        const Result<TileSource> voxels = keep_voxels(*source, world.config);
        if (!voxels) return Error{voxels.error().kind, tile_name(source->window) + ": " + voxels.error().message};
        append_source(*voxels, arrays);
    }
    return with_level_section(serialize_live_mesh(world.mesh), kLive, live_block(arrays));
}

bool has_live_world(std::span<const std::byte> bytes) {
    const Result<BlockBytes> root = open_level(bytes);
    return root && has_section(*root, kLive);
}

Result<LiveWorld> parse_live_world(std::span<const std::byte> bytes, const ConfigReader& read_config, unsigned threads) {
    if (!read_config)
        return Error{ErrorKind::usage, "read_config is empty; pass a function that returns the config of the bake"};
    Result<LiveMesh> mesh = parse_live_mesh(bytes);
    if (!mesh) return mesh.error();
    const Result<BlockBytes> root = open_level(bytes);
    if (!root) return root.error();
    if (!has_section(*root, kLive)) {
        return Error{ErrorKind::input,
                     "the level was written without its voxels, so obstacles cannot be added; bake it with --live"};
    }
    const Result<std::span<const std::byte>> section = find_section(*root, kLive, 1);
    if (!section) return section.error();
    const Result<BlockBytes> block = open_block(*section, kLiveBlock, "the live world");
    if (!block) return block.error();
    const Result<BakeConfig> config = read_config(mesh->mesh->info.config);
    if (!config) return config.error();
    return read_world(*block, *std::move(mesh), *config, threads);
}

Result<LiveWorld> read_live_world(const std::filesystem::path& path, const ConfigReader& read_config, unsigned threads) {
    return parse_file(path, [&](std::span<const std::byte> bytes) { return parse_live_world(bytes, read_config, threads); });
}

}  // namespace navspan
