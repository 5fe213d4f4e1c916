#include "common/scene_input.h"

#include <algorithm>
#include <cstddef>

#include "core/text.h"
#include "io/gltf/gltf.h"
#include "navspan/io/scene.h"

namespace navspan::tools {
namespace {

// "X,Z" as a point
std::string with_zero_between(const std::string& text) {
    const size_t comma = text.find(',');
    return comma == text.npos ? text : text.substr(0, comma) + ",0" + text.substr(comma);
}

std::string check_extent(const std::string& text) {
    const Result<DVec3> size = parse_point("", with_zero_between(text));
    return size && size->x > 0 && size->z > 0 ? "" : text + " is not X,Z: two numbers above 0";
}

std::string check_corner(const std::string& text) {
    return parse_point("", text) ? "" : text + " is not x,y,z: three numbers";
}

std::string check_axis(const std::string& text) {
    return text == "y" || text == "z" ? "" : text + " is not an axis that can point up; give y or z";
}

// how .png inputs lie in the world; the other flags are not about them
void add_heightmap_flags(CLI::App& app, HeightmapOptions& map, const std::string& group) {
    app.add_option_function<std::string>(
           "--heightmap-size",
           [&map](const std::string& text) {
               const Result<DVec3> size = parse_point("--heightmap-size", with_zero_between(text));
               map.size_x = size->x, map.size_z = size->z;
           },
           "how wide (x) and deep (z) the terrain of a .png of 16-bit grey is, from its first to its last sample")
        ->check(check_extent)
        ->type_name("X,Z")
        ->group(group);
    app.add_option("--heightmap-height", map.height, "how high its white is above its black")
        ->check(check_positive)
        ->type_name("NUMBER")
        ->group(group);
    app.add_option_function<std::string>(
           "--heightmap-corner", [&map](const std::string& text) { map.corner = *parse_point("--heightmap-corner", text); },
           "where its first sample lies when it is black; default 0,0,0")
        ->check(check_corner)
        ->type_name("X,Y,Z")
        ->group(group);
}

}  // namespace

void add_scene_flags(CLI::App& app, SceneFlags& flags, const std::string& group) {
    app.add_option("--up", flags.up, "which axis of the file points up, y or z; default y")
        ->check(check_axis)
        ->type_name("AXIS")
        ->group(group);
    app.add_option("--scale", flags.scale, "factor on every coordinate; default 1")
        ->check(check_positive)
        ->type_name("NUMBER")
        ->group(group);
    app.add_flag("--flip", flags.flip, "turn every triangle over")->group(group);
    add_heightmap_flags(app, flags.heightmap, group);
}

Status check_scene_flags(const SceneFlags& flags, std::span<const std::string> paths) {
    const size_t maps = size_t(std::count_if(paths.begin(), paths.end(), is_heightmap));
    const HeightmapOptions& map = flags.heightmap;
    const char* flag = map.size_x > 0          ? "--heightmap-size"
                       : map.height > 0        ? "--heightmap-height"
                       : map.corner != DVec3{} ? "--heightmap-corner"
                                               : nullptr;
    if (maps == 0 && flag) return Error{ErrorKind::usage, std::string(flag) + ": there is no heightmap (.png); leave it out"};
    const char* turned = flags.up != "y" ? "--up" : flags.scale != 1 ? "--scale" : flags.flip ? "--flip" : nullptr;
    if (maps > 0 && maps == paths.size() && turned) {
        return Error{ErrorKind::usage, std::string(turned) + ": does not apply to heightmaps; leave it out"};
    }
    return Done{};
}

bool is_gset(const std::string& path) {
    return has_suffix(path, ".gset");
}

bool is_geometry(const std::string& path) {
    return has_suffix(path, ".obj") || is_gltf(path) || is_heightmap(path);
}

Result<std::string> gset_geometry(const std::string& path, const GsetScene& scene, const SceneFlags& flags) {
    const char* flag = flags.up != "y" ? "--up" : flags.scale != 1 ? "--scale" : nullptr;
    if (flag) {
        return Error{ErrorKind::usage,
                     std::string(flag) + ": the volumes and links of a .gset would stay where they are; leave it out"};
    }
    Result<std::string> geometry = find_gset_geometry(path, scene);
    if (geometry && !is_geometry(*geometry)) {
        return Error{ErrorKind::input, path + ": its geometry " + *geometry +
                                           " is of no kind that is read; give an .obj, .gltf, .glb or .png file"};
    }
    return geometry;
}

Result<LoadedScene> load_scene_files(std::span<const std::string> paths, const SceneFlags& flags, bool hash) {
    const ObjOptions options{.up = flags.up == "z" ? UpAxis::z : UpAxis::y,
                             .scale = flags.scale,
                             .flip = flags.flip,
                             .hash = hash,
                             .max_gltf_bytes = flags.max_gltf_bytes};
    return load_scene(paths, options, flags.heightmap);
}

Result<LoadedScene> load_geometry(const std::string& path, const SceneFlags& flags) {
    std::string file = path;
    if (is_gset(path)) {
        InputFile its;
        const Result<GsetScene> scene = load_gset(path, its);
        if (!scene) return scene.error();
        const Result<std::string> geometry = gset_geometry(path, *scene, flags);
        if (!geometry) return geometry.error();
        file = *geometry;
    }
    if (const Status fit = check_scene_flags(flags, {&file, 1}); !fit) return fit.error();
    return load_scene_files({&file, 1}, flags);
}

}  // namespace navspan::tools
