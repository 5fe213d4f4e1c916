#pragma once

#include <string>

#include "navspan/core/result.h"
#include "navspan/io/obj.h"

namespace navspan::support {

/// Why a reader's answer is none that it may give: geometry that keeps its laws, or an error (input) of one printable line.
/// Empty: it is.
std::string fault_of(const Result<LoadedScene>& scene);

}  // namespace navspan::support
