#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "core/parallel.h"

namespace navspan {

/// Moves all elements of `from` to the end of `to`.
template <class T>
void append_moved(std::vector<T>& to, std::vector<T> from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

/// Concatenates the lists of all parts (parallel.h) in the order of the parts. Precondition: there is at least one part.
/// @param lists     lists[part]: the elements of all items of a part, item after item
/// @param items_of  items_of(part): the items of a part
/// @param ends      in: ends[item + 1] is the end offset of the item in the list of its part; out: its end offset in the result
template <class T, class ItemsOf>
std::vector<T> join_lists(std::vector<std::vector<T>>& lists, ItemsOf items_of, std::vector<uint32_t>& ends) {
    std::vector<T> all = std::move(lists[0]);
    for (size_t p = 1; p < lists.size(); ++p) {
        const ItemRange items = items_of(p);
        for (size_t i = items.begin; i < items.end; ++i)
            ends[i + 1] += uint32_t(all.size());
        all.insert(all.end(), lists[p].begin(), lists[p].end());
    }
    return all;
}

}  // namespace navspan
