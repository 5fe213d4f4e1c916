#include "navbench/bake_figures.h"

#include <utility>

#include "bake/voxelize/rasterize.h"
#include "navbench/memory.h"
#include "navbench/recast/stages.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/core/hash.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

using namespace bench;
using support::RecastBake;

Result<BakeInput> make_bake_input(TriangleSoup soup, const BenchOptions& options) {
    BakeInput input{std::move(soup), {}, {}, {}};
    input.config.profile = options.profile == "recast" ? Profile::recast : Profile::accurate;
    input.config.voxels = {options.cell_size, options.cell_height};
    input.config.regions.method = partition_of(options.partition);
    BakeConfig like_recast = input.config;
    like_recast.profile = Profile::recast;
    like_recast.regions.method = recast_counterpart(partition_of(options.partition));
    const Result<VoxelConfig> voxels = to_voxels(like_recast);
    if (!voxels) return voxels.error();
    input.voxels = *voxels;
    const Result<Grid> grid = grid_of(input.soup, voxels->lattice);
    if (!grid) return grid.error();
    input.grid = *grid;
    return input;
}

namespace {

Result<NavMesh> level_of(NavTile tile, const BakeConfig& config) {
    NavMeshInfo info;
    for (const AreaConfig& area : config.areas) {
        info.areas.push_back({.name = area.name, .id = area.id, .flags = area.flags, .cost = area.cost});
    }
    return linked(std::move(tile), std::move(info));
}

}  // namespace

Result<BakeFigures> measure_bakes(const BakeInput& input, const std::string& name, int rounds) {
    BakeFigures figures;
    const TriangleSoup& soup = input.soup;
    RecastBake bake = support::recast_input(soup, input.voxels, input.grid);
    for (int round = 0; round < rounds; ++round) {
        run_recast(bake, figures.theirs);
        Result<NavTile> tile = run_ours(soup, input.config, figures.ours, &figures.solid_spans);
        if (!tile) return tile.error();
        Result<NavMesh> mesh = level_of(*std::move(tile), input.config);
        if (!mesh) return mesh.error();
        const std::string hash = sha256_hex(serialize_nav_mesh(*mesh));
        if (round > 0 && hash != figures.hash)
            return Error{ErrorKind::failed, name + ": round " + std::to_string(round + 1) + " made a different mesh"};
        figures.hash = hash;
        figures.our_mesh = *std::move(mesh);
    }
    // Measure memory in an untimed round.
    bake = support::recast_input(soup, input.voxels, input.grid);
    StageTimes untimed;
    figures.their_megabytes = counted_megabytes([&] { run_recast(bake, untimed); });
    figures.our_megabytes = counted_megabytes([&] { checked(bake_tile(soup, input.config)); });
    figures.their_bake = std::move(bake);
    return figures;
}

}  // namespace navspan::tools
