#pragma once

#include <string>

#include "navspan/core/result.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {

/// Returns an error if is_in_world(point) is false. @param name  names the point in the error, e.g. "the start"
inline Status validate_point(DVec3 point, const char* name) {
    if (is_in_world(point)) return Done{};
    return Error{ErrorKind::usage, std::string(name) + " must be three finite numbers within 1e15"};
}

}  // namespace navspan
