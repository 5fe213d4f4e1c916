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

/// A level that was read, whoever wrote it.
struct LevelFile {
    std::vector<NavMesh> meshes;  ///< one an agent; at least one
    std::string format;           ///< ".nav format 2", "Detour set, 64-bit references, 12 tiles"
    uint32_t nav_format = 0;      ///< version of a .nav file; 0: another format
    uint64_t bytes = 0;
    Warnings warnings;  ///< what had to give way in a level of another baker
};

/// Reads a level as its first bytes say: a .nav file (nav_file.h) or a set of Detour's tiles (detour_file.h). Error (input): it
/// is neither, or is broken.
Result<LevelFile> parse_level(std::span<const std::byte> bytes);
/// The same from a file; errors name the path.
Result<LevelFile> read_level(const std::filesystem::path& path);

}  // namespace navspan
