// Builds a navigation mesh from a floor plan in GeoJSON, without voxels, and draws a path on it.
// Usage: floor_plan [PLAN.geojson [OUTPUT.svg]]

#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "navspan/io.h"

namespace {

int fail(const navspan::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.message.c_str());
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string name = argc > 1 ? argv[1] : "data/plans/office.geojson";
    const std::string output = argc > 2 ? argv[2] : "out/office.svg";

    const navspan::Result<std::vector<std::byte>> bytes = navspan::read_file(name);
    if (!bytes) return fail(bytes.error());
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    // Error messages name the file, the feature, the ring and the position of the error.
    const navspan::Result<navspan::FloorPlan> plan = navspan::parse_floor_plan(text, name);
    if (!plan) return fail(plan.error());

    // A plan uses only the fields `agent`, `areas`, `rules`, `polygons` and `plan` of the config.
    navspan::BakeConfig config;
    config.agent.radius = 0.3;
    navspan::Warnings warnings = plan->warnings;
    const navspan::NavMeshInfo info = navspan::nav_mesh_info(config, navspan::config_json(config), "my tool 1.0");
    const navspan::Result<navspan::NavMesh> mesh = navspan::nav_mesh_from_floor_plan(*plan, config, name, info, warnings);
    if (!mesh) return fail(mesh.error());
    for (const navspan::Warning& warning : warnings)
        std::fprintf(stderr, "warning: %s\n", warning.message.c_str());
    std::printf("%u polygons, %.1f square metres\n", mesh->polygon_count(), navspan::total_area(mesh->islands));

    // Point (x, y) of the plan is (x, 0, -y) in the world. The carpet costs more than the rest of the floor.
    navspan::SearchScratch scratch;
    const auto path = navspan::find_path(*mesh, scratch, {.start = {20, 0, -13}, .goal = {9, 0, -15}});
    if (!path) return fail(path.error());
    std::printf("kitchen to meeting room: %s, %.2f m, cost %.2f\n", navspan::status_name(path->status), path->length_xz,
                path->cost);

    // A drawing is a list of primitives. Add the path as a line.
    navspan::Drawing drawing = navspan::draw_nav_tile(*mesh->tiles.front());
    drawing.lines.push_back(
        {.first = uint32_t(drawing.points.size()), .count = uint32_t(path->points.size()), .color = {200, 30, 30}, .width = 3});
    drawing.points.insert(drawing.points.end(), path->points.begin(), path->points.end());
    const std::string svg = navspan::to_svg(drawing);
    const navspan::Status written = navspan::write_file_atomically(output, std::as_bytes(std::span(svg)));
    if (!written) return fail(written.error());
    return 0;
}
