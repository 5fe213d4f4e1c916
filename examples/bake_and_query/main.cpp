// Bakes a level, writes it to a file and finds a path on it.
// Usage: bake_and_query [LEVEL.obj [OUTPUT.nav]]

#include <cstdio>
#include <string>
#include <vector>

#include "navspan/io.h"

namespace {

int fail(const navspan::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.message.c_str());
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string level = argc > 1 ? argv[1] : "data/scenes/courtyard.obj";
    const std::string output = argc > 2 ? argv[2] : "out/courtyard.nav";

    navspan::Result<navspan::LoadedScene> scene = navspan::load_obj(std::vector<std::string>{level});
    if (!scene) return fail(scene.error());
    // A warning does not stop the bake, but the level may not be what its author intended.
    for (const navspan::Warning& warning : scene->warnings)
        std::fprintf(stderr, "warning: %s\n", warning.message.c_str());

    // The default config is for a human, in metres. Set only the fields that you want to change.
    navspan::BakeConfig config;
    config.agent.radius = 0.5;
    config.agent.height = 1.8;
    for (const navspan::Warning& warning : navspan::config_warnings(config))
        std::fprintf(stderr, "warning: %s\n", warning.message.c_str());

    // The file stores this info: the agent, the areas and the config of the bake.
    const navspan::NavMeshInfo info = navspan::nav_mesh_info(config, navspan::config_json(config), "my game 1.0");
    const navspan::Result<navspan::NavMesh> mesh = navspan::bake_nav_mesh(scene->soup, config, info, {.threads = 0});
    if (!mesh) return fail(mesh.error());
    // An empty mesh is not an error. The usual cause is a level that is upside down or not in metres.
    if (mesh->polygon_count() == 0) return fail({.message = level + ": nothing is walkable"});
    std::printf("%u polygons, %.1f square metres\n", mesh->polygon_count(), navspan::total_area(mesh->islands));

    // If this call fails, the file `output` keeps its old content.
    const navspan::Status written = navspan::write_file_atomically(output, navspan::serialize_nav_mesh(*mesh));
    if (!written) return fail(written.error());

    navspan::SearchScratch scratch;
    const navspan::Result<navspan::Path> path = navspan::find_path(*mesh, scratch, {.start = {12, 0, 28}, .goal = {57, 0, 31}});
    if (!path) return fail(path.error());
    std::printf("path: %s, %.2f m\n", navspan::status_name(path->status), path->length_xz);
    for (const navspan::DVec3& point : path->points)
        std::printf("  %.2f %.2f %.2f\n", point.x, point.y, point.z);
    return path->status == navspan::PathStatus::complete ? 0 : 1;
}
