#pragma once

// A set of integers stored as intervals. The rank of a member is the number of smaller members. Private.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace navspan {

class IntervalSet {
public:
    /// Adds the integers from low to high, both inclusive.
    void add(int32_t low, int32_t high);
    /// Ends the construction. The functions below require this call.
    void finish();
    uint64_t size() const { return intervals_.empty() ? 0 : intervals_.back().before + length(intervals_.back()); }
    /// Returns the number of smaller members. `member` must be in the set.
    uint64_t rank(int32_t member) const;
    /// Calls visit(member) for each member in ascending order.
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
        uint64_t before = 0;        // number of members in earlier intervals
    };
    static uint64_t length(const Interval& i) { return uint64_t(int64_t{i.high} - i.low) + 1; }
    void merge();

    std::vector<Interval> intervals_;
    size_t merge_at_ = 16;  // number of stored intervals at which add() next merges them
};

}  // namespace navspan
