// Smooths area ids: an isolated cell takes the id of the area around it.
//
// In: the compact heightfield.
// Out: the field. Each walkable span has the median of nine area ids: its own and those of its eight neighbours.
// Idea: A straight neighbour is one link away. A diagonal neighbour is reached over two links that are at a right
// angle to each other. A missing or unwalkable neighbour counts with the span's own id.
// Source: Mononen, Recast (2009).
// Weak cases: The numerical order of area ids has no meaning: the result is arbitrary if three areas meet.

#include <algorithm>
#include <array>
#include <vector>

#include "bake/field/erode.h"
#include "bake/field/open_spans.h"

namespace navspan {
namespace {

uint8_t median_around(const CompactHeightfield& field, const std::vector<uint8_t>& area, uint32_t i) {
    std::array<uint8_t, 9> ids;
    ids.fill(area[i]);
    for (int d = 0; d < 4; ++d) {
        const uint32_t straight = neighbour(field, i, d);
        if (straight == kNoIndex) continue;
        if (area[straight] != 0) ids[size_t(2 * d)] = area[straight];
        const uint32_t diagonal = neighbour(field, straight, (d + 1) & 3);
        if (diagonal != kNoIndex && area[diagonal] != 0) ids[size_t(2 * d + 1)] = area[diagonal];
    }
    std::nth_element(ids.begin(), ids.begin() + 4, ids.end());
    return ids[4];
}

}  // namespace

uint32_t filter_median_area(CompactHeightfield& field) {
    const std::vector<uint8_t> before = field.area;
    uint32_t changed = 0;
    for (uint32_t i = 0; i < field.span_count(); ++i) {
        if (before[i] == 0) continue;
        field.area[i] = median_around(field, before, i);
        changed += field.area[i] != before[i];
    }
    return changed;
}

}  // namespace navspan
