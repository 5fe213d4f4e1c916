#include "common/scene_input.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "bake/config/length_units.h"
#include "bake/config/level_bounds.h"
#include "common/cli.h"
#include "core/standard_input.h"
#include "core/text.h"
#include "io/input/formats.h"

namespace navspan::tools {
namespace {

Result<std::vector<double>> parse_extent(const std::string& text) {
    return parse_numbers("--heightmap-size", text, "X,Z", 2);
}

std::string check_extent(const std::string& text) {
    const auto size = parse_extent(text);
    return size && (*size)[0] > 0 && (*size)[1] > 0 ? "" : text + " is not X,Z: two numbers above 0";
}

std::string check_corner(const std::string& text) {
    return parse_point("", text) ? "" : text + " is not x,y,z: three numbers";
}

std::string check_unit(const std::string& text) {
    return unit_in_metres(text) ? "" : text + " is not a unit; give m, cm, mm, in, ft or quake (1/16 ft)";
}

std::string check_axis(const std::string& text) {
    const bool is_axis = std::find(kUpAxisNames.begin(), kUpAxisNames.end(), text) != kUpAxisNames.end();
    return is_axis ? "" : text + " is not an axis that can point up; give y, z, x, -y, -z or -x";
}

constexpr std::string_view kTryScale = "try --scale ";

// Converts the advice "try --scale F" of level_warnings to --units, where possible. `by_scale` may name two factors, for
// example "try --scale 0.01 (centimetres) or 0.0254 (inches)".
std::string units_advice(const std::string& by_scale, const SceneFlags& flags) {
    std::vector<std::string> names;
    for (const LengthUnit& unit : kLengthUnits) {
        if ((by_scale + " ").find(" " + number_text(unit.metres) + " ") != by_scale.npos) names.emplace_back(unit.name);
    }
    const std::string factor = by_scale.substr(0, by_scale.find(' ', kTryScale.size()));
    std::string advice = names.empty() ? factor : "try --units " + list_text(names, "or");
    if (!flags.units_of_preset) advice += " instead of --units " + flags.units;
    return advice;
}

// Adds the flags for size, height and position of .png inputs. --up, --scale, --units and --flip do not apply to heightmaps.
void add_heightmap_flags(CommandLine& line, HeightmapOptions& map) {
    line.add_parsed(
            "--heightmap-size",
            [&map](const std::string& text) {
                const auto size = parse_extent(text);
                map.size_x = (*size)[0], map.size_z = (*size)[1];
            },
            "width (x) and depth (z) of the terrain of a .png of 16-bit grey, from its first to its last sample [wu]")
        .check(check_extent)
        .type("X,Z");
    line.add("--heightmap-height", map.height, "height of white above black [wu]").check(check_positive).type("NUMBER");
    line.add_parsed(
            "--heightmap-corner", [&map](const std::string& text) { map.corner = *parse_point("--heightmap-corner", text); },
            "position of its first sample if that is black [wu]; default 0,0,0")
        .check(check_corner)
        .type("X,Y,Z");
}

// Refuses a --scale that leaves no size of the level.
Status check_scaled_size(const TriangleSoup& soup, const SceneFlags& flags) {
    constexpr double kVanishing = 1e-6;  // largest extent of a level that has vanished [wu]
    if (!flags.scale || *flags.scale >= kVanishing || soup.triangles.empty()) return Done{};
    const LevelBounds bounds = bounds_of_triangles(soup);
    if (std::max({bounds.extent(0), bounds.extent(1), bounds.extent(2)}) > kVanishing) return Done{};
    return Error{ErrorKind::usage, "--scale: with " + number_text(*flags.scale) + ", the level is smaller than " +
                                       number_text(kVanishing) + " units, so nothing is left of it; give the length of one " +
                                       "unit of the files in metres, such as 0.01 for centimetres"};
}

}  // namespace

std::optional<double> unit_in_metres(std::string_view name) {
    for (const LengthUnit& unit : kLengthUnits) {
        if (name == unit.name) return unit.metres;
    }
    return {};
}

SoupSource soup_source(const SceneFlags& flags) {
    const auto axis = std::find(kUpAxisNames.begin(), kUpAxisNames.end(), flags.up);
    const double scale = flags.scale.value_or(1) * unit_in_metres(flags.units).value_or(1);
    return {.up = UpAxis(axis - kUpAxisNames.begin()), .scale = scale, .flip = flags.flip};
}

Warnings warnings_about_level(const TriangleSoup& soup, const BakeConfig& config, const SceneFlags& flags) {
    Warnings warnings = level_warnings(soup, config, soup_source(flags));
    if (flags.units.empty()) return warnings;
    for (Warning& warning : warnings) {
        if (warning.advice.starts_with(kTryScale)) replace_advice(warning, units_advice(warning.advice, flags));
    }
    return warnings;
}

void replace_advice(Warning& warning, std::string advice) {
    warning.message.replace(warning.message.rfind(warning.advice), warning.advice.size(), advice);
    warning.advice = std::move(advice);
}

void add_scene_flags(CommandLine& line, SceneFlags& flags) {
    line.add("--up", flags.up, "which axis of the file points up: y, z, x, -y, -z or -x; default y")
        .check(check_axis)
        .values({kUpAxisNames.begin(), kUpAxisNames.end()})
        .type("AXIS");
    line.add("--scale", flags.scale, "factor on every coordinate; default 1").check(check_positive).type("NUMBER");
    std::vector<std::string> units;
    for (const LengthUnit& unit : kLengthUnits)
        units.emplace_back(unit.name);
    line.add("--units", flags.units,
             "unit of the files: m, cm, mm, in, ft or quake (1/16 ft); converts them to metres, like --scale")
        .check(check_unit)
        .values(units)
        .type("UNIT");
    line.add_switch("--flip", flags.flip, "reverse the winding of every triangle");
    add_heightmap_flags(line, flags.heightmap);
}

bool only_heightmaps(std::span<const std::string> paths) {
    return !paths.empty() && std::all_of(paths.begin(), paths.end(), [](const std::string& path) {
        const InputFormat* format = find_input_format(path);
        return format && format->is_heightmap;
    });
}

std::vector<Fact> scene_facts(const SceneFlags& flags, std::span<const std::string> paths) {
    const InputFormat* level = nullptr;
    bool has_heightmap = false;
    for (const std::string& path : paths) {
        const InputFormat* format = find_input_format(path);
        has_heightmap |= format && format->is_heightmap;
        if (format && format->read_level) level = format;
    }
    const HeightmapOptions& map = flags.heightmap;
    std::vector<Fact> facts;
    const auto add = [&facts](bool holds, std::string_view name, std::string text = {}) {
        if (holds) facts.push_back({name, std::move(text)});
    };
    add(flags.up != "y", "--up");
    add(flags.scale.has_value(), "--scale");
    add(!flags.units.empty(), "--units");
    add(flags.flip, "--flip");
    add(map.size_x > 0, "--heightmap-size");
    add(map.height > 0, "--heightmap-height");
    add(map.corner != DVec3{}, "--heightmap-corner");
    const InputFormat& known = heightmap_format();
    const std::string noun(known.noun);
    if (level) facts.push_back({facts::kGset, "a " + std::string(level->suffix)});
    // a RecastDemo level may name a heightmap
    add(!has_heightmap && !level, facts::kNoHeightmap, noun + " (" + std::string(known.suffix) + ")");
    add(only_heightmaps(paths), facts::kOnlyHeightmaps, noun + "s");
    return facts;
}

Result<std::string> gset_geometry(const std::string& path, const GsetScene& scene, const SceneFlags& flags) {
    if (const Status fits = check_exclusions(scene_facts(flags, {&path, 1})); !fits) return fits.error();
    Result<std::string> geometry = find_gset_geometry(path, scene);
    if (const InputFormat* format = geometry ? find_input_format(*geometry) : nullptr;
        geometry && !(format && format->read_scene)) {
        return Error{ErrorKind::input, input_name(path) + ": its geometry " + *geometry +
                                           " has an unsupported format; give an " + triangle_suffixes() + " file"};
    }
    return geometry;
}

Result<LoadedScene> load_scene_files(std::span<const std::string> paths, const SceneFlags& flags, bool hash) {
    const SoupSource source = soup_source(flags);
    const SceneOptions options{.up = source.up,
                               .scale = source.scale,
                               .flip = flags.flip,
                               .threads = flags.threads,
                               .hash = hash,
                               .max_bytes = flags.max_bytes,
                               .memory_setting = flags.memory_setting};
    Result<LoadedScene> scene = load_scene(paths, options, flags.heightmap);
    if (!scene) return scene;
    if (const Status fits = check_scaled_size(scene->soup, flags); !fits) return fits.error();
    return scene;
}

Result<LoadedScene> load_geometry(const std::string& path, const SceneFlags& flags) {
    std::string file = path;
    if (const InputFormat* format = find_input_format(path); format && format->read_level) {
        InputFile its;
        const Result<GsetScene> scene = format->read_level(path, its, {});
        if (!scene) return scene.error();
        const Result<std::string> geometry = gset_geometry(path, *scene, flags);
        if (!geometry) return geometry.error();
        file = *geometry;
    }
    if (const Status fit = check_exclusions(scene_facts(flags, {&file, 1})); !fit) return fit.error();
    return load_scene_files({&file, 1}, flags);
}

}  // namespace navspan::tools
