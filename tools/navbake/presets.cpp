#include "navbake/presets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>

#include "bake/config/level_bounds.h"
#include "core/standard_input.h"
#include "core/text.h"
#include "io/input/formats.h"
#include "navbake/check_options.h"
#include "navbake/input/input.h"

namespace navspan::tools {
namespace {

// The default agent and cell sizes of an engine, with the units and up axis of its levels. Lengths are in metres, slopes in
// degrees. Sources: docs/inputs-and-exports.md.
struct EnginePreset {
    std::string_view name;
    double radius, height, max_climb, max_slope;
    double cell_size, cell_height;
    std::string_view units, up;
};

constexpr std::array kPresets{
    EnginePreset{"unreal", 0.34, 1.44, 0.35, 44, 0.19, 0.1, "cm", "z"},
    EnginePreset{"unity", 0.5, 2, 0.4, 45, 0.166667, 0.083333, "m", "y"},
    EnginePreset{"godot", 0.5, 1.5, 0.25, 45, 0.25, 0.25, "m", "y"},
    // In units of 1/16 ft: radius 16, height 72, climb 18, cells 8 x 4.5. The Source engine does not voxelize, so the cell
    // sizes are our choice.
    EnginePreset{"source", 0.3048, 1.3716, 0.3429, 45.573, 0.1524, 0.085725, "quake", "z"},
    EnginePreset{"recast", 0.6, 2, 0.9, 45, 0.3, 0.2, "m", "y"},
};

const EnginePreset* find_preset(std::string_view name) {
    const auto found =
        std::find_if(kPresets.begin(), kPresets.end(), [name](const EnginePreset& preset) { return preset.name == name; });
    return found == kPresets.end() ? nullptr : &*found;
}

// Suggested sizes of cells and tiles. Only levels with many columns are divided into tiles.
struct Suggestion {
    double cell_size = 0, cell_height = 0, tile_size = 0;
    double columns = 0;  // cells of the whole level
};

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// All agents are baked with the cells of the agent that needs the smallest.
Suggestion suggest(const DVec3& extent, std::span<const BakeConfig> agents) {
    constexpr double kMostColumns = 4e6;  // levels with more columns get tiles; 4 million need a few hundred MB
    constexpr double kTileCells = 128;
    Suggestion s{.cell_size = kUnbounded, .cell_height = kUnbounded};
    for (const BakeConfig& config : agents) {
        const AgentConfig& agent = config.agent;
        const double finest = agent.height / 40, coarsest = agent.height / 4;
        s.cell_size = std::min(s.cell_size, two_digits_down(std::clamp(agent.radius / 2, finest, coarsest)));
        const double by_climb = agent.max_climb > 0 ? agent.max_climb / 4 : agent.height / 10;
        s.cell_height = std::min(s.cell_height, two_digits_down(std::clamp(by_climb, agent.height / 100, agent.height / 8)));
    }
    s.columns = std::ceil(extent.x / s.cell_size) * std::ceil(extent.z / s.cell_size);
    if (s.columns > kMostColumns) s.tile_size = kTileCells * s.cell_size;
    return s;
}

std::string agent_members(const AgentConfig& agent) {
    return "\"radius\": " + number_text(agent.radius) + ", \"height\": " + number_text(agent.height) +
           ", \"max_climb\": " + number_text(agent.max_climb) + ", \"max_slope\": " + number_text(agent.max_slope) + "}";
}

// Returns the section "agent" of a config, or "agents" if the agents have names.
std::string agents_text(std::span<const BakeConfig> agents) {
    if (agents[0].agent.name.empty())
        return "  // the agent, as given\n  \"agent\": {" + agent_members(agents[0].agent) + ",\n";
    std::string list;
    for (const BakeConfig& config : agents)
        list += (list.empty() ? "" : ",\n             ") + ("{\"name\": \"" + config.agent.name + "\", ") +
                agent_members(config.agent);
    return "  // the agents, as given\n  \"agents\": [" + list + "],\n";
}

// Returns the flags for the units, up axis and winding of the files and for heightmaps, such as "--units cm --up z"; empty if
// all are defaults.
std::string flags_of_files(const SceneFlags& flags) {
    std::string text;
    const auto add = [&text](const std::string& flag) { text += (text.empty() ? "" : " ") + flag; };
    if (!flags.units.empty()) add("--units " + flags.units);
    if (flags.scale) add("--scale " + number_text(*flags.scale));
    if (flags.up != "y") add("--up " + flags.up);
    if (flags.flip) add("--flip");
    const HeightmapOptions& map = flags.heightmap;
    if (map.size_x > 0) add("--heightmap-size " + number_text(map.size_x) + "," + number_text(map.size_z));
    if (map.height > 0) add("--heightmap-height " + number_text(map.height));
    if (map.corner != DVec3{}) {
        add("--heightmap-corner " + number_text(map.corner.x) + "," + number_text(map.corner.y) + "," +
            number_text(map.corner.z));
    }
    return text;
}

}  // namespace

void add_preset_flag(CommandLine& line, NavbakeOptions& options) {
    std::vector<std::string> names;
    for (const EnginePreset& preset : kPresets)
        names.emplace_back(preset.name);
    line.add("--preset", options.preset,
             "start from the defaults of an engine: agent, cells, units and up axis; " + list_text(names, "or") +
                 "; other flags and --config override it; glTF files keep their units and axis")
        .one_of(names)
        .type("ENGINE");
}

Status apply_preset_input(const CommandLine& line, NavbakeOptions& options) {
    const EnginePreset* preset = find_preset(options.preset);
    const bool sets_up = !line.given("--up"), sets_units = !line.given("--scale") && !line.given("--units");
    const bool differs = preset && (preset->units != "m" || preset->up != "y");
    if (!differs || !(sets_up || sets_units)) return Done{};
    const auto is_fixed = [](const std::string& path) {
        const Result<const InputFormat*> format = input_format(path);
        return !format || (*format)->is_gltf || (*format)->is_heightmap || (*format)->content != InputContent::triangles;
    };
    const auto fixed = std::find_if(options.inputs.begin(), options.inputs.end(), is_fixed);
    if (fixed != options.inputs.end()) {
        if (!check_inputs(options)) return Done{};  // reported later
        const auto other = std::find_if_not(options.inputs.begin(), options.inputs.end(), is_fixed);
        if (other == options.inputs.end()) return Done{};
        return Error{ErrorKind::usage, "--preset " + options.preset + ": its units and up axis apply to " + input_name(*other) +
                                           " but not to " + input_name(*fixed) +
                                           "; give --units and --up, or bake files of one format"};
    }
    if (sets_up) options.scene.up = preset->up;
    if (sets_units) options.scene.units = preset->units, options.scene.units_of_preset = true;
    return Done{};
}

void apply_preset_config(const NavbakeOptions& options, BakeConfig& config) {
    const EnginePreset* preset = find_preset(options.preset);
    if (!preset) return;
    config.agent.radius = preset->radius;
    config.agent.height = preset->height;
    config.agent.max_climb = preset->max_climb;
    config.agent.max_slope = preset->max_slope;
    if (!level_of_polygons(options.inputs)) config.voxels = {preset->cell_size, preset->cell_height};
}

std::string suggested_config(const TriangleSoup& soup, const BakeConfig& config, const SceneFlags& flags,
                             const Warnings& warnings) {
    const LevelBounds bounds = bounds_of_triangles(soup);
    const DVec3 extent = bounds.max - bounds.min;
    const std::vector<BakeConfig> agents = configs_of_agents(config);
    const Suggestion s = suggest(extent, agents);
    const auto rounded = [](double length) { return number_text(std::round(length * 100) / 100); };
    std::string text = "// The level measures " + rounded(extent.x) + " x " + rounded(extent.y) + " x " + rounded(extent.z) +
                       " and has " + count_of(soup.triangles.size(), "triangle") + ".\n";
    if (const std::string given = flags_of_files(flags); !given.empty())
        text += "// Give these flags with this config, which does not contain them: " + given + "\n";
    text += "// All other keys have their defaults. Copy those that your own config changes.\n";
    for (const Warning& warning : warnings)
        text += "// Caution: " + warning.message + ".\n";
    text += "{\n" + agents_text(agents) + "  // cell_size: half of the " + (agents.size() > 1 ? "smallest " : "") +
            "radius, so that passages are accurate to a quarter of the agent's width\n"
            "  // cell_height: a quarter of " +
            (agents.size() > 1 ? "the smallest " : "") +
            "max_climb, so that steps are accurate\n  \"voxels\": {\"cell_size\": " + number_text(s.cell_size) +
            ", \"cell_height\": " + number_text(s.cell_height) + "},\n";
    const auto columns = uint64_t(std::min(s.columns, 1e18));
    text += "  // the level has " + with_thousands(columns) + " " + noun_for(columns, "cell") +
            (s.tile_size > 0 ? ": tiles of 128 cells limit the memory and can be baked by several threads"
                             : ", few enough for one tile") +
            "\n  \"tiles\": {\"size\": " + number_text(s.tile_size) + "}\n}\n";
    return text;
}

}  // namespace navspan::tools
