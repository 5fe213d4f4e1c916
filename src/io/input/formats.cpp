// The table of input formats, for loaders, help texts and error messages.

#include "io/input/formats.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/text.h"
#include "io/gltf/gltf.h"
#include "io/input/heightmap.h"
#include "navspan/io/obj.h"

namespace navspan {
namespace {

using Paths = std::span<const std::string>;

Result<LoadedScene> read_obj_files(Paths paths, const SceneOptions& options, const HeightmapOptions&) {
    return load_obj(paths, options);
}

Result<LoadedScene> read_gltf_file(Paths paths, const SceneOptions& options, const HeightmapOptions&) {
    return load_gltf(paths[0], options);
}

Result<LoadedScene> read_heightmap_file(Paths paths, const SceneOptions& options, const HeightmapOptions& heightmap) {
    return load_heightmap(paths[0], heightmap, options);
}

using Content = InputContent;

constexpr std::array kInputFormats{
    InputFormat{.suffix = ".obj",
                .meaning = "Wavefront OBJ: triangles; object, group and material names for rules",
                .content = Content::triangles,
                .scales = true,
                .joins = true,
                .read_scene = read_obj_files},
    InputFormat{.suffix = ".gltf",
                .meaning = "glTF 2.0: triangles; node, mesh and material names for rules",
                .content = Content::triangles,
                .scales = true,
                .is_gltf = true,
                .read_scene = read_gltf_file},
    InputFormat{.suffix = ".glb",
                .meaning = "glTF 2.0 in one binary file",
                .content = Content::triangles,
                .scales = true,
                .is_gltf = true,
                .read_scene = read_gltf_file},
    InputFormat{.suffix = ".png",
                .meaning = "heightmap of 16-bit grey: triangles; see --heightmap-size",
                .content = Content::triangles,
                .noun = "heightmap",
                .is_heightmap = true,
                .read_scene = read_heightmap_file},
    InputFormat{.suffix = ".gset",
                .meaning = "RecastDemo's level: its geometry, settings (flags override them), volumes and links",
                .content = Content::level,
                .noun = "level",
                .read_level = load_gset},
    InputFormat{.suffix = ".mesh",
                .meaning = "finished convex polygons, which are not baked",
                .content = Content::polygons,
                .noun = "polygon mesh",
                .read_mesh = read_polygon_mesh},
    InputFormat{.suffix = ".geojson",
                .meaning = "floor plan: outlines of walkable ground and obstacles, with areas",
                .content = Content::plan,
                .noun = "plan",
                .read_mesh = read_floor_plan},
    InputFormat{.suffix = ".map",
                .meaning = "grid map of characters: square cells with areas, --scale is their width",
                .content = Content::cells,
                .noun = "map",
                .scales = true,
                .read_mesh = read_grid_map},
};

// Suffixes of modelling formats. These formats are not supported; an error message recommends glTF.
constexpr std::array<std::string_view, 8> kModelFormats{".fbx", ".blend", ".stl", ".ply", ".dae", ".3ds", ".usd", ".usdz"};

// True if the file name has a suffix; false for "level", ".level", "folder.d/level" and "-".
bool has_any_suffix(std::string_view path) {
    const std::string_view name = path.substr(path.find_last_of('/') + 1);  // if there is no `/`, npos + 1 is 0
    const size_t dot = name.find_last_of('.');
    return dot != name.npos && dot > 0;
}

// Returns the suffixes of all formats with a property, for example ".obj, .gltf or .glb".
template <class Condition>
std::string suffixes_where(Condition holds) {
    std::vector<std::string> suffixes;
    for (const InputFormat& format : kInputFormats) {
        if (holds(format)) suffixes.emplace_back(format.suffix);
    }
    return list_text(suffixes, "or");
}

}  // namespace

const InputFormat* find_input_format(std::string_view path) {
    const auto is_its = [path](const InputFormat& format) { return has_suffix(path, format.suffix); };
    const auto found = std::find_if(kInputFormats.begin(), kInputFormats.end(), is_its);
    return found == kInputFormats.end() ? nullptr : &*found;
}

Result<const InputFormat*> input_format(const std::string& path) {
    if (const InputFormat* format = find_input_format(path)) return format;
    if (!has_any_suffix(path)) return &kInputFormats[0];
    const auto is_its = [&path](std::string_view suffix) { return has_suffix(path, suffix); };
    const std::string known = suffixes_where([](const InputFormat&) { return true; });
    if (has_suffix(path, ".nav")) {
        return Error{ErrorKind::usage, path + ": a .nav file is the output of a bake; give -o " + path +
                                           " to write it, read it with navquery, or give an input: " + known};
    }
    std::string message = path + ": no input format has this suffix; give " + known;
    if (std::any_of(kModelFormats.begin(), kModelFormats.end(), is_its)) {
        message +=
            ". To convert the file, open it in Blender or in the program that wrote it, and export it as glTF (in Blender: "
            "File > Export > glTF 2.0, format .glb)";
    }
    return Error{ErrorKind::usage, message};
}

bool has_content(const std::string& path, InputContent content) {
    const InputFormat* format = find_input_format(path);
    return format && format->content == content;
}

std::string triangle_suffixes() {
    return suffixes_where([](const InputFormat& format) { return format.read_scene; });
}

std::string level_suffixes() {
    return suffixes_where([](const InputFormat& format) { return !format.read_scene; });
}

const InputFormat& heightmap_format() {
    return *std::find_if(kInputFormats.begin(), kInputFormats.end(), [](const auto& format) { return format.is_heightmap; });
}

std::vector<std::string> input_format_names() {
    std::vector<std::string> names;
    for (const InputFormat& format : kInputFormats)
        names.emplace_back(format.suffix.substr(1));
    return names;
}

std::string input_formats_help() {
    std::string text;
    for (const InputFormat& format : kInputFormats) {
        const std::string suffix(format.suffix);
        text += (text.empty() ? "  " : "\n  ") + suffix + std::string(10 - suffix.size(), ' ') + std::string(format.meaning);
    }
    return text;
}

}  // namespace navspan
