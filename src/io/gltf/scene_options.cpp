#include "io/gltf/scene_options.h"

#include <cmath>
#include <string>
#include <utility>

namespace navspan {

Status check_scale(const SceneOptions& options) {
    if (options.scale > 0 && std::isfinite(options.scale)) return Done{};
    return Error{ErrorKind::usage, "--scale: " + std::to_string(options.scale) +
                                       " is out of range; give a number > 0 (to reverse triangles use --flip)"};
}

MemoryBudget reading_budget(const SceneOptions& options, double more) {
    return {.bytes = double(options.max_bytes), .setting = options.memory_setting, .used = double(options.bytes_in_use) + more};
}

double soup_bytes(double vertices, double triangles) {
    const TriangleSoup soup;
    return vertices * sizeof(soup.vertices[0]) +
           triangles * (sizeof(soup.triangles[0]) + sizeof(soup.group_of[0]) + sizeof(soup.areas[0]));
}

void finish_soup(TriangleSoup& soup, const SceneOptions& options) {
    if (options.flip) {
        for (auto& triangle : soup.triangles)
            std::swap(triangle[1], triangle[2]);
    }
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
}

}  // namespace navspan
