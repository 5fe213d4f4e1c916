#include <algorithm>
#include <utility>

#include "navbake/input/input.h"
#include "navbake/memory.h"

namespace navspan::tools {

Result<std::optional<GsetInput>> open_gset(NavbakeOptions& options) {
    const auto reader = [](const std::string& path) {
        const InputFormat* format = find_input_format(path);
        return format ? format->read_level : nullptr;
    };
    const auto found = std::find_if(options.inputs.begin(), options.inputs.end(), reader);
    if (found == options.inputs.end()) return std::optional<GsetInput>();
    if (options.inputs.size() > 1) {
        return Error{ErrorKind::usage, *found + ": a " + std::string(find_input_format(*found)->suffix) +
                                           " is a whole level with its own geometry; give no other input"};
    }
    GsetInput input;
    Result<GsetScene> scene = reader(*found)(*found, input.file, reading_budget(options));
    if (!scene) return scene.error();
    input.scene = *std::move(scene);
    const Result<std::string> geometry = gset_geometry(*found, input.scene, options.scene);
    if (!geometry) return geometry.error();
    options.gset = *found;
    options.inputs = {*geometry};
    return std::optional<GsetInput>(std::move(input));
}

}  // namespace navspan::tools
