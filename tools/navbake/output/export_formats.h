#pragma once

// Exports levels to other formats. The suffix of the output file selects the format.

#include <cstddef>
#include <string>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// An exported file in memory.
struct ExportedFile {
    std::string path;
    std::vector<std::byte> bytes;
    std::string summary;  ///< short description of the contents
    Warnings warnings;    ///< warnings about data that the format cannot represent
};

/// Returns the known suffixes, one per line, for --help.
std::string export_formats_help();

/// True if the suffix of the path is that of an export format.
bool has_export_suffix(const std::string& path);

/// Checks the suffix of a path. Error (usage): the suffix is unknown; the message lists the known suffixes. @param flag  "-o"
/// or "--export"
Status check_export_path(const std::string& flag, const std::string& path);

/// Exports the mesh in the format that the path's suffix selects. Error (failed): the mesh exceeds a limit of the format.
/// Requires a suffix that check_export_path accepts.
Result<ExportedFile> export_mesh(const NavMesh& mesh, const std::string& path);

}  // namespace navspan::tools
