#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace navspan {

// Counting sort. One array holds the items of all groups, group after group. The items of group g have the indices first[g],
// ..., first[g + 1] - 1. `first` has one more entry than there are groups.

/// Replaces the size of each group by its start offset (exclusive prefix sum). `counts` may have one entry more than there are
/// groups. This last entry becomes the end offset of the last group; its value on entry does not matter.
/// @param start  start offset of the first group
inline void counts_to_start_offsets(std::span<uint32_t> counts, uint32_t start = 0) {
    std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), start);
}

/// Restores the start offsets after all items were written by `items[first[g]++] = item`, which turns start offsets into end
/// offsets.
inline void end_offsets_to_start_offsets(std::vector<uint32_t>& first) {
    std::shift_right(first.begin(), first.end(), 1);
    first.front() = 0;
}

/// Computes start offsets if the items are counted in several parts. Within a group, the items of earlier parts come first.
/// Returns the start offset of each group, followed by the end offset of the last group. Precondition: there is at least one
/// part, and all parts have the same number of groups.
/// @param counts  counts[part][group]; in: number of items; out: start offset of the part's items of the group
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

/// Groups items by counting sort. The items of a group keep their order.
/// @param for_each  for_each(visit): calls visit(group, item) for all items; called twice, must visit the same items both times
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

/// For sorted items: returns the end of the group that starts at `begin`, which is the index of the first later item with
/// another key, or the number of items. Precondition: begin < number of items.
/// @param key  function or member of the items
template <class Items, class Key>
size_t end_of_group(const Items& items, size_t begin, Key key) {
    size_t end = begin + 1;
    while (end < items.size() && std::invoke(key, items[end]) == std::invoke(key, items[begin]))
        ++end;
    return end;
}

}  // namespace navspan
