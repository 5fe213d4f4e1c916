#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/standard_input.h"
#include "navbake/input/input.h"
#include "navbake/memory.h"

namespace navspan::tools {
namespace {

// Converts advice with --scale or --up to advice that names the files to change. Keeps advice with --flip alone, which is
// allowed for a .gset.
std::string gset_advice(const std::string& advice, const std::string& geometry, const std::string& gset) {
    constexpr std::string_view kScale = "try --scale ", kUp = "try --up ";
    if (advice.starts_with(kScale))
        return "multiply the coordinates in " + geometry + " and " + gset + " by " + advice.substr(kScale.size());
    if (!advice.starts_with(kUp)) return advice;
    const std::string exported = "export " + geometry + " with y up";
    if (advice.ends_with(" without --flip")) return exported + ", and leave out --flip";
    return advice.ends_with(" --flip") ? exported + ", and give --flip" : exported;
}

}  // namespace

Warnings warnings_about_input(const NavbakeOptions& options, const TriangleSoup& soup, const BakeConfig& config) {
    if (only_heightmaps(options.inputs)) return {};
    Warnings warnings = warnings_about_level(soup, config, options.scene);
    if (options.gset.empty()) return warnings;
    for (Warning& warning : warnings)
        replace_advice(warning, gset_advice(warning.advice, options.inputs[0], input_name(options.gset)));
    return warnings;
}

Result<std::optional<GsetInput>> open_gset(NavbakeOptions& options) {
    const auto reader = [](const std::string& path) {
        const InputFormat* format = find_input_format(path);
        return format ? format->read_level : nullptr;
    };
    const auto found = std::find_if(options.inputs.begin(), options.inputs.end(), reader);
    if (found == options.inputs.end()) return std::optional<GsetInput>();
    if (options.inputs.size() > 1) {
        return Error{ErrorKind::usage, input_name(*found) + ": a " + std::string(find_input_format(*found)->suffix) +
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
