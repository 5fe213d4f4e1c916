#pragma once

#include <string>

#include "navspan/bake/config.h"
#include "navspan/bake/obstacle.h"
#include "navspan/core/result.h"

namespace navspan {

/// Validates one obstacle, as check_obstacles does. Error (usage): the obstacle is invalid; the message starts with \p name.
Status check_obstacle(const Obstacle& obstacle, const BakeConfig& config, const std::string& name);

}  // namespace navspan
