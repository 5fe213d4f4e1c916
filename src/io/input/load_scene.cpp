// Reads several input files into one soup. Consecutive OBJ files are read in one call (InputFormat::joins), with the same
// result as load_obj.

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "core/append.h"
#include "io/gltf/scene_options.h"
#include "io/input/formats.h"
#include "navspan/io/scene.h"

namespace navspan {
namespace {

// Returns the input format for a path's suffix. Errors (usage): the suffix is unknown, or the format has no triangles.
Result<const InputFormat*> triangle_format(const std::string& path) {
    const Result<const InputFormat*> format = input_format(path);
    if (!format || (*format)->read_scene) return format;
    return Error{ErrorKind::usage, path + ": this format has no triangles; give " + triangle_suffixes()};
}

// Appends triangles, files and warnings. Groups with equal names are merged.
Status append_scene(LoadedScene& to, LoadedScene from) {
    TriangleSoup& soup = to.soup;
    if (soup.vertices.size() + from.soup.vertices.size() > kMaxSoupElements ||
        soup.triangles.size() + from.soup.triangles.size() > kMaxSoupElements) {
        return Error{ErrorKind::input, "more than 4294967295 vertices or triangles in all; bake fewer files at once"};
    }
    std::map<std::tuple<std::string, std::string, std::string>, uint32_t> known;
    const auto names = [](const SoupGroup& g) { return std::tuple{g.object, g.material, g.group}; };
    for (uint32_t g = 0; g < soup.groups.size(); ++g)
        known.try_emplace(names(soup.groups[g]), g);
    std::vector<uint32_t> group;
    for (SoupGroup& its : from.soup.groups) {
        const auto [at, is_new] = known.try_emplace(names(its), uint32_t(soup.groups.size()));
        if (is_new) soup.groups.push_back(std::move(its));
        group.push_back(at->second);
    }
    const uint32_t first = uint32_t(soup.vertices.size());
    for (auto& triangle : from.soup.triangles) {
        for (uint32_t& corner : triangle)
            corner += first;
    }
    for (uint32_t& g : from.soup.group_of)
        g = group[g];
    append_moved(soup.vertices, std::move(from.soup.vertices));
    append_moved(soup.triangles, std::move(from.soup.triangles));
    append_moved(soup.areas, std::move(from.soup.areas));
    append_moved(soup.group_of, std::move(from.soup.group_of));
    append_moved(to.files, std::move(from.files));
    append_moved(to.warnings, std::move(from.warnings));
    return Done{};
}

}  // namespace

Result<LoadedScene> load_scene(std::span<const std::string> paths, const SceneOptions& options,
                               const HeightmapOptions& heightmap) {
    std::vector<const InputFormat*> formats;
    for (const std::string& path : paths) {
        const Result<const InputFormat*> format = triangle_format(path);
        if (!format) return format.error();
        formats.push_back(*format);
    }
    LoadedScene scene;
    for (size_t first = 0; first < paths.size();) {
        const InputFormat& format = *formats[first];
        size_t end = first + 1;
        while (format.joins && end < paths.size() && formats[end] == &format)
            ++end;
        SceneOptions rest = options;
        rest.bytes_in_use += uint64_t(soup_bytes(double(scene.soup.vertices.size()), double(scene.soup.triangles.size())));
        Result<LoadedScene> next = format.read_scene(paths.subspan(first, end - first), rest, heightmap);
        if (!next) return next;
        if (end - first == paths.size()) return next;
        if (const Status added = append_scene(scene, *std::move(next)); !added) return added.error();
        first = end;
    }
    return scene;
}

}  // namespace navspan
