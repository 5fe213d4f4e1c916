#include <utility>
#include <vector>

#include "check/verify/cell_grid_search.h"
#include "check/verify/verify.h"
#include "check/verify/walkable_grid.h"
#include "core/standard_input.h"
#include "core/text.h"
#include "io/plans/read_mesh.h"
#include "navbake/input/input.h"
#include "navbake/verify.h"
#include "navspan/core/file.h"
#include "navspan/io/grid_map.h"

namespace navspan::tools {
Status verify_grid_map(const NavbakeOptions& options, LevelBake& bake, const NavMesh& mesh) {
    const BakeConfig& config = bake.report.config;
    const Result<std::vector<std::byte>> bytes = read_file(options.inputs[0]);
    if (!bytes) return bytes.error();
    const Result<GridMap> map = parse_grid_map(chars_of(*bytes), input_name(options.inputs[0]));
    if (!map) return map.error();
    Warnings warnings;
    const Result<CellGrid> cells = make_cell_grid(*map, config, warnings);
    if (!cells) return cells.error();
    // polygons_from_plan may erode by slightly more than the radius. The larger clearance of the grid ensures that all ground
    // of the grid is also ground of the mesh.
    const double radius = config.agent.radius / soup_source(options.scene).scale;
    const double clearance = radius > 0 ? radius * 1.02 + 5.0 / kFineCellSteps : 0;
    CellGridSource grid(*cells, clearance, admitted_areas(config));
    Result<GridWorld> world = GridWorld::open(grid);
    if (!world) return world.error();
    VerifyParams params{.pairs = options.verify, .seed = options.verify_seed.value_or(1), .lattice = {}};
    params.lattice.cell_size = soup_source(options.scene).scale;
    // The mesh of a plan is not simplified, so its paths are never longer than grid paths. If the radius is above 0, the mesh
    // may have passages that are too narrow for a chain of cell centres. The mesh then connects points that the grid does not
    // connect.
    params.max_ratio = 1 + 1e-6;
    params.report_joined = radius == 0;
    params.max_paths = 0;
    return verify_against(options, bake, mesh, *world, std::move(params));
}

}  // namespace navspan::tools
