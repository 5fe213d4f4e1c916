// Random levels and their bakes.

#include <algorithm>
#include <span>
#include <vector>

#include "bake/world/shard.h"
#include "check/verify/verify.h"
#include "check/verify/walkable_grid.h"
#include "navbench/kinds/kinds.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/tile_cache.h"
#include "soups/soup.h"
#include "support/checks/tiled_bake.h"
#include "support/text/run_program.h"
#include "support/worlds/random_soups.h"

namespace navspan::soups {
namespace {

using support::CheckedBake;
using support::Random;
using Bytes = std::vector<std::byte>;

constexpr uint64_t kVerifyPairs = 60;

// Gives every triangle an area and a group, because add_random_shape requires them.
void complete(TriangleSoup& soup) {
    if (soup.groups.empty()) soup.groups.resize(1);
    soup.areas.resize(soup.triangles.size(), 63);
    soup.group_of.resize(soup.triangles.size(), 0);
}

// Adds copies of triangles: equal, reversed, collapsed to a segment or a point, or moved by a tiny distance.
void add_degenerate(TriangleSoup& soup, Random& random) {
    for (int i = random.between(1, 12); i > 0 && !soup.triangles.empty(); --i) {
        const size_t from = size_t(random.between(0, int32_t(soup.triangles.size()) - 1));
        std::array<uint32_t, 3> triangle = soup.triangles[from];
        const int kind = random.between(0, 4);
        if (kind == 1) std::swap(triangle[0], triangle[1]);
        if (kind == 2) triangle[1] = triangle[0];
        if (kind == 3) triangle[1] = triangle[2] = triangle[0];
        if (kind == 4) {
            const double step = std::array{1e-12, 1e-6, 1e-3}[size_t(random.between(0, 2))];
            soup.vertices.push_back(soup.vertices[triangle[0]] +
                                    DVec3{random.real(-step, step), random.real(-step, step), step});
            triangle[0] = uint32_t(soup.vertices.size()) - 1;
        }
        soup.triangles.push_back(triangle);
        soup.areas.push_back(soup.areas[from]);
        soup.group_of.push_back(soup.group_of[from]);
    }
}

Bytes bytes_of(const Result<NavMesh>& mesh) {
    return mesh ? serialize_nav_mesh(*mesh) : Bytes();
}

// Compares paths on the mesh with paths on the voxels, unless the bake reported lost ground.
std::string verify_fault(const TriangleSoup& soup, const BakeConfig& config, const CheckedBake& bake) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error().message;
    Result<WalkableTiles> tiles = WalkableTiles::of(soup, config);
    if (!tiles) return tiles.error().message;
    Result<GridWorld> world = GridWorld::open(*tiles);
    if (!world) return world.error().message;
    const Result<VerifyReport> found = verify_mesh(bake.mesh, *world,
                                                   {.pairs = kVerifyPairs,
                                                    .lattice = voxels->lattice,
                                                    .slack = 4 * voxels->contour_max_error * voxels->lattice.cell_size,
                                                    .reach = config.agent.height / 2,
                                                    .max_paths = 0});
    if (!found) return found.error().message;
    if (found->broken_steps) return "verify: the tiles disagree about " + std::to_string(found->broken_steps) + " steps";
    if (found->findings.empty() || bake.loses_ground) return "";
    const VerifyFinding& f = found->findings.front();
    return std::string("verify: ") + fault_name(f.fault) + " near " + std::to_string(f.start.x) + "," +
           std::to_string(f.start.y) + "," + std::to_string(f.start.z) + ": grid " + std::to_string(f.grid_length) + ", mesh " +
           std::to_string(f.mesh_length);
}

std::string cache_fault(const TriangleSoup& soup, const BakeConfig& config, const Bytes& expected,
                        const std::filesystem::path& folder) {
    const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
    for (int run = 0; run < 2; ++run) {
        Result<TileCache> cache = TileCache::open({.folder = folder});
        if (!cache) return cache.error().message;
        if (bytes_of(bake_nav_mesh(soup, config, info, {.threads = 2, .cache = &*cache})) != expected)
            return "a bake with a cache has other bytes";
        if (run == 1 && cache->counts().missing > 0) return "the cache misses a tile";
    }
    return "";
}

std::string shard_fault(const TriangleSoup& soup, const BakeConfig& config, const Bytes& expected,
                        const std::filesystem::path& folder, uint32_t shards) {
    const AgentBake agent{config, nav_mesh_info(config, "{}", "test")};
    std::vector<std::string> paths;
    for (uint32_t k = 1; k <= shards; ++k) {
        paths.push_back((folder / ("shard" + std::to_string(k))).string());
        Result<BakedShardFile> shard = bake_shard_file(soup, std::span(&agent, 1), agent.info, {k, shards}, paths.back());
        if (!shard) return shard.error().message;
        if (!shard->file.close() || !shard->file.put_in_place()) return "a shard cannot be written";
    }
    const Result<std::vector<ShardFile>> files = open_shards(paths);
    if (!files) return files.error().message;
    const Result<std::vector<NavMesh>> merged = merge_shards(*files, std::span(&agent, 1), 2);
    if (!merged) return merged.error().message;
    return serialize_nav_mesh(merged->front()) == expected ? "" : "merged shards have other bytes";
}

}  // namespace

Soup random_soup(Random& random) {
    Soup out;
    out.config = support::random_bake_config(random);
    out.tile_cells = random.between(16, 40);
    out.kind = "shapes";
    if (random.chance(0.7)) {
        const std::span<const bench::LevelKind> kinds = bench::level_kinds();
        const bench::LevelKind& kind = kinds[size_t(random.between(0, int32_t(kinds.size()) - 1))];
        out.kind = kind.name;
        out.soup = bench::generate_level(kind, {random.real(4, 12), out.config.voxels.cell_size}, random.next());
    }
    complete(out.soup);
    if (out.kind == "shapes" || random.chance(0.3)) {
        for (int i = random.between(1, 10); i > 0; --i)
            support::add_random_shape(out.soup, random);
    }
    if (random.chance(0.4)) add_degenerate(out.soup, random);
    if (random.chance(0.2)) {
        const double far = std::array{1e3, -1e5, 1e6}[size_t(random.between(0, 2))];
        for (DVec3& v : out.soup.vertices)
            v = v + DVec3{far, 0, -far};
    }
    return out;
}

std::string bake_fault(const Soup& level, Random& random, std::array<CheckedBake, 2>& bakes, Counts& counts) {
    BakeConfig config = level.config;
    counts.bakes += 2;
    std::string fault = support::tiled_bake_fault(level.soup, config, level.tile_cells, random, &bakes);
    if (!fault.empty()) return fault;
    fault = verify_fault(level.soup, config, bakes[0]);
    if (!fault.empty()) return "untiled: " + fault;
    config.tiles.size = level.tile_cells * config.voxels.cell_size;
    fault = verify_fault(level.soup, config, bakes[1]);
    if (!fault.empty()) return "tiled: " + fault;

    const Bytes expected = serialize_nav_mesh(bakes[1].mesh);
    const unsigned threads = unsigned(random.between(2, 4));
    ++counts.bakes;
    if (bytes_of(bake_nav_mesh(level.soup, config, nav_mesh_info(config, "{}", "test"), {.threads = threads})) != expected)
        return "a bake with " + std::to_string(threads) + " threads has other bytes";
    if (!random.chance(0.2)) return "";
    const support::TemporaryFolder folder;
    const uint32_t shards = uint32_t(random.between(1, 3));
    counts.bakes += 2 + shards;
    fault = cache_fault(level.soup, config, expected, folder / "cache");
    return fault.empty() ? shard_fault(level.soup, config, expected, folder / "", shards) : fault;
}

}  // namespace navspan::soups
