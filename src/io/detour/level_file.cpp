// Reads a .nav file or a Detour tile set, detected by the first bytes.

#include "io/detour/level_file.h"

#include <string>
#include <utility>

#include "core/standard_input.h"
#include "io/input/formats.h"
#include "navspan/bake/live_world.h"
#include "navspan/core/file.h"
#include "navspan/io/detour_file.h"
#include "navspan/navmesh/live_mesh.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan {
namespace {

Result<LevelFile> detour_level(std::span<const std::byte> bytes) {
    Result<ImportedDetour> imported = parse_detour_file(bytes);
    if (!imported) return imported.error();
    LevelFile level;
    level.meshes.push_back(std::move(imported->mesh));
    level.format = std::string("Detour tile set, ") + (imported->refs == DetourRefs::bits32 ? "32" : "64") +
                   "-bit references, " + std::to_string(imported->tiles) + (imported->tiles == 1 ? " tile" : " tiles");
    level.warnings = std::move(imported->warnings);
    return level;
}

Result<LevelFile> nav_level(std::span<const std::byte> bytes) {
    Result<std::vector<NavMesh>> meshes = parse_nav_meshes(bytes);
    if (!meshes) return meshes.error();
    LevelFile level;
    level.meshes = *std::move(meshes);
    level.nav_format = kNavFormatVersion;
    level.kept_tiles = has_kept_tiles(bytes);
    level.live_world = has_live_world(bytes);
    level.format = ".nav format " + std::to_string(kNavFormatVersion);
    return level;
}

}  // namespace

Result<LevelFile> parse_level(std::span<const std::byte> bytes) {
    Result<LevelFile> level = is_detour_file(bytes) ? detour_level(bytes) : nav_level(bytes);
    if (level) level->bytes = bytes.size();
    return level;
}

Result<LevelFile> read_level(const std::filesystem::path& path) {
    const Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) return bytes.error();
    Result<LevelFile> level = parse_level(*bytes);
    if (level) return level;
    const char* const remedy = find_input_format(path.string()) ? "; bake it with navbake first" : "";
    return Error{level.error().kind, input_name(path) + ": " + level.error().message + remedy};
}

}  // namespace navspan
