#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "io/report/report.h"
#include "navspan/core/result.h"

namespace navspan {

/// The counts of a report that are summed over tiles.
constexpr std::array<uint64_t BakeFunnel::*, 14> kTileCounts{
    &BakeFunnel::spans,         &BakeFunnel::walkable_spans,   &BakeFunnel::after_low_hanging,
    &BakeFunnel::after_ledges,  &BakeFunnel::after_low_height, &BakeFunnel::open_spans,
    &BakeFunnel::after_erosion, &BakeFunnel::after_volumes,    &BakeFunnel::smoothed,
    &BakeFunnel::in_regions,    &BakeFunnel::regions,          &BakeFunnel::contours,
    &BakeFunnel::polygons,      &BakeFunnel::found_links,
};

// Notes are stored with a baked tile. If a later bake reuses the tile, the later bake's report gets the counts and warnings
// from the notes.

/// Returns a tile's counts, area and warnings as JSON text, without times.
std::vector<std::byte> tile_notes(const BakeReport& tile);

/// Reads notes into a tile's report and counts the tile as reused. Error (input): invalid notes; the report does not change.
Status read_tile_notes(std::span<const std::byte> notes, BakeReport& tile);

}  // namespace navspan
