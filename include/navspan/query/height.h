#pragma once

#include <limits>
#include <optional>

#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {

struct FloorOptions {
    const QueryFilter* filter = nullptr;                         ///< null: default_filter
    double max_above = std::numeric_limits<double>::infinity();  ///< how far above the point the floor may be [wu], >= 0
    double max_below = std::numeric_limits<double>::infinity();  ///< how far below the point the floor may be [wu], >= 0
};

/// The floor straight above or below a point that is nearest to it in height: its polygon, the point on its surface, and as
/// distance the difference in height. Of equally near ones the lowest polygon. A point counts as inside a polygon up to a
/// millionth of a lattice cell outside. Nothing where no admitted polygon lies above or below.
/// @param point  within kMaxWorld_wu [wu]
std::optional<SurfacePoint> find_floor(const NavMesh& mesh, DVec3 point, const FloorOptions& options = {});

}  // namespace navspan
