// Runs the usage examples at the top of the public headers on one level, in OUTPUT_FOLDER.
// Usage: headers [DATA_FOLDER [OUTPUT_FOLDER]]

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "headers.h"
#include "navspan/navspan.h"

namespace fs = std::filesystem;

namespace {

int fail(const std::string& message) {
    std::printf("error: %s\n", message.c_str());
    return 1;
}

// Copies the input files of the examples, except level.nav and level.glb, which earlier examples write.
void copy_inputs(const fs::path& data, const fs::path& output) {
    constexpr auto kOverwrite = fs::copy_options::overwrite_existing;
    fs::create_directories(output);
    fs::copy_file(data / "scenes/courtyard.obj", output / "level.obj", kOverwrite);
    fs::copy_file(data / "scenes/roofs.obj", output / "props.obj", kOverwrite);
    fs::copy_file(data / "polygons/plaza.mesh", output / "arena.mesh", kOverwrite);
}

}  // namespace

int main(int argc, char** argv) {
    const fs::path output = argc > 2 ? argv[2] : "out/headers";
    copy_inputs(argc > 1 ? argv[1] : "data", output);
    fs::current_path(output);

    navspan::Result<navspan::LoadedScene> scene = navspan::load_obj(std::vector<std::string>{"level.obj"});
    if (!scene) return fail(scene.error().message);
    const navspan::BakeConfig untiled;
    navspan::Result<navspan::NavMesh> mesh =
        navspan::bake_nav_mesh(scene->soup, untiled, navspan::nav_mesh_info(untiled, "{}", "example"));
    if (!mesh) return fail(mesh.error().message);
    Inputs inputs{.soup = std::move(scene->soup), .config = {}, .mesh = *std::move(mesh)};
    inputs.config.tiles.size = 19.2;

    Report report;
    const bool complete = navmesh_examples(inputs, report) && core_examples(inputs, report) && query_examples(inputs, report) &&
                          bake_examples(inputs, report) && io_examples(inputs, report);
    if (!complete) return fail("an input of the examples could not be made");
    if (report.stopped > 0) return fail(std::to_string(report.stopped) + " examples returned early");
    std::printf("all %d examples ran to their end\n", report.finished);
    return 0;
}
