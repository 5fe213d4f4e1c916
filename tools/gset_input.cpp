#include "gset_input.h"

#include <algorithm>
#include <string>
#include <utility>

namespace navspan::tools {
namespace {

bool is_gset(const std::string& path) {
    return path.ends_with(".gset");
}

}  // namespace

Result<std::optional<GsetInput>> open_gset(NavbakeOptions& options) {
    const auto found = std::find_if(options.inputs.begin(), options.inputs.end(), is_gset);
    if (found == options.inputs.end()) return std::optional<GsetInput>();
    if (options.inputs.size() > 1) {
        return Error{ErrorKind::usage, *found + ": a .gset is a whole level, it names its geometry; give nothing else"};
    }
    const char* flag = options.up != "y" ? "--up" : options.scale != 1 ? "--scale" : nullptr;
    if (flag) {
        return Error{ErrorKind::usage, std::string(flag) +
                                           ": the volumes and links of a .gset would stay where they are; leave "
                                           "it out"};
    }
    GsetInput input;
    Result<GsetScene> scene = load_gset(*found, input.file);
    if (!scene) return scene.error();
    input.scene = *std::move(scene);
    const Result<std::string> geometry = find_gset_geometry(*found, input.scene);
    if (!geometry) return geometry.error();
    if (!geometry->ends_with(".obj")) {
        return Error{ErrorKind::input, *found + ": its geometry " + *geometry + " is not an .obj file"};
    }
    options.gset = *found;
    options.inputs = {*geometry};
    return std::optional<GsetInput>(std::move(input));
}

}  // namespace navspan::tools
