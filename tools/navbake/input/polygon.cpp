#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "bake/config/keys.h"
#include "core/standard_input.h"
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

Status check_single_level(std::span<const std::string> inputs) {
    const InputFormat* const format = level_of_polygons(inputs);
    if (!format || inputs.size() == 1) return Done{};
    const std::string noun(format->noun), suffix(format->suffix);
    return Error{ErrorKind::usage, "a " + noun + " is a whole level; give one " + suffix + " file, or " + triangle_suffixes() +
                                       " files, not both"};
}

std::vector<Fact> polygon_facts(std::span<const std::string> inputs, const BakeConfig& config) {
    const InputFormat* const format = level_of_polygons(inputs);
    if (!format) return {};
    const std::string noun = "a " + std::string(format->noun), reason = input_name(inputs[0]) + " is " + noun;
    std::vector<Fact> facts{{facts::kPolygons, noun}};
    const auto add = [&facts](bool holds, std::string_view name, const std::string& text = {}) {
        if (holds) facts.push_back({name, text});
    };
    add(!format->scales, facts::kNoGrid, noun);
    const bool finished = format->content == InputContent::polygons;
    add(true, finished ? facts::kFinished : facts::kPlan, reason);
    add(format->content == InputContent::cells, facts::kCells, input_name(inputs[0]));
    add(config.plan.partition == PartitionMethod::meadow, facts::kMeadow);
    const BakeConfig plain;
    for (const ConfigKey& key : config_keys()) {
        if (key.path.starts_with("agent.") || key.get(config) == key.get(plain)) continue;
        add(true, key.path);
        const bool of_plan = key.path.starts_with("plan.") || key.path.starts_with("polygons.");
        add(true, of_plan ? facts::kPlanKey : facts::kBakeKey, key.path);
    }
    add(!config.rules.empty(), facts::kPlanKey, "rules");
    add(!config.volumes.empty(), facts::kBakeKey, "volumes");
    add(!config.island_seeds.empty(), facts::kBakeKey, "island_seeds");
    return facts;
}

Result<NavMesh> mesh_from_polygon_file(const std::string& path, double scale, NavMeshInfo info, bool hash, MemoryBudget budget,
                                       BakeReport& report) {
    const Result<std::vector<std::byte>> bytes = read_file_within(budget, path);
    if (!bytes) return bytes.error();
    report.files.push_back({path, bytes->size(), hash ? sha256_hex(*bytes) : std::string()});
    return find_input_format(path)->read_mesh({.text = chars_of(*bytes),
                                               .name = input_name(path),
                                               .config = report.config,
                                               .info = std::move(info),
                                               .cell_size = scale,
                                               .budget = std::move(budget)},
                                              report.warnings);
}

}  // namespace navspan::tools
