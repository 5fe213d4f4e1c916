#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

// A heap with four children per entry, for searches: shallower than with two, and the children lie side by side. Which of two
// entries comes first is up to Before, which should answer without a branch: what is asked is as good as random.

namespace navspan {

template <typename Before, typename Entry>
void push_search_heap(std::vector<Entry>& heap, Entry entry) {
    size_t i = heap.size();
    heap.push_back(entry);
    while (i > 0) {
        const size_t parent = (i - 1) / 4;
        if (!Before()(entry, heap[parent])) break;
        heap[i] = heap[parent];
        i = parent;
    }
    heap[i] = entry;
}

template <typename Before, typename Entry>
Entry pop_search_heap(std::vector<Entry>& heap) {
    const Before before;
    const Entry top = heap.front(), last = heap.back();
    heap.pop_back();
    const size_t n = heap.size();
    size_t i = 0;
    while (4 * i + 4 < n) {
        const size_t first = 4 * i + 1;
        const size_t low = first + size_t(before(heap[first + 1], heap[first]));
        const size_t high = first + 2 + size_t(before(heap[first + 3], heap[first + 2]));
        const size_t least = before(heap[high], heap[low]) ? high : low;
        if (!before(heap[least], last)) break;
        heap[i] = heap[least];
        i = least;
    }
    // the last parent may have fewer children
    if (4 * i + 1 < n && 4 * i + 4 >= n) {
        size_t least = 4 * i + 1;
        for (size_t c = least + 1; c < n; ++c)
            least = before(heap[c], heap[least]) ? c : least;
        if (before(heap[least], last)) {
            heap[i] = heap[least];
            i = least;
        }
    }
    if (n) heap[i] = last;
    return top;
}

}  // namespace navspan
