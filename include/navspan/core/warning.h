#pragma once

#include <optional>
#include <string>
#include <vector>

#include "navspan/core/vec.h"

namespace navspan {

/// Describes a degraded result of an operation that otherwise succeeded. With `--strict`, the command-line programs fail if
/// there are warnings.
struct Warning {
    std::string code;            ///< stable, machine-readable name in snake_case, for example "climb_below_slope"
    std::string message;         ///< one line of text for people: what is wrong, where, and what to change
    std::optional<DVec3> place;  ///< position in the world [wu]; empty if the warning has none
    std::string advice = {};     ///< what to change, as in the message, for example "try --scale 0.01"; may be empty
};

/// Warnings in the order in which they occurred.
using Warnings = std::vector<Warning>;

}  // namespace navspan
