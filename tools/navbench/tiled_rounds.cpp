// Measures the time of tiled bakes with both libraries, for every BakeSpan.

#include "navbench/tiled_rounds.h"

#include <optional>

#include "core/parallel.h"

namespace navspan::bench {
namespace {

// Cancels our bake after detail_mesh, the last stage that librecast also has.
struct StopAfterDetail : BakeProbe {
    bool done = false;
    void after(Stage stage, const BakeProducts&) override { done |= stage == Stage::detail_mesh; }
    bool cancelled() override { return done; }
};

Status run_our_stages(const OurTiles& tiles, unsigned threads) {
    std::vector<std::optional<Error>> errors(tiles.soups.size());
    parallel_for(tiles.soups.size(), {.threads = threads}, [&](size_t t, unsigned) {
        StopAfterDetail probe;
        const Result<NavTile> tile = bake_tile(tiles.soups[t], tiles.config, &probe, &tiles.plan.tiles[t]);
        if (!probe.done) errors[t] = tile.error();
    });
    for (const std::optional<Error>& error : errors) {
        if (error) return *error;
    }
    return Done{};
}

}  // namespace

Result<OurTiles> our_tiles(const TriangleSoup& soup, const BakeConfig& config) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    Result<TilePlan> plan = plan_tiles(soup, *voxels);
    if (!plan) return plan.error();
    OurTiles tiles{config, *std::move(plan), {}};
    for (size_t t = 0; t < tiles.plan.tiles.size(); ++t)
        tiles.soups.push_back(tile_soup(soup, tiles.plan, t));
    return tiles;
}

void time_recast_tiles(const RecastWorld& world, const BakeConfig& config, unsigned threads, SpanTimes& times) {
    size_t bytes = 0;
    for (const BakeSpan span : kBakeSpans)
        tools::time_round(times[size_t(span)], [&] { recast_bake(world, config, span, threads, bytes); });
}

Status time_our_tiles(const TriangleSoup& soup, const OurTiles& tiles, const NavMeshInfo& info, unsigned threads,
                      SpanTimes& times) {
    Status done = Done{};
    tools::time_round(times[size_t(BakeSpan::stages_only)], [&] { done = run_our_stages(tiles, threads); });
    if (!done) return done;
    Result<NavMesh> mesh = Error{};
    std::array<tools::Times, 2>& whole = times[size_t(BakeSpan::triangles_to_mesh)];
    tools::time_round(whole, [&] { mesh = bake_nav_mesh(soup, tiles.config, info, {.threads = threads}); });
    if (!mesh) return mesh.error();
    times[size_t(BakeSpan::lists_to_mesh)] = whole;
    return Done{};
}

}  // namespace navspan::bench
