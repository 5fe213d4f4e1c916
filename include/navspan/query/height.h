#pragma once

/// \file
/// Finds the floor above or below a point.
///
/// Given `const NavMesh& mesh`:
/// \code
/// const std::optional<SurfacePoint> floor = find_floor(mesh, {3, 1.8, 25}, {.max_above = 0.5, .max_below = 3});
/// if (!floor) return;  // no admitted ground in that vertical range
/// [[maybe_unused]] const double height = floor->position.y;
/// \endcode
///
/// Guarantees: equal input gives an equal result. Thread-safe on one mesh. Throws nothing but std::bad_alloc.
///
/// Caveats: only ground vertically above or below the point is considered. To find ground to the side, use find_nearest.

#include <limits>
#include <optional>

#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {

/// Options of find_floor.
struct FloorOptions {
    const QueryFilter* filter = nullptr;                         ///< null: use default_filter
    double max_above = std::numeric_limits<double>::infinity();  ///< largest height of the floor above the point [wu], >= 0
    double max_below = std::numeric_limits<double>::infinity();  ///< largest depth of the floor below the point [wu], >= 0
};

/// Returns the floor vertically above or below \p point that is nearest to \p point in height. The `distance` of the result is
/// the difference in height. If several floors are equally near, the polygon with the smallest PolygonRef is used. A
/// point up to 1e-6 lattice cells outside a polygon counts as inside. Returns nothing if no admitted polygon is in range, if
/// max_above or max_below is negative or NaN, or if is_in_world(point) is false.
std::optional<SurfacePoint> find_floor(const NavMesh& mesh, DVec3 point, const FloorOptions& options = {});

}  // namespace navspan
