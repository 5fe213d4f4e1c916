#pragma once

#include <optional>
#include <string>
#include <vector>

#include "navspan/core/vec.h"

namespace navspan {

/// A degraded result that the user should hear of: the bake went on, `--strict` makes it fail.
struct Warning {
    std::string code;            ///< stable, machine-readable, snake_case: "climb_below_slope"
    std::string message;         ///< one line for a person: what, where, what to change
    std::optional<DVec3> place;  ///< where in the world [wu], when there is a where
};

using Warnings = std::vector<Warning>;

}  // namespace navspan
