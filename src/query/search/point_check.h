#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

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

/// Same as index < end - begin. Compares addresses, because the subtraction would divide by the size of an item.
template <class T>
bool is_index(uint32_t index, const T* begin, const T* end) {
    const auto address = [](const T* item) { return uint64_t{reinterpret_cast<uintptr_t>(item)}; };
    return address(begin) + uint64_t{index} * sizeof(T) < address(end);
}

/// Returns the tile of a polygon, or null if has_polygon is false. Takes fewer instructions than has_polygon.
inline const NavTile* tile_of_polygon(const NavMesh& mesh, PolygonRef ref) {
    const auto tiles = mesh.tiles.begin();
    if (!is_index(ref.tile, std::to_address(tiles), std::to_address(mesh.tiles.end()))) return nullptr;
    const NavTile& tile = *tiles[ref.tile];
    return is_index(ref.polygon, tile.polygons.data(), tile.polygons.data() + tile.polygons.size()) ? &tile : nullptr;
}

/// Returns 0 if a <= b in both lanes. Returns another number if a > b or a number is NaN in any lane.
inline uint32_t any_above(F64x2 a, F64x2 b) {
#if defined(__SSE2__)
    return uint32_t(_mm_movemask_pd(_mm_cmpnle_pd(a, b)));
#else
    return !(a[0] <= b[0] && a[1] <= b[1]);
#endif
}

/// A fast test of the ends of a line. Returns 0 only if is_in_world holds for both ends, and the start has the revision of the
/// mesh. start_xz and end_xz are the x and z of the ends. Returns another number for invalid ends, and for rare valid ones,
/// such as a start with revision kAnyRevision.
inline uint32_t unusual_ends(const NavMesh& mesh, const SurfacePoint& start, const DVec3& end, F64x2 start_xz, F64x2 end_xz) {
    // A rounded sum of squares is at least each square, and NaN if a coordinate is NaN.
    const F64x2 y = load_each(start.position.y, end.y);
    const F64x2 squares = start_xz * start_xz + end_xz * end_xz + y * y;
    // The limits differ, because compilers load a vector of equal numbers with two instructions.
    constexpr double kMost = kMaxWorld_wu / 2;
    return any_above(squares, F64x2{kMost * kMost, 2 * kMost * kMost}) | (start.revision ^ mesh.revision);
}

}  // namespace navspan
