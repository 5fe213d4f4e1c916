#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/compact_heightfield.h"

namespace navspan {

// Passes over neighbouring rows go stretch by stretch: along a stretch of n open spans i + k the neighbours are j + k, so the
// inner loop is a plain loop over two arrays. A stretch may pass from the end of a run to the start of the next.

/// Calls visit(i, j, n) for the maximal stretches link[i + k] == j + k, k < n, of the open spans begin .. end.
/// @param link  CompactHeightfield::up or ::down
template <class Visit>
void for_each_stretch(const std::vector<uint32_t>& link, uint32_t begin, uint32_t end, Visit visit) {
    uint32_t i = begin;
    while (i < end) {
        const uint32_t j = link[i];
        if (j == kNoSpan) {
            ++i;
            continue;
        }
        uint32_t n = 1;
        while (i + n < end && link[i + n] == j + n)
            ++n;
        visit(i, j, n);
        i += n;
    }
}

}  // namespace navspan
