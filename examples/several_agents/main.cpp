// Bakes one level for several agents into one file and finds a path for each of them.
// Usage: several_agents [LEVEL.obj [OUTPUT.nav]]

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
    const std::string output = argc > 2 ? argv[2] : "out/agents.nav";
    const navspan::Result<navspan::LoadedScene> scene = navspan::load_obj(std::vector<std::string>{level});
    if (!scene) return fail(scene.error());

    // A bake removes the ground that is closer to a wall than the agent's radius. Each agent size needs its own mesh.
    navspan::BakeConfig config;
    config.agents = {{.radius = 0.4, .height = 1.8, .name = "human"},
                     {.radius = 1.2, .height = 3, .name = "ogre"},
                     {.radius = 0.6, .height = 1.5, .max_climb = 0.3, .max_slope = 20, .name = "cart"}};
    const navspan::Status valid = navspan::check_config(config);
    if (!valid) return fail(valid.error());

    // Agents with equal max_slope and equal max_climb (in voxels) share the voxelization of each tile.
    std::vector<navspan::AgentBake> bakes;
    for (const navspan::BakeConfig& one : navspan::configs_of_agents(config))
        bakes.push_back({one, navspan::nav_mesh_info(one, navspan::config_json(one), "my game 1.0")});
    const navspan::Result<std::vector<navspan::NavMesh>> baked = navspan::bake_agents(scene->soup, bakes, {.threads = 0});
    if (!baked) return fail(baked.error());
    const navspan::Status written = navspan::write_file_atomically(output, navspan::serialize_nav_meshes(*baked));
    if (!written) return fail(written.error());

    // The game reads all meshes of the file. read_nav_mesh would return only the first mesh.
    const navspan::Result<std::vector<std::byte>> bytes = navspan::read_file(output);
    if (!bytes) return fail(bytes.error());
    const navspan::Result<std::vector<navspan::NavMesh>> meshes = navspan::parse_nav_meshes(*bytes);
    if (!meshes) return fail(meshes.error());

    // `snap` is the maximum distance of start and goal from the ground.
    navspan::SearchScratch scratch;
    for (const navspan::NavMesh& mesh : *meshes) {
        const auto path = navspan::find_path(mesh, scratch, {.start = {12, 0, 28}, .goal = {18, 3.2, 15}, .snap = 2});
        if (!path) return fail(path.error());
        std::printf("%s: %.1f square metres; into the house: %s, %.2f m\n", mesh.info.agent_name.c_str(),
                    navspan::total_area(mesh.islands), navspan::status_name(path->status), path->length_xz);
    }
    return 0;
}
