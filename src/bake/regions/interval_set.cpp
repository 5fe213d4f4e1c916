// A set of integers stored as intervals.
//
// In: intervals of integers in any order; they may overlap.
// Out: the same integers as disjoint intervals in ascending order, and the rank of each integer.
// Idea: add() appends intervals. When their number reaches a limit, they are sorted and merged into disjoint intervals. The new
// limit is at least twice the number of merged intervals. Each interval stores the number of integers before it. rank() is a
// binary search.
// Source: own method.
// Weak cases: An integer without neighbours in the set takes an interval of its own.

#include "bake/regions/interval_set.h"

#include <algorithm>

namespace navspan {

void IntervalSet::add(int32_t low, int32_t high) {
    // Shortcut: the previous interval often contains the new interval.
    if (!intervals_.empty() && low >= intervals_.back().low && high <= intervals_.back().high) return;
    if (intervals_.size() == merge_at_) {
        merge();
        merge_at_ = std::max(merge_at_, 2 * intervals_.size());
    }
    intervals_.push_back({low, high, 0});
}

void IntervalSet::merge() {
    std::sort(intervals_.begin(), intervals_.end(), [](const Interval& a, const Interval& b) { return a.low < b.low; });
    size_t kept = 0;
    for (size_t i = 1; i < intervals_.size(); ++i) {
        if (intervals_[i].low <= int64_t{intervals_[kept].high} + 1) {
            intervals_[kept].high = std::max(intervals_[kept].high, intervals_[i].high);
        } else {
            intervals_[++kept] = intervals_[i];
        }
    }
    if (!intervals_.empty()) intervals_.resize(kept + 1);
}

void IntervalSet::finish() {
    merge();
    intervals_.shrink_to_fit();
    uint64_t before = 0;
    for (Interval& interval : intervals_) {
        interval.before = before;
        before += length(interval);
    }
}

uint64_t IntervalSet::rank(int32_t member) const {
    const auto after =
        std::upper_bound(intervals_.begin(), intervals_.end(), member, [](int32_t m, const Interval& i) { return m < i.low; });
    const Interval& holds = *(after - 1);
    return holds.before + uint64_t(int64_t{member} - holds.low);
}

}  // namespace navspan
