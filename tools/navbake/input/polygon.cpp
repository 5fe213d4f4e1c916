#include "navbake/input/polygon.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bake/config/keys.h"
#include "core/text.h"
#include "navbake/input/grid.h"
#include "navspan/core/file.h"
#include "navspan/core/hash.h"
#include "navspan/io/floor_plan.h"
#include "navspan/io/polygon_mesh_file.h"
#include "navspan/navmesh/from_polygons.h"

namespace navspan::tools {

bool is_grid_map(const std::string& path) {
    return has_suffix(path, ".map");
}

bool is_plan(const std::string& path) {
    return has_suffix(path, ".geojson") || is_grid_map(path);
}

bool holds_polygons(const std::string& path) {
    return has_suffix(path, ".mesh") || is_plan(path);
}

Status check_polygon_input(std::span<const std::string> inputs, const BakeConfig& config) {
    if (inputs.size() > 1) {
        const char* what = is_grid_map(inputs[0]) ? "a map is a whole level: give one .map file"
                           : is_plan(inputs[0])   ? "a plan is a whole level: give one .geojson file"
                                                  : "a polygon mesh is a whole level: give one .mesh file";
        return Error{ErrorKind::usage, std::string(what) + ", or .obj files, not both"};
    }
    const bool plan = is_plan(inputs[0]);
    const auto no_use = [&](const std::string& key) {
        const char* what =
            plan ? " is a plan, which only agent, areas, rules, plan, polygons and off_mesh_links apply to; leave "
                 : " holds finished polygons, which only agent, areas and off_mesh_links apply to; leave ";
        return Error{ErrorKind::usage, key + ": " + inputs[0] + what + key + " out"};
    };
    const BakeConfig plain;
    for (const ConfigKey& key : config_keys()) {
        if (key.path.starts_with("agent.") || key.get(config) == key.get(plain)) continue;
        if (is_grid_map(inputs[0]) && key.path == "plan.quantum") {
            return Error{ErrorKind::usage,
                         "plan.quantum: the cells of " + inputs[0] + " are --scale wide; leave plan.quantum out"};
        }
        if (plan && (key.path.starts_with("plan.") || key.path.starts_with("polygons."))) continue;
        return no_use(key.path);
    }
    if (config.plan.partition == PartitionMethod::meadow && config.plan.triangulation != TriangulationMethod::automatic) {
        return Error{ErrorKind::usage,
                     "plan.triangulation: partition meadow cuts without triangles; leave it out, or set "
                     "plan.partition to merge"};
    }
    if (!plan && !config.rules.empty()) return no_use("rules");
    if (!config.volumes.empty()) return no_use("volumes");
    if (!config.island_seeds.empty()) return no_use("island_seeds");
    return Done{};
}

Result<NavMesh> mesh_from_polygon_file(const std::string& path, double scale, NavMeshInfo info, bool hash, BakeReport& report) {
    const Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) return bytes.error();
    report.files.push_back({path, bytes->size(), hash ? sha256_hex(*bytes) : std::string()});
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (is_grid_map(path)) return mesh_from_grid_map(text, path, scale, std::move(info), report);
    if (is_plan(path)) {
        const Result<FloorPlan> floor = parse_floor_plan(text, path);
        if (!floor) return floor.error();
        return nav_mesh_from_floor_plan(*floor, report.config, path, std::move(info), report.warnings);
    }
    const Result<PolygonSet> set = parse_polygon_mesh(text, path);
    if (!set) return set.error();
    Result<NavMesh> mesh = nav_mesh_from_polygons(*set, {.quantum = 0, .info = std::move(info)});
    if (!mesh) return Error{mesh.error().kind, path + ": " + mesh.error().message};
    return mesh;
}

}  // namespace navspan::tools
