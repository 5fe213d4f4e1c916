#pragma once

#include <string>

#include "navspan/core/result.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {

/// Tests a point of a request. @param name  the point in the message, for example "the start"
inline Status validate_point(DVec3 point, const char* name) {
    if (is_in_world(point)) return Done{};
    return Error{ErrorKind::usage, std::string(name) + " must be three finite numbers within 1e15"};
}

}  // namespace navspan
