#pragma once

// The numbers of a report that add up over tiles.

#include <array>
#include <cstdint>

#include "io/report/report.h"

namespace navspan {

constexpr std::array<uint64_t BakeFunnel::*, 14> kTileCounts{
    &BakeFunnel::spans,         &BakeFunnel::walkable_spans,   &BakeFunnel::after_low_hanging,
    &BakeFunnel::after_ledges,  &BakeFunnel::after_low_height, &BakeFunnel::open_spans,
    &BakeFunnel::after_erosion, &BakeFunnel::after_volumes,    &BakeFunnel::smoothed,
    &BakeFunnel::in_regions,    &BakeFunnel::regions,          &BakeFunnel::contours,
    &BakeFunnel::polygons,      &BakeFunnel::found_links,
};

}  // namespace navspan
