#pragma once

// Returns the paths of files in the source tree and of built programs.

#include <string>

namespace navspan::support {

/// Returns the path of a file or folder in the source tree.
/// @param name  relative to the root, for example "data/scenes"
std::string source_path(const std::string& name);

/// Returns the path of a built program.
/// @param name  for example "navbake"
std::string program_path(const std::string& name);

}  // namespace navspan::support
