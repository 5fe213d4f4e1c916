#pragma once

#include <string>

#include "navspan/core/result.h"
#include "navspan/io/obj.h"

namespace navspan::support {

/// Checks the result of a reader. It must be either geometry that satisfies its invariants, or an input error with a single
/// printable line. Returns the reason if it is neither, otherwise an empty string.
std::string result_error(const Result<LoadedScene>& scene);

}  // namespace navspan::support
