#pragma once

// Where the tests find what is committed beside them and what was built with them.

#include <string>

namespace navspan::support {

/// A file or folder of the source tree, named from its top: "data/scenes".
std::string source_path(const std::string& name);

/// A program that was built: "navbake".
std::string program_path(const std::string& name);

}  // namespace navspan::support
