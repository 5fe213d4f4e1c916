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
    std::string format;           ///< ".nav format 2", "Detour set, 64-bit references, 12 tiles"
    uint32_t nav_format = 0;      ///< version of a .nav file; 0: another format
    uint64_t bytes = 0;
    Warnings warnings;  ///< of the import, if another baker wrote the level
};

/// Reads a level: a .nav file (nav_file.h) or a set of Detour tiles (detour_file.h), detected by the first bytes. Error
/// (input): the bytes are neither, or are damaged.
Result<LevelFile> parse_level(std::span<const std::byte> bytes);
/// The same from a file; errors name the path.
Result<LevelFile> read_level(const std::filesystem::path& path);

}  // namespace navspan
