#pragma once

#include <string>

#include "navspan/core/result.h"

namespace navspan::tools {

/// Prints an answer and writes a file. The file replaces an old one only after the answer has been printed, so if either fails,
/// the old file stays.
/// @param path  of the file; empty: there is no file; "-": the file is printed instead of the answer
/// @param file  content of the file @param answer  for standard output
Status write_with_answer(const std::string& path, const std::string& file, const std::string& answer);

}  // namespace navspan::tools
