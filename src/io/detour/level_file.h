#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// A level read from any supported format.
struct LevelFile {
    std::vector<NavMesh> meshes;  ///< one per agent; at least one
    std::string format;           ///< description, such as ".nav format 2"
    uint32_t nav_format = 0;      ///< version of a .nav file; 0: another format
    bool kept_tiles = false;      ///< read_live_mesh can read the file (navmesh/live_mesh.h)
    bool live_world = false;      ///< read_live_world can read the file (bake/live_world.h)
    uint64_t bytes = 0;
    Warnings warnings;  ///< warnings of the import; none for a .nav file
};

/// Reads a level: a .nav file (nav_file.h) or a set of Detour tiles (detour_file.h), detected by the first bytes. Error
/// (input): unknown format, or damaged bytes.
Result<LevelFile> parse_level(std::span<const std::byte> bytes);
/// Like parse_level, for a file. Error messages contain the path.
Result<LevelFile> read_level(const std::filesystem::path& path);

}  // namespace navspan
