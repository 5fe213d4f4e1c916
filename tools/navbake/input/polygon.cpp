#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "bake/config/keys.h"
#include "core/text.h"
#include "navbake/input/input.h"
#include "navspan/core/file.h"
#include "navspan/core/hash.h"

namespace navspan::tools {

const InputFormat* level_of_polygons(std::span<const std::string> inputs) {
    for (const std::string& path : inputs) {
        const InputFormat* format = find_input_format(path);
        if (format && format->read_mesh) return format;
    }
    return nullptr;
}

bool has_cells(std::span<const std::string> inputs) {
    return std::any_of(inputs.begin(), inputs.end(),
                       [](const std::string& path) { return has_content(path, InputContent::cells); });
}

Status check_polygon_input(std::span<const std::string> inputs, const BakeConfig& config) {
    const InputFormat& format = *level_of_polygons(inputs);
    if (inputs.size() > 1) {
        const std::string noun(format.noun), suffix(format.suffix);
        return Error{ErrorKind::usage, "a " + noun + " is a whole level; give one " + suffix + " file, or " +
                                           triangle_suffixes() + " files, not both"};
    }
    const bool plan = format.content != InputContent::polygons;
    const auto no_use = [&](const std::string& key) {
        const char* what =
            plan ? " is a plan, and only agent, areas, rules, plan, polygons and off_mesh_links apply to plans; leave "
                 : " has finished polygons, and only agent, areas and off_mesh_links apply to them; leave ";
        return Error{ErrorKind::usage, key + ": " + inputs[0] + what + key + " out"};
    };
    const BakeConfig plain;
    for (const ConfigKey& key : config_keys()) {
        if (key.path.starts_with("agent.") || key.get(config) == key.get(plain)) continue;
        if (format.content == InputContent::cells && key.path == "plan.quantum") {
            return Error{ErrorKind::usage,
                         "plan.quantum: the cells of " + inputs[0] + " are --scale wide; leave plan.quantum out"};
        }
        if (plan && (key.path.starts_with("plan.") || key.path.starts_with("polygons."))) continue;
        return no_use(key.path);
    }
    if (config.plan.partition == PartitionMethod::meadow && config.plan.triangulation != TriangulationMethod::automatic) {
        return Error{ErrorKind::usage,
                     "plan.triangulation: partition meadow does not triangulate; leave it out, or set "
                     "plan.partition to merge"};
    }
    if (!plan && !config.rules.empty()) return no_use("rules");
    if (!config.volumes.empty()) return no_use("volumes");
    if (!config.island_seeds.empty()) return no_use("island_seeds");
    return Done{};
}

Result<NavMesh> mesh_from_polygon_file(const std::string& path, double scale, NavMeshInfo info, bool hash, BakeReport& report) {
    const Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) return bytes.error();
    report.files.push_back({path, bytes->size(), hash ? sha256_hex(*bytes) : std::string()});
    return find_input_format(path)->read_mesh(
        {.text = chars_of(*bytes), .name = path, .config = report.config, .info = std::move(info), .cell_size = scale},
        report.warnings);
}

}  // namespace navspan::tools
