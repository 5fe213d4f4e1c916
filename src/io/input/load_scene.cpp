// Several input files of several kinds become one soup. Files of one kind that follow one another are read together, so that a
// level of OBJ files alone is read as load_obj reads it.

#include "navspan/io/scene.h"

#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "io/gltf/gltf.h"
#include "io/input/heightmap.h"
#include "navspan/io/obj.h"

namespace navspan {
namespace {

enum class Kind { obj, gltf, heightmap };

Kind kind_of(const std::string& path) {
    return is_gltf(path) ? Kind::gltf : is_heightmap(path) ? Kind::heightmap : Kind::obj;
}

Result<LoadedScene> load_one_kind(std::span<const std::string> paths, const ObjOptions& options,
                                  const HeightmapOptions& heightmap) {
    switch (kind_of(paths[0])) {
        case Kind::gltf:
            return load_gltf(paths[0], options);
        case Kind::heightmap:
            return load_heightmap(paths[0], heightmap, options.hash);
        default:
            return load_obj(paths, options);
    }
}

template <class T>
void append_moved(std::vector<T>& to, std::vector<T>& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

// appends triangles, files and warnings; groups of the same names become one
Status append_scene(LoadedScene& to, LoadedScene from) {
    constexpr size_t kMost = 0xffffffffu;
    TriangleSoup& soup = to.soup;
    if (soup.vertices.size() + from.soup.vertices.size() > kMost ||
        soup.triangles.size() + from.soup.triangles.size() > kMost) {
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
    append_moved(soup.vertices, from.soup.vertices);
    append_moved(soup.triangles, from.soup.triangles);
    append_moved(soup.areas, from.soup.areas);
    append_moved(soup.group_of, from.soup.group_of);
    append_moved(to.files, from.files);
    append_moved(to.warnings, from.warnings);
    return Done{};
}

}  // namespace

Result<LoadedScene> load_scene(std::span<const std::string> paths, const ObjOptions& options,
                               const HeightmapOptions& heightmap) {
    LoadedScene scene;
    for (size_t first = 0; first < paths.size();) {
        size_t end = first + 1;
        while (kind_of(paths[first]) == Kind::obj && end < paths.size() && kind_of(paths[end]) == Kind::obj)
            ++end;
        Result<LoadedScene> next = load_one_kind(paths.subspan(first, end - first), options, heightmap);
        if (!next) return next;
        if (end - first == paths.size()) return next;
        if (const Status added = append_scene(scene, *std::move(next)); !added) return added.error();
        first = end;
    }
    return scene;
}

}  // namespace navspan
