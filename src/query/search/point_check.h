#pragma once

#include <string>

#include "core/simd.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {

/// Returns an error if is_in_world(point) is false. @param name  names the point in the error, e.g. "the start"
inline Status validate_point(DVec3 point, const char* name) {
    if (is_in_world(point)) return Done{};
    return Error{ErrorKind::usage, std::string(name) + " must be three finite numbers within 1e15"};
}

/// Returns an error if has_point(mesh, point) is false.
inline Status validate_surface_point(const NavMesh& mesh, const SurfacePoint& point) {
    if (has_point(mesh, point)) return Done{};
    return Error{ErrorKind::usage,
                 "the mesh has no such polygon: the reference is unset, or it belongs to another snapshot; call find_nearest"};
}

/// A fast test for valid ends of a line: true only if has_point(mesh, start) and is_in_world holds for both ends. False for
/// invalid ends, and for rare valid ones, such as points with an unknown revision.
inline bool are_usual_ends(const NavMesh& mesh, const SurfacePoint& start, const DVec3& end) {
    // The rounded sum of the squares is at least each square, and NaN if a coordinate is NaN.
    const auto start_xy = load<F64x2>(&start.position), end_xy = load<F64x2>(&end), z = F64x2{start.position.z, end.z};
    const F64x2 squares = start_xy * start_xy + end_xy * end_xy + z * z;
    constexpr double kMost = kMaxWorld_wu / 2;
    return squares[0] + squares[1] <= kMost * kMost && start.revision == mesh.revision && has_polygon(mesh, start.polygon);
}

}  // namespace navspan
