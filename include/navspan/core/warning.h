#pragma once

#include <optional>
#include <string>
#include <vector>

#include "navspan/core/vec.h"

namespace navspan {

/// A degraded result. The operation went on; the programs fail on warnings if `--strict` is given.
struct Warning {
    std::string code;            ///< stable, machine-readable, snake_case: "climb_below_slope"
    std::string message;         ///< one line for a person: what is wrong, where, what to change
    std::optional<DVec3> place;  ///< position in the world [wu], if the warning has one
};

/// Warnings in the order in which they occurred.
using Warnings = std::vector<Warning>;

}  // namespace navspan
