// Bakes a level with two ladders and an area of water. The filter of each agent selects whether the agent uses the ladders, and
// the cost of the water.
// Usage: links_and_costs [LEVEL.obj]

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "navspan/io.h"

namespace {

constexpr uint8_t kWater = 2, kLadder = 4;                        // area ids, 1 to 63
constexpr uint16_t kWalkFlag = 1, kSwimFlag = 2, kClimbFlag = 4;  // the game defines the meaning of each bit

int fail(const navspan::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.message.c_str());
    return 1;
}

// Returns the config. A tool would read it from a JSON file with load_config.
navspan::BakeConfig canal_config() {
    navspan::BakeConfig config;
    config.areas = {{.name = "ground", .id = 63, .cost = 1, .flags = kWalkFlag},
                    {.name = "water", .id = kWater, .cost = 4, .flags = kSwimFlag},
                    {.name = "ladder", .id = kLadder, .cost = 1, .flags = kClimbFlag}};
    config.rules = {{.pattern = "water", .area = "water"}};  // matches a material, object or group "water"
    // Each end is snapped to the nearest ground within `radius`. A ladder is 3.2 m high and costs as much as a walk of 7 m.
    config.off_mesh_links = {
        {.start = {41, 0, 30}, .end = {43.5, -3.2, 30}, .radius = 1, .cost = 7, .area = "ladder", .user_id = 1},
        {.start = {51, 0, 30}, .end = {48.5, -3.2, 30}, .radius = 1, .cost = 7, .area = "ladder", .user_id = 2}};
    return config;
}

// Finds and prints the path of an agent that uses this filter.
navspan::Status print_path(const char* who, const navspan::NavMesh& mesh, const navspan::QueryFilter& filter) {
    navspan::SearchScratch scratch;
    const navspan::PathRequest request{.start = {40, 0, 33}, .goal = {52, 0, 33}, .filter = &filter};
    const navspan::Result<navspan::Path> path = navspan::find_path(mesh, scratch, request);
    if (!path) return path.error();
    std::printf("%s: %s, cost %.2f, walked %.2f m", who, navspan::status_name(path->status), path->cost, path->length_xz);
    // A game plays an animation for each link, from points[link.point] to the next point.
    for (const navspan::PathLink& link : path->links)
        std::printf(", ladder %u", mesh.links[link.link].user_id);
    std::printf("\n");
    return navspan::Done{};
}

}  // namespace

int main(int argc, char** argv) {
    const std::string level = argc > 1 ? argv[1] : "data/scenes/courtyard.obj";
    navspan::Result<navspan::LoadedScene> scene = navspan::load_obj(std::vector<std::string>{level});
    if (!scene) return fail(scene.error());
    const navspan::BakeConfig config = canal_config();
    // Rules set the areas of triangles before the bake. A rule that matches nothing causes a warning.
    const navspan::Result<navspan::Warnings> ruled = navspan::apply_area_rules(scene->soup, config);
    if (!ruled) return fail(ruled.error());

    // The warning "link_lost" means that an end of a link has no ground within its radius.
    navspan::Warnings warnings = *ruled;
    const navspan::NavMeshInfo info = navspan::nav_mesh_info(config, navspan::config_json(config), "my game 1.0");
    const auto mesh = navspan::bake_nav_mesh(scene->soup, config, info, {.observer = {.warnings = &warnings}});
    if (!mesh) return fail(mesh.error());
    for (const navspan::Warning& warning : warnings)
        std::fprintf(stderr, "warning: %s: %s\n", warning.code.c_str(), warning.message.c_str());

    // A filter starts with the area costs of the config. With these costs, the hiker avoids the water and uses the bridge.
    const navspan::QueryFilter hiker = navspan::default_filter(*mesh);
    navspan::QueryFilter swimmer = hiker;
    swimmer.area_cost[kWater] = 0.5;
    navspan::QueryFilter dog = swimmer;
    dog.exclude_flags = kClimbFlag;  // excludes polygons and links with this flag
    if (const navspan::Status status = print_path("hiker", *mesh, hiker); !status) return fail(status.error());
    if (const navspan::Status status = print_path("swimmer", *mesh, swimmer); !status) return fail(status.error());
    if (const navspan::Status status = print_path("dog", *mesh, dog); !status) return fail(status.error());
    return 0;
}
