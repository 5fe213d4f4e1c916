#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace navspan {

// Counting sort. One array holds the items of all groups, group after group. The items of group g have the indices first[g],
// ..., first[g + 1] - 1. `first` has one more entry than there are groups.

/// Replaces the sizes of the groups by start offsets (exclusive prefix sum). An additional last entry becomes the end offset of
/// the last group; its old value does not matter.
/// @param start  start offset of the first group
inline void counts_to_start_offsets(std::span<uint32_t> counts, uint32_t start = 0) {
    std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), start);
}

/// Writing all items by `items[first[g]++] = item` turns start offsets into end offsets. This function restores the start
/// offsets.
inline void end_offsets_to_start_offsets(std::vector<uint32_t>& first) {
    std::shift_right(first.begin(), first.end(), 1);
    first.front() = 0;
}

/// Same as counts_to_start_offsets, but for counts[part][group], counted in several parts. Within a group, the items of earlier
/// parts come first. Returns the start offset of each group, and the end offset of the last group. Precondition: there is at
/// least one part, and all parts have the same groups.
inline std::vector<uint32_t> part_counts_to_start_offsets(std::span<std::vector<uint32_t>> counts) {
    std::vector<uint32_t> first;
    first.reserve(counts.front().size() + 1);
    uint32_t sum = 0;
    for (size_t group = 0; group < counts.front().size(); ++group) {
        first.push_back(sum);
        for (std::vector<uint32_t>& of_part : counts)
            sum += std::exchange(of_part[group], sum);
    }
    first.push_back(sum);
    return first;
}

/// Groups items by counting sort; items of a group keep their order.
/// @param for_each  for_each(visit) calls visit(group, item) for all items; it is called twice and must visit the same items
/// @param first     out: groups + 1 start offsets
/// @param items     out: the items, group after group
template <class Item, class ForEach>
void group_by_count(size_t groups, ForEach for_each, std::vector<uint32_t>& first, std::vector<Item>& items) {
    first.assign(groups + 1, 0);
    for_each([&](size_t group, const Item&) { ++first[group]; });
    counts_to_start_offsets(first);
    items.resize(first.back());
    for_each([&](size_t group, const Item& item) { items[first[group]++] = item; });
    end_offsets_to_start_offsets(first);
}

}  // namespace navspan
