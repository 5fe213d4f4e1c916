#include "io/plans/read_mesh.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "io/config/json.h"
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

// Returns the part of the budget that is left for the mesh of a plan.
PlanLimit plan_limit(const MemoryBudget& budget) {
    const double left = budget.bytes > 0 ? std::max(1.0, budget.bytes - budget.used) : 0;
    return {.bytes = left, .memory_setting = budget.setting};
}

size_t count_words(std::string_view text) {
    size_t words = 0;
    bool in_word = false;
    for (const char c : text) {
        words += c > ' ' && !in_word;
        in_word = c > ' ';
    }
    return words;
}

// Upper bound on the number of ring corners in the result of plan_of_cells.
size_t count_ring_corners(const CellGrid& grid) {
    size_t corners = 0;
    for (int32_t z = 0; z <= grid.depth; ++z) {
        for (int32_t x = 0; x <= grid.width; ++x) {
            const uint8_t nw = grid.area(x - 1, z - 1), ne = grid.area(x, z - 1), sw = grid.area(x - 1, z),
                          se = grid.area(x, z);
            const bool is_straight = (nw == ne && sw == se) || (nw == sw && ne == se);
            corners += is_straight ? 0 : 4;
        }
    }
    return corners;
}

}  // namespace

Result<NavMesh> read_polygon_mesh(MeshText file, Warnings&) {
    // A polygon corner takes up to 450 bytes of memory. A corner takes at least three words of text: its vertex, a neighbour,
    // and an entry in the vertex's list.
    constexpr double kBytesPerWord = 150;
    const double bytes = kBytesPerWord * double(count_words(file.text));
    const Status fits = check_budget(file.budget, file.name + ": its polygons", bytes, "give a smaller mesh");
    if (!fits) return fits.error();
    const Result<PolygonSet> set = parse_polygon_mesh(file.text, file.name);
    if (!set) return set.error();
    return with_name(nav_mesh_from_polygons(*set, {.quantum = 0, .info = std::move(file.info)}), file.name);
}

Result<NavMesh> read_floor_plan(MeshText file, Warnings& warnings) {
    // Upper bound: each opening bracket may start a position. The factor 6 includes the old array while a list is copied to a
    // larger array.
    const double positions = double(std::count(file.text.begin(), file.text.end(), '['));
    const double bytes = json_bytes(file.text) + 6 * sizeof(DVec3) * positions;
    const Status fits = check_budget(file.budget, file.name + ": its features", bytes, "split the plan");
    if (!fits) return fits.error();
    const Result<FloorPlan> floor = parse_floor_plan(file.text, file.name);
    if (!floor) return floor.error();
    return nav_mesh_from_floor_plan(*floor, file.config, file.name, std::move(file.info), warnings, plan_limit(file.budget));
}

Result<NavMesh> read_grid_map(MeshText file, Warnings& warnings) {
    // 5 bytes per character: 3 for the map (a buffer that grows by doubling), 1 for its areas, 1 for the marks of plan_of_cells
    const double bytes = 5.0 * double(file.text.size());
    if (const Status fits = check_budget(file.budget, file.name + ": its cells", bytes, "split the map"); !fits)
        return fits.error();
    const Result<GridMap> map = parse_grid_map(file.text, file.name);
    if (!map) return map.error();
    const Result<CellGrid> cells = make_cell_grid(*map, file.config, warnings);
    if (!cells) return cells.error();
    PlanParams params = plan_params(file.config);
    params.limit = plan_limit(file.budget);
    const size_t corners = count_ring_corners(*cells);
    constexpr double kBytesPerCorner = 64;  // memory of the plan's rings before the overlay
    const Status mesh_fits = check_budget(file.budget, file.name + ": the outlines of its cells",
                                          kBytesPerCorner * double(corners), "split the map");
    if (!mesh_fits) return mesh_fits.error();
    const int32_t steps = file.config.agent.radius > 0 ? kFineCellSteps : 1;
    const Result<GroundPlan> plan = plan_of_cells(*cells, {.cell_size = file.cell_size, .steps_per_cell = steps});
    if (!plan) return with_name(plan.error(), file.name);
    return with_name(nav_mesh_from_plan(*plan, params, std::move(file.info)), file.name);
}

}  // namespace navspan
