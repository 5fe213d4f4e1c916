#pragma once

#include <cstdint>
#include <vector>

#include "bake/regions/internal.h"

namespace navspan {

/// An element of a linked list of regions.
struct LinkedRegion {
    uint32_t region = 0;
    uint32_t next = 0;  ///< index of the next element
};

/// A linked list of regions.
struct RegionChain {
    uint32_t first = 0, last = 0, count = 0;
    uint32_t unique = 0;  ///< value of `count` after duplicates were last removed
};

/// Converts each list to a circular linked list. All elements are stored in `items`.
inline std::vector<RegionChain> link_regions(const RegionLists& lists, std::vector<LinkedRegion>& items) {
    std::vector<RegionChain> out(lists.first.size() - 1);
    items.resize(lists.items.size());
    for (size_t r = 1; r < out.size(); ++r) {
        const uint32_t first = lists.first[r], count = lists.first[r + 1] - first;
        for (uint32_t k = first; k < first + count; ++k)
            items[k] = {lists.items[k], k + 1 < first + count ? k + 1 : first};
        out[r] = {first, count == 0 ? first : first + count - 1, count, count};
    }
    return out;
}

template <class Visit>
void for_each_region(const std::vector<LinkedRegion>& items, const RegionChain& chain, Visit visit) {
    uint32_t i = chain.first;
    for (uint32_t k = 0; k < chain.count; ++k, i = items[i].next)
        visit(items[i].region);
}

/// Moves the elements of `b` to the end of `a`. Both lists must be non-empty. The resulting list is not circular.
inline void append(std::vector<LinkedRegion>& items, RegionChain& a, RegionChain& b) {
    items[a.last].next = b.first;
    a.last = b.last;
    a.count += b.count;
    b.count = 0;
}

}  // namespace navspan
