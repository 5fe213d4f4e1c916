#pragma once

#include <cstdint>
#include <span>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/volumes.h"
#include "navspan/core/lattice.h"

namespace navspan {

/// A rectangle in the ground plane.
struct VolumeBounds {
    double x0 = 0,  ///< minimum of x [wu]
        z0 = 0,     ///< minimum of z [wu]
        x1 = 0,     ///< maximum of x [wu]
        z1 = 0;     ///< maximum of z [wu]
};

/// Returns the bounding rectangle of a volume, seen from above, up to rounding errors. The volume must be valid (see
/// check_config).
VolumeBounds volume_bounds(const AreaVolume& volume);

/// Assigns \p area to each walkable open span inside the volume; 0 makes the span not walkable. A span is inside if two
/// conditions are met: seen from above, the centre of its cell is inside the shape; and its floor is within the vertical range
/// (both ends included). Returns the number of open spans that changed.
uint32_t mark_volume(CompactHeightfield& field, const Lattice& lattice, const AreaVolume& volume, uint8_t area);

/// Calls mark_volume for each volume and its area, in this order. Returns the number of open spans whose area changed.
/// @param areas  for each volume: its area id, or 0
uint32_t mark_volumes(CompactHeightfield& field, const Lattice& lattice, std::span<const AreaVolume> volumes,
                      std::span<const uint8_t> areas);

}  // namespace navspan
