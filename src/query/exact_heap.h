#pragma once

#include "navspan/query/exact_scratch.h"
#include "search_heap.h"

// The order of the exact search: of equal keys the newest node comes first, since it is likely to be nearer to the goal.

namespace navspan {

struct ExactBefore {
    bool operator()(const ExactScratch::HeapEntry& a, const ExactScratch::HeapEntry& b) const {
        return (a.key < b.key) | ((a.key == b.key) & (a.id > b.id));
    }
};

inline void exact_push(std::vector<ExactScratch::HeapEntry>& heap, ExactScratch::HeapEntry entry) {
    push_search_heap<ExactBefore>(heap, entry);
}
inline ExactScratch::HeapEntry exact_pop(std::vector<ExactScratch::HeapEntry>& heap) {
    return pop_search_heap<ExactBefore>(heap);
}

}  // namespace navspan
