#pragma once

#include <string>

#include "navspan/core/result.h"
#include "navspan/io/obj.h"

namespace navspan::support {

/// Checks the result of a reader. A success must be geometry that satisfies its invariants. A failure must be an input error
/// with a single printable line. Returns a description of the first fault, or an empty string.
std::string result_error(const Result<LoadedScene>& scene);

}  // namespace navspan::support
