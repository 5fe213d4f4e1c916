#pragma once

// Paths of committed test files and of built programs.

#include <string>

namespace navspan::support {

/// Returns the path of a file or folder of the source tree, given relative to its root: "data/scenes".
std::string source_path(const std::string& name);

/// Returns the path of a built program: "navbake".
std::string program_path(const std::string& name);

}  // namespace navspan::support
