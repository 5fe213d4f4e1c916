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

inline Error unknown_polygon_error() {
    return Error{ErrorKind::usage,
                 "the mesh has no such polygon: the reference is unset, or it belongs to another snapshot; call find_nearest"};
}

inline Status validate_polygon(const NavMesh& mesh, PolygonRef polygon) {
    if (has_polygon(mesh, polygon)) return Done{};
    return unknown_polygon_error();
}

/// Returns an error if has_point(mesh, point) is false.
inline Status validate_surface_point(const NavMesh& mesh, const SurfacePoint& point) {
    if (has_point(mesh, point)) return Done{};
    return unknown_polygon_error();
}

}  // namespace navspan
