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
    const uint32_t* links = link.data();
    uint32_t i = begin;
    while (i < end) {
        const uint32_t j = links[i];
        if (j == kNoSpan) {
            ++i;
            continue;
        }
        // four at a time, then one by one
        const uint32_t shift = j - i;
        uint32_t last = i + 1;
        while (last + 4 <= end) {
            const uint32_t* l = links + last;
            const uint32_t expected = last + shift;
            if (((l[0] ^ expected) | (l[1] ^ (expected + 1)) | (l[2] ^ (expected + 2)) | (l[3] ^ (expected + 3))) != 0) break;
            last += 4;
        }
        while (last < end && links[last] == last + shift)
            ++last;
        visit(i, j, last - i);
        i = last;
    }
}

/// Open spans own + k of one row whose neighbours in the next row up or down are other + k, k < length.
struct Stretch {
    uint32_t own = 0, other = 0, length = 0;
};

/// All stretches of a field in one direction, for stages that pass over the rows more than once.
struct Stretches {
    std::vector<Stretch> list;
    std::vector<uint32_t> first;  ///< depth + 1: those of row z are list[first[z]] .. list[first[z + 1]]
};

/// @param link  CompactHeightfield::up or ::down
inline Stretches collect_stretches(const CompactHeightfield& field, const std::vector<uint32_t>& link) {
    Stretches result;
    result.list.reserve(field.runs.size() * 2);
    result.first.assign(field.row_span.size(), 0);
    for (size_t z = 0; z + 1 < field.row_span.size(); ++z) {
        for_each_stretch(link, field.row_span[z], field.row_span[z + 1], [&](uint32_t i, uint32_t j, uint32_t n) {
            result.list.push_back({i, j, n});
        });
        result.first[z + 1] = uint32_t(result.list.size());
    }
    return result;
}

}  // namespace navspan
