#include "navbench/board/kind_figures.h"

#include <cmath>
#include <filesystem>

#include "navbench/board/comparison.h"
#include "navbench/memory.h"
#include "navbench/recast/tiles.h"
#include "navspan/bake/bake_nav_mesh.h"

namespace navspan::bench {
namespace {

using tools::BakeInput;

constexpr int32_t kTileCells = 128;

// Measures the time of tiled bakes with both libraries on one thread. Then bakes once more with each library to measure memory.
// Like navbake, our bake writes a file. Detour allocates librecast's finished tiles, and counted_megabytes does not count
// Detour's allocations. Therefore the size of the tiles is added to the memory of librecast's bake.
Status measure_tiled_kind(const BakeInput& input, int rounds, KindFigures& figures) {
    BakeConfig config = input.config;
    config.tiles.size = kTileCells * config.voxels.cell_size;
    VoxelConfig voxels = input.voxels;
    voxels.tile_size = kTileCells;
    const NavMeshInfo info = nav_mesh_info(config, "{}", "navbench");
    const Result<RecastWorld> world = recast_world(input.soup, voxels);
    if (!world) return world.error();
    size_t bytes = 0;
    const auto their_bake = [&] { recast_bake(*world, config, BakeSpan::triangles_to_mesh, 1, bytes); };
    for (int round = 0; round < rounds; ++round) {
        tools::time_thread(figures.their_tiles, their_bake);
        Result<NavMesh> mesh = Error{};
        tools::time_thread(figures.our_tiles, [&] { mesh = bake_nav_mesh(input.soup, config, info); });
        if (!mesh) return mesh.error();
    }
    figures.their_tiles_megabytes = counted_megabytes(their_bake) + double(bytes) / (1024 * 1024);
    const auto file = std::filesystem::temp_directory_path() / "navbench.nav";
    figures.our_tiles_megabytes = counted_megabytes([&] { tools::checked(bake_nav_file(input.soup, config, info, file)); });
    return Done{};
}

QualityFigures quality_of(const MeasuredMesh& mesh, const Ground& ground, const BakeConfig& config) {
    const HeightFigures height = measure_heights(mesh, ground, config.voxels.cell_size, config.agent.height);
    const ClearanceFigures clearance = measure_clearance(mesh, ground, config.agent, config.voxels);
    return {.polygons = double(mesh.mesh.polygon_count()),
            .area = total_area(mesh.mesh.islands),
            .height_error = height.mean,
            .near_walls = clearance.samples ? clearance.below : NAN};
}

}  // namespace

Result<KindFigures> measure_kind(const BakeInput& input, const std::string& name, int rounds) {
    KindFigures figures;
    Result<tools::BakeFigures> bake = measure_bakes(input, name, rounds);
    if (!bake) return bake.error();
    figures.bake = *std::move(bake);
    BakeInput defaults = input;
    defaults.config = {};
    defaults.config.voxels = input.config.voxels;
    bake = measure_bakes(defaults, name, rounds);
    if (!bake) return bake.error();
    figures.defaults = *std::move(bake);
    if (const Status s = measure_tiled_kind(input, rounds, figures); !s) return s.error();

    const Ground ground(input.soup, input.config.agent, std::max(8 * input.config.voxels.cell_size, 0.5));
    figures.ours = quality_of(measured(std::move(figures.defaults.our_mesh)), ground, defaults.config);
    // The quality stays unknown if librecast's mesh breaks an invariant of our meshes.
    figures.theirs = {NAN, NAN, NAN, NAN};
    if (const Result<MeasuredMesh> theirs = measured(figures.bake.their_bake, input.config))
        figures.theirs = quality_of(*theirs, ground, input.config);
    return figures;
}

}  // namespace navspan::bench
