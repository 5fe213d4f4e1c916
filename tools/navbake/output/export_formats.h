#pragma once

// Exports levels to other formats, selected by the suffix of the output file.

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

/// Returns the known suffixes for --help, one per line.
std::string export_formats_help();

/// True if the path has the suffix of an export format.
bool has_export_suffix(const std::string& path);

/// Checks the suffix of a path. Error (usage): unknown suffix; the message lists the known suffixes.
/// @param flag  "-o" or "--export"
Status check_export_path(const std::string& flag, const std::string& path);

/// Exports the mesh in the format of the path's suffix, which check_export_path must accept. Error (failed): the mesh exceeds a
/// limit of the format.
Result<ExportedFile> export_mesh(const NavMesh& mesh, const std::string& path);

}  // namespace navspan::tools
