// Fuzz targets for the readers of floor plans, grid maps and polygon meshes. The targets also validate the resulting meshes.

#include <array>

#include "fuzz/targets/stored_input.h"
#include "fuzz/targets/target.h"
#include "io/plans/read_mesh.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/io/polygon_mesh_file.h"

namespace navspan::fuzz {
namespace {

using Reader = Result<NavMesh> (*)(MeshText file, Warnings& warnings);

// Makes a mesh for an agent without a radius, and a mesh for an agent with a radius.
void run_reader(Input input, Reader read) {
    for (const double radius : {0.0, 0.5}) {
        BakeConfig config;
        config.agent.radius = radius;
        config.areas.push_back({"wet", 2, 3, 2});
        config.rules = {{"*water*", radius > 0 ? std::optional<std::string>("wet") : std::nullopt}};
        Warnings warnings;
        const MeshText file{text_of(input), "fuzz", config, nav_mesh_info(config, "{}", "fuzz")};
        const Result<NavMesh> mesh = read(file, warnings);
        if (!mesh) {
            require_one_line(mesh.error().message);
            continue;
        }
        const Status valid = validate_nav_mesh(*mesh);
        require(valid.ok(), valid ? "" : valid.error().message);
        for (const Warning& warning : warnings)
            require_one_line(warning.message);
    }
}

// Returns a plan with two features: a polygon in the area "sand", which has a cost, and a feature "mud" without geometry.
Bytes feature(const std::string& name, const std::string& rings) {
    const std::string one = R"({"type": "Feature", "properties": {"name": ")" + name +
                            R"(", "area": "sand", "cost": 3}, "geometry": {"type": "Polygon", "coordinates": )" + rings + "}}";
    const std::string none = R"({"type": "Feature", "properties": {"area": "mud"}, "geometry": null})";
    return bytes_of(R"({"type": "FeatureCollection", "features": [)" + one + ", " + none + "]}");
}

std::vector<Bytes> geojson_seeds() {
    return {bytes_of(R"({"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"name": "floor"}, "geometry": {"type": "Polygon", "coordinates":
[[[0, 0], [24, 0], [24, 16.5], [12, 20], [0, 16], [0, 0]], [[4, 4], [4, 8], [8, 8], [8, 4], [4, 4]]]}},
{"type": "Feature", "properties": {"area": "mud", "cost": 2}, "geometry": {"type": "MultiPolygon", "coordinates":
[[[[10, 1], [14, 1], [14, 9], [10, 1]]], [[[-3, 9], [7, 11], [3, 14], [-3, 9]]]]}},
{"type": "Feature", "properties": {"kind": "obstacle"}, "geometry": {"type": "Polygon", "coordinates":
[[[16, 2], [22, 2], [22, 9], [18, 4], [16, 2]]]}}]})"),
            bytes_of(R"({"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [1, 2]},
{"type": "Polygon", "coordinates": [[[0, 0, 5], [3, 0], [0, 3], [0, 0]]]}]})"),
            feature("water", "[[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]], [[1, 1], [3, 1], [3, 3], [1, 1]]]"),
            feature("a", "[[[0, 0], [4, 4], [4, 0], [0, 4], [0, 0]]]"),
            feature("b", "[[[0, 0], [4, 0], [0, 0], [0, 4], [0, 0]]]"),
            feature("c", "[[[0, 0], [1, 1], [2, 2], [0, 0]]]"),
            feature("d", "[[[0, 0], [9, 0], [9, 9], [0, 0]], [[20, 20], [22, 20], [22, 22], [20, 20]]]"),
            feature("e",
                    "[[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]], [[1, 1], [8, 1], [8, 8], [1, 8], [1, 1]], "
                    "[[2, 2], [3, 2], [3, 3], [2, 2]]]"),
            feature("f", "[[[0, 0], [0.1, 0], [0.3, 0.7], [0, 0]]]"),
            feature("g", "[[[0, 0], [1e9, 0], [0, 0.001], [0, 0]]]")};
}

std::vector<Bytes> map_seeds() {
    return {bytes_of("type octile\nheight 4\nwidth 5\nmap\n.GS@O\nTW...\n..@..\nGGGGS\n"),
            bytes_of("type octile\r\nheight 1\r\nwidth 2\r\nmap\r\nGG\r\n\r\n")};
}

std::vector<Bytes> mesh_seeds() {
    return {
        bytes_of("mesh\n2\n5 2\n0 0 2 0 -1\n2 0 3 0 1 -1\n2 2 3 1 0 -1\n0 2 2 0 -1\n4 1 2 1 -1\n"
                 "4 0 1 2 3 -1 -1 1 -1\n3 1 4 2 0 -1 -1\n")};
}

void run_mesh(Input input) {
    if (reads_from_file(input)) {
        const StoredInput file(input, ".mesh");
        if (const Result<PolygonSet> read = load_polygon_mesh(file.path()); !read) require_one_line(read.error().message);
    }
    run_reader(input, read_polygon_mesh);
}

constexpr std::array kPlanTargets{
    Target{"geojson", [](Input input) { run_reader(input, read_floor_plan); }, geojson_seeds},
    Target{"map", [](Input input) { run_reader(input, read_grid_map); }, map_seeds},
    Target{"mesh", run_mesh, mesh_seeds},
};

}  // namespace

std::span<const Target> plan_targets() {
    return kPlanTargets;
}

}  // namespace navspan::fuzz
