#include "support/scenes/scenes.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "navspan/io/obj.h"
#include "support/scenes/places.h"

namespace navspan::support {
namespace {

std::vector<std::string> obj_files(const std::filesystem::path& folder) {
    std::vector<std::string> paths;
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
        if (entry.path().extension() == ".obj") paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

}  // namespace

std::vector<std::string> own_scene_paths() {
    return obj_files(support::source_path("data/scenes"));
}

std::optional<std::string> scenes_folder() {
    const char* folder = std::getenv("NAVSPAN_SCENES");
    if (!folder || !*folder) return std::nullopt;
    return std::string(folder);
}

std::vector<std::string> further_scene_paths() {
    const auto folder = scenes_folder();
    return folder ? obj_files(*folder) : std::vector<std::string>{};
}

std::vector<std::string> all_scene_paths() {
    std::vector<std::string> paths = own_scene_paths();
    for (std::string& path : further_scene_paths())
        paths.push_back(std::move(path));
    return paths;
}

std::string scene_name(const std::string& path) {
    return std::filesystem::path(path).stem().string();
}

TriangleSoup load_scene(const std::string& path) {
    const std::string paths[] = {path};
    Result<LoadedScene> scene = load_obj(paths);
    if (!scene) throw std::runtime_error(scene.error().message);
    return std::move(scene->soup);
}

VoxelConfig recast_settings(double cell_size, double cell_height) {
    VoxelConfig config;
    config.lattice = {.origin = {}, .cell_size = cell_size, .cell_height = cell_height};
    constexpr double kEpsilon = 1e-9;
    config.walkable_height = int32_t(std::ceil(2.0 / cell_height - kEpsilon));
    config.walkable_climb = int32_t(std::floor(0.9 / cell_height + kEpsilon));
    config.max_climb = 0.9 / cell_height;
    config.walkable_radius = int32_t(std::ceil(0.6 / cell_size - kEpsilon));
    config.radius = 0.6 / cell_size;
    config.ledges = LedgeTest::plain;
    config.erosion = ErosionMethod::chamfer;
    config.max_edge_length = int32_t(std::floor(12.0 / cell_size + kEpsilon));
    config.walls = WallSimplification::two_sided;
    config.heights = HeightSource::voxels;
    return config;
}

}  // namespace navspan::support
