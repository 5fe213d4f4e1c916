#pragma once

// Levels in the forms of other programs, by the suffix of the file.

#include <cstddef>
#include <string>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// A file that is ready to be written.
struct ExportedFile {
    std::string path;
    std::vector<std::byte> bytes;
    std::string summary;  ///< what is in it, in a few words
    Warnings warnings;    ///< what the format could not hold
};

/// The known suffixes, one a line, for --help.
std::string export_formats_help();

/// Whether the path has a suffix that says what to write. Error (usage): the ones there are. @param flag  "-o" or "--export"
Status check_export_path(const std::string& flag, const std::string& path);

/// The mesh as the path's suffix says, which must be a known one. Error (failed): it does not fit into the format.
Result<ExportedFile> export_mesh(const NavMesh& mesh, const std::string& path);

}  // namespace navspan::tools
