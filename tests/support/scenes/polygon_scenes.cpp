#include "support/scenes/polygon_scenes.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "navspan/io/polygon_mesh_file.h"
#include "support/scenes/places.h"
#include "support/scenes/scenes.h"

namespace navspan::support {
namespace {

namespace fs = std::filesystem;

void add_meshes(const fs::path& folder, std::vector<std::string>& paths) {
    const auto first = ptrdiff_t(paths.size());
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".mesh") paths.push_back(entry.path().string());
    }
    std::sort(paths.begin() + first, paths.end());
}

}  // namespace

std::vector<std::string> polygon_scene_paths() {
    std::vector<std::string> paths;
    add_meshes(support::source_path("data/polygons"), paths);
    if (const auto folder = scenes_folder()) add_meshes(*folder, paths);
    return paths;
}

NavMesh load_polygon_scene(const std::string& path) {
    const Result<PolygonSet> set = load_polygon_mesh(path);
    if (!set) throw std::runtime_error(set.error().message);
    Result<NavMesh> mesh = nav_mesh_from_polygons(*set);
    if (!mesh) throw std::runtime_error(path + ": " + mesh.error().message);
    return *std::move(mesh);
}

std::vector<PublishedPath> load_published_paths(const std::string& mesh_path) {
    std::vector<PublishedPath> paths;
    std::ifstream file(fs::path(mesh_path).replace_extension(".paths"));
    std::string line;
    while (std::getline(file, line)) {
        line.resize(std::min(line.size(), line.find('#')));
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        std::istringstream words(line);
        double sx = 0, sy = 0, gx = 0, gy = 0, length = 0;
        if (!(words >> sx >> sy >> gx >> gy >> length)) throw std::runtime_error(mesh_path + ": bad paths line: " + line);
        paths.push_back({{sx, 0, -sy}, {gx, 0, -gy}, length});
    }
    return paths;
}

}  // namespace navspan::support
