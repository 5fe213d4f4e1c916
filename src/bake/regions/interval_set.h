#pragma once

// A set of whole numbers that come in intervals, each member numbered by its rank. Not public.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace navspan {

class IntervalSet {
public:
    /// Puts low..high into the set, both included.
    void add(int32_t low, int32_t high);
    /// After the last add; what follows may be asked only now.
    void finish();
    uint64_t size() const { return intervals_.empty() ? 0 : intervals_.back().before + length(intervals_.back()); }
    /// How many members are less than this one.
    uint64_t rank(int32_t member) const;
    /// Calls visit(member) in ascending order.
    template <class Visit>
    void for_each(Visit visit) const {
        for (const Interval& i : intervals_) {
            for (int64_t member = i.low; member <= i.high; ++member)
                visit(int32_t(member));
        }
    }

private:
    struct Interval {
        int32_t low = 0, high = 0;  // inclusive
        uint64_t before = 0;        // members of earlier intervals
    };
    static uint64_t length(const Interval& i) { return uint64_t(int64_t{i.high} - i.low) + 1; }
    void merge();

    std::vector<Interval> intervals_;
    size_t merge_at_ = 16;  // so many are merged first
};

}  // namespace navspan
