#pragma once

#include <string>

#include "navspan/core/result.h"

namespace navspan::tools {

/// Writes a temporary file, prints an answer, then renames the file. On failure, an old file at the path is unchanged.
/// @param path    path of the file; empty: there is no file; "-": the file is printed instead of the answer
/// @param file    content of the file
/// @param answer  text for standard output
Status write_with_answer(const std::string& path, const std::string& file, const std::string& answer);

}  // namespace navspan::tools
