// The table of input formats, which loaders, help texts and error messages use.

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
    return load_heightmap(paths[0], heightmap, options.hash);
}

using Content = InputContent;

constexpr std::array<InputFormat, 8> kInputFormats{{
    {".obj", "Wavefront OBJ: triangles; object, group and material names for rules", Content::triangles, "", false, true, true,
     read_obj_files},
    {".gltf", "glTF 2.0: triangles; node, mesh and material names for rules", Content::triangles, "", false, true, false,
     read_gltf_file},
    {".glb", "glTF 2.0 in one binary file", Content::triangles, "", false, true, false, read_gltf_file},
    {".png", "heightmap of 16-bit grey: triangles; see --heightmap-size", Content::triangles, "", true, false, false,
     read_heightmap_file},
    {".gset", "RecastDemo's level: its geometry, settings (flags override them), volumes and links", Content::level, "level"},
    {".mesh", "finished convex polygons, which are not baked", Content::polygons, "polygon mesh"},
    {".geojson", "floor plan: outlines of walkable ground and obstacles, with areas", Content::plan, "plan"},
    {".map", "grid map of characters: square cells with areas, --scale is their width", Content::cells, "map", false, true},
}};

// Formats of modelling programs that are not read, because glTF carries the same geometry.
constexpr std::array<std::string_view, 8> kModelFormats{".fbx", ".blend", ".stl", ".ply", ".dae", ".3ds", ".usd", ".usdz"};

// True if the file name has a suffix; false for "level", ".level", "folder.d/level" and "-".
bool has_any_suffix(std::string_view path) {
    const std::string_view name = path.substr(path.find_last_of('/') + 1);  // without a `/`, npos + 1 is 0
    const size_t dot = name.find_last_of('.');
    return dot != name.npos && dot > 0;
}

}  // namespace

std::span<const InputFormat> input_formats() {
    return kInputFormats;
}

const InputFormat* find_input_format(std::string_view path) {
    const auto is_its = [path](const InputFormat& format) { return has_suffix(path, format.suffix); };
    const auto found = std::find_if(kInputFormats.begin(), kInputFormats.end(), is_its);
    return found == kInputFormats.end() ? nullptr : &*found;
}

Result<const InputFormat*> input_format(const std::string& path) {
    if (const InputFormat* format = find_input_format(path)) return format;
    if (!has_any_suffix(path)) return &kInputFormats[0];
    const auto is_its = [&path](std::string_view suffix) { return has_suffix(path, suffix); };
    if (std::any_of(kModelFormats.begin(), kModelFormats.end(), is_its)) {
        return Error{ErrorKind::usage,
                     path +
                         ": this format is not read; open the file in Blender or in the program that wrote it "
                         "and export it as glTF (in Blender: File > Export > glTF 2.0, format .glb)"};
    }
    std::vector<std::string> known;
    for (const InputFormat& format : kInputFormats)
        known.emplace_back(format.suffix);
    return Error{ErrorKind::usage, path + ": no input format has this suffix; give " + alternatives_text(known)};
}

bool has_content(const std::string& path, InputContent content) {
    const InputFormat* format = find_input_format(path);
    return format && format->content == content;
}

std::string input_suffixes(InputContent content) {
    std::vector<std::string> known;
    for (const InputFormat& format : kInputFormats) {
        if (format.content == content) known.emplace_back(format.suffix);
    }
    return alternatives_text(known);
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
