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

void finish_soup(TriangleSoup& soup, const SceneOptions& options) {
    if (options.flip) {
        for (auto& triangle : soup.triangles)
            std::swap(triangle[1], triangle[2]);
    }
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
}

}  // namespace navspan
