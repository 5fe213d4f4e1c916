#pragma once

#include <algorithm>
#include <vector>

#include "navspan/query/exact_scratch.h"

// A heap with four children per entry: shallower than with two, and the children lie side by side. Of equal keys the newest
// node comes first, since it is likely to be nearer to the goal.

namespace navspan {

inline bool exact_before(const ExactScratch::HeapEntry& a, const ExactScratch::HeapEntry& b) {
    return a.key < b.key || (a.key == b.key && a.id > b.id);
}

inline void exact_push(std::vector<ExactScratch::HeapEntry>& heap, ExactScratch::HeapEntry entry) {
    size_t i = heap.size();
    heap.push_back(entry);
    while (i > 0) {
        const size_t parent = (i - 1) / 4;
        if (!exact_before(entry, heap[parent])) break;
        heap[i] = heap[parent];
        i = parent;
    }
    heap[i] = entry;
}

inline ExactScratch::HeapEntry exact_pop(std::vector<ExactScratch::HeapEntry>& heap) {
    const ExactScratch::HeapEntry top = heap.front(), last = heap.back();
    heap.pop_back();
    const size_t n = heap.size();
    size_t i = 0;
    while (4 * i + 1 < n) {
        size_t least = 4 * i + 1;
        const size_t end = std::min(least + 4, n);
        for (size_t c = least + 1; c < end; ++c) {
            if (exact_before(heap[c], heap[least])) least = c;
        }
        if (!exact_before(heap[least], last)) break;
        heap[i] = heap[least];
        i = least;
    }
    if (n) heap[i] = last;
    return top;
}

}  // namespace navspan
