#include "io/plans/read_mesh.h"

#include <utility>

#include "navspan/io/floor_plan.h"
#include "navspan/io/grid_map.h"
#include "navspan/io/polygon_mesh_file.h"
#include "navspan/navmesh/from_polygons.h"
#include "navspan/plan/plan.h"

namespace navspan {
namespace {

Result<NavMesh> with_name(Result<NavMesh> mesh, const std::string& name) {
    if (!mesh) return Error{mesh.error().kind, name + ": " + mesh.error().message};
    return mesh;
}

}  // namespace

Result<NavMesh> read_polygon_mesh(MeshText file, Warnings&) {
    const Result<PolygonSet> set = parse_polygon_mesh(file.text, file.name);
    if (!set) return set.error();
    return with_name(nav_mesh_from_polygons(*set, {.quantum = 0, .info = std::move(file.info)}), file.name);
}

Result<NavMesh> read_floor_plan(MeshText file, Warnings& warnings) {
    const Result<FloorPlan> floor = parse_floor_plan(file.text, file.name);
    if (!floor) return floor.error();
    return nav_mesh_from_floor_plan(*floor, file.config, file.name, std::move(file.info), warnings);
}

Result<NavMesh> read_grid_map(MeshText file, Warnings& warnings) {
    const Result<GridMap> map = parse_grid_map(file.text, file.name);
    if (!map) return map.error();
    const Result<CellGrid> cells = make_cell_grid(*map, file.config, warnings);
    if (!cells) return cells.error();
    const int32_t steps = file.config.agent.radius > 0 ? kFineCellSteps : 1;
    const GroundPlan plan = plan_of_cells(*cells, {.cell_size = file.cell_size, .steps_per_cell = steps});
    return with_name(nav_mesh_from_plan(plan, plan_params(file.config), std::move(file.info)), file.name);
}

}  // namespace navspan
