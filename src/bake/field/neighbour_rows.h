#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/compact_heightfield.h"

namespace navspan {

/// Open spans own + k of one row whose neighbours in the next row up or down are other + k, k < length.
struct LinkedInterval {
    uint32_t own = 0, other = 0, length = 0;
};

/// All intervals of a field in one direction, for stages that pass over the rows more than once.
struct LinkedIntervals {
    std::vector<LinkedInterval> list;  ///< sorted by `own`
    std::vector<uint32_t> first;       ///< depth + 1: those of row z are list[first[z]] .. list[first[z + 1]]
};

/// How the rows of a compact heightfield hang together, for stages that pass over them more than once. It changes with links,
/// not with areas.
struct NeighbourRows {
    LinkedIntervals up, down;
};

NeighbourRows list_neighbour_rows(const CompactHeightfield& field);

}  // namespace navspan
