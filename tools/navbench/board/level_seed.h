#pragma once

#include <cstdint>
#include <string>

#include "navspan/core/result.h"

namespace navspan::tools {

/// Returns the seed of generated levels. Error (usage): the text is "commit" and the working folder is not in a git work tree
/// with a commit.
/// @param text  a 64-bit whole number, or "commit": the first 16 hexadecimal digits of the current commit's id
Result<uint64_t> level_seed(const std::string& text);

/// Checks the text of a seed. Returns the reason if it is invalid, otherwise an empty string.
std::string check_level_seed(const std::string& text);

}  // namespace navspan::tools
