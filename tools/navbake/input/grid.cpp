#include <utility>
#include <vector>

#include "check/verify/cell_grid_search.h"
#include "check/verify/verify.h"
#include "check/verify/walkable_grid.h"
#include "navbake/input/input.h"
#include "navbake/verify.h"
#include "navspan/core/file.h"
#include "navspan/io/floor_plan.h"
#include "navspan/io/grid_map.h"
#include "navspan/plan/plan.h"

namespace navspan::tools {
namespace {

// Number of lattice steps per cell, if the agent's radius is above 0.
constexpr int32_t kFineSteps = 256;

int32_t steps_per_cell(const BakeConfig& config) {
    return config.agent.radius > 0 ? kFineSteps : 1;
}

}  // namespace

Result<NavMesh> mesh_from_grid_map(std::string_view text, const std::string& path, double scale, NavMeshInfo info,
                                   BakeReport& report) {
    const BakeConfig& config = report.config;
    const Result<GridMap> map = parse_grid_map(text, path);
    if (!map) return map.error();
    const Result<CellGrid> cells = make_cell_grid(*map, config, report.warnings);
    if (!cells) return cells.error();
    const GroundPlan plan = plan_of_cells(*cells, {.cell_size = scale, .steps_per_cell = steps_per_cell(config)});
    Result<NavMesh> mesh = nav_mesh_from_plan(plan, plan_params(config), std::move(info));
    if (!mesh) return Error{mesh.error().kind, path + ": " + mesh.error().message};
    return mesh;
}

Status verify_grid_map(const NavbakeOptions& options, LevelBake& bake, const NavMesh& mesh) {
    const BakeConfig& config = bake.report.config;
    const Result<std::vector<std::byte>> bytes = read_file(options.inputs[0]);
    if (!bytes) return bytes.error();
    const Result<GridMap> map =
        parse_grid_map(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()), options.inputs[0]);
    if (!map) return map.error();
    Warnings warnings;
    const Result<CellGrid> cells = make_cell_grid(*map, config, warnings);
    if (!cells) return cells.error();
    // polygons_from_plan may remove ground that is slightly farther from a wall than the radius. The grid must not keep
    // ground that the mesh lacks, so its clearance is the radius plus a margin.
    const double radius = config.agent.radius / options.scene.scale;
    const double clearance = radius > 0 ? radius * 1.02 + 5.0 / kFineSteps : 0;
    CellGridSource grid(*cells, clearance, admitted_areas(config));
    Result<GridWorld> world = GridWorld::open(grid);
    if (!world) return world.error();
    VerifyParams params{.pairs = options.verify, .seed = options.verify_seed.value_or(1), .lattice = {}};
    params.lattice.cell_size = options.scene.scale;
    // The mesh of a plan is not simplified, so its paths are never longer than the paths on the grid. If the radius is above 0,
    // the mesh may connect points that the grid does not, because the grid connects only the centres of cells.
    params.max_ratio = 1 + 1e-6;
    params.report_joined = radius == 0;
    params.max_paths = 0;
    return verify_against(options, bake, mesh, *world, std::move(params));
}

}  // namespace navspan::tools
