#pragma once

#include <string>

#include "navspan/core/result.h"

namespace navspan {

/// Reads a whole file into memory. Error (input): it is missing, a folder, or cannot be read; the message names it and says
/// why.
Result<std::string> read_file(const std::string& path);

}  // namespace navspan
