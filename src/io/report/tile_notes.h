#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "io/report/report.h"
#include "navspan/core/result.h"

namespace navspan {

/// The numbers of a report that add up over tiles.
constexpr std::array<uint64_t BakeFunnel::*, 14> kTileCounts{
    &BakeFunnel::spans,         &BakeFunnel::walkable_spans,   &BakeFunnel::after_low_hanging,
    &BakeFunnel::after_ledges,  &BakeFunnel::after_low_height, &BakeFunnel::open_spans,
    &BakeFunnel::after_erosion, &BakeFunnel::after_volumes,    &BakeFunnel::smoothed,
    &BakeFunnel::in_regions,    &BakeFunnel::regions,          &BakeFunnel::contours,
    &BakeFunnel::polygons,      &BakeFunnel::found_links,
};

// What a report says of one tile, kept with the tile where it is kept: a bake that finds it reports and warns as if it had
// baked it.

/// A tile's counts, area and warnings as JSON text; its times are left out.
std::vector<std::byte> tile_notes(const BakeReport& tile);

/// Reads them back into a tile's report and counts the tile as reused. Error (input): not such notes; the report is as before.
Status read_tile_notes(std::span<const std::byte> notes, BakeReport& tile);

}  // namespace navspan
