#pragma once

#include <cstdint>
#include <span>

#include "navspan/bake/volumes.h"

namespace navspan {

/// Calls mark_volume for each volume and its area, in this order. Returns the number of open spans whose area changed.
/// @param areas  for each volume: its area id, or 0
uint32_t mark_volumes(CompactHeightfield& field, const Lattice& lattice, std::span<const AreaVolume> volumes,
                      std::span<const uint8_t> areas);

}  // namespace navspan
