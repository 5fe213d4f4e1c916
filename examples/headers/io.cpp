// The usage examples in the public headers of include/navspan/io.

#include <filesystem>
#include <string>
#include <vector>

#include "headers.h"
#include "navspan/bake/area_rules.h"
#include "navspan/core/file.h"
#include "navspan/io/config_json.h"
#include "navspan/io/detour_file.h"
#include "navspan/io/floor_plan.h"
#include "navspan/io/grid_map.h"
#include "navspan/io/mesh_export.h"
#include "navspan/io/obj.h"
#include "navspan/io/picture.h"
#include "navspan/io/polygon_mesh_file.h"
#include "navspan/io/scene.h"

using namespace navspan;

namespace {

// io/config_json.h
void config_json_example(bool& finished) {
    Result<BakeConfig> config = parse_config("{\"agent\": {\"radius\": 0.4}}", "level.json");
    if (!config) return;  // config.error().message has the JSON path and the nearest known key
    if (!set_config_value(*config, "voxels.cell_size", "0.15")) return;
    if (!check_config(*config)) return;
    const std::string text = config_json(*config);  // complete: parse_config returns an equal config
    finished = true;
}

// io/detour_file.h
void detour_file_example(const NavMesh& mesh, bool& finished) {
    const Result<DetourFile> file = detour_file(mesh, DetourRefs::bits32);
    if (!file) return;                     // the mesh exceeds a limit of Detour; the message names the setting to change
    const Warnings lost = file->warnings;  // off-mesh links that were omitted or got another cost
    const Result<ImportedDetour> back = parse_detour_file(file->bytes);
    if (!back) return;
    finished = true;
}

// io/floor_plan.h
void floor_plan_example(bool& finished) {
    const std::string text = R"({"type": "Polygon", "coordinates": [[[0, 0], [10, 0], [10, 8], [0, 8], [0, 0]]]})";
    const Result<FloorPlan> floor = parse_floor_plan(text, "hall.geojson");
    if (!floor) return;  // floor.error().message has the path of the feature, ring and position
    BakeConfig config;
    config.agent.radius = 0.4;
    NavMeshInfo info;
    info.areas = {{"ground", 63, 1, 1.0}};
    Warnings warnings;
    const Result<NavMesh> mesh = nav_mesh_from_floor_plan(*floor, config, "hall.geojson", info, warnings);
    if (!mesh) return;
    finished = true;
}

// io/grid_map.h
void grid_map_example(bool& finished) {
    const Result<GridMap> map = parse_grid_map("type octile\nheight 2\nwidth 3\nmap\nGGG\nG@G\n", "small.map");
    if (!map) return;  // map.error().message has the line
    const BakeConfig config;
    Warnings warnings;
    const Result<CellGrid> cells = make_cell_grid(*map, config, warnings);
    if (!cells) return;
    NavMeshInfo info;
    info.areas = {{"ground", 63, 1, 1.0}};
    const Result<GroundPlan> plan = plan_of_cells(*cells, {});
    if (!plan) return;
    const Result<NavMesh> mesh = nav_mesh_from_plan(*plan, {}, info);
    if (!mesh) return;
    finished = true;
}

// io/mesh_export.h
void mesh_export_example(const NavMesh& mesh, bool& finished) {
    AreaColors colors{};
    colors[63] = {90, 160, 90};
    const Result<std::vector<std::byte>> glb = export_glb(mesh, colors);
    if (!glb) return;  // more than 4 GiB
    if (!write_file_atomically("level.glb", *glb)) return;
    const std::string obj = export_obj(mesh);
    const std::string json = export_json(mesh);
    finished = true;
}

// io/obj.h
void obj_example(bool& finished) {
    const std::vector<std::string> paths{"level.obj", "props.obj"};
    const Result<LoadedScene> scene = load_obj(paths, {.up = UpAxis::z, .scale = 0.01});
    if (!scene) return;  // scene.error().message has file and line
    finished = true;
}

// io/picture.h
void picture_example(bool& finished) {
    Drawing drawing;
    drawing.points = {{0, 0, 0}, {0, 0, 10}, {10, 0, 10}};
    drawing.polygons.push_back({.first = 0, .count = 3, .fill = {90, 160, 90, 255}});
    const std::string svg = to_svg(drawing);
    finished = true;
}

// io/polygon_mesh_file.h
void polygon_mesh_file_example(bool& finished) {
    const Result<PolygonSet> set = load_polygon_mesh("arena.mesh");
    if (!set) return;  // set.error().message has the line
    const Result<NavMesh> mesh = nav_mesh_from_polygons(*set);
    if (!mesh) return;
    finished = true;
}

// io/scene.h
void scene_example(bool& finished) {
    const std::vector<std::string> paths{"level.obj", "bridge.glb"};
    Result<LoadedScene> scene = load_scene(paths, {}, {});
    if (!scene) return;  // scene.error().message has file and line
    BakeConfig config;
    config.areas.push_back({"water", 2, 4.0, 1});
    config.rules = {{"*water*", "water"}};
    const Result<Warnings> unmatched = apply_area_rules(scene->soup, config);
    if (!unmatched) return;
    finished = true;
}

}  // namespace

bool io_examples(const Inputs& inputs, Report& report) {
    const NavMesh& mesh = inputs.mesh;
    run(report, "io/config_json.h", config_json_example);
    run(report, "io/detour_file.h", detour_file_example, mesh);
    run(report, "io/floor_plan.h", floor_plan_example);
    run(report, "io/grid_map.h", grid_map_example);
    run(report, "io/mesh_export.h", mesh_export_example, mesh);
    run(report, "io/obj.h", obj_example);
    run(report, "io/picture.h", picture_example);
    run(report, "io/polygon_mesh_file.h", polygon_mesh_file_example);
    std::filesystem::copy_file("level.glb", "bridge.glb", std::filesystem::copy_options::overwrite_existing);
    run(report, "io/scene.h", scene_example);
    return true;
}
