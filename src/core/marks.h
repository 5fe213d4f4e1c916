#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace navspan {

/// Marks on numbered things. begin() removes all marks in constant time: a mark counts only if its stamp is the current one.
struct Marks {
    std::vector<uint32_t> stamps;
    uint32_t stamp = 0;

    /// Removes all marks and makes room for `count` things. The stamp is 1 if old stamps must be cleared everywhere.
    void begin(size_t count) {
        if (stamps.size() < count) stamps.resize(count);
        if (++stamp != 0) return;
        std::fill(stamps.begin(), stamps.end(), 0u);
        stamp = 1;
    }

    bool has(size_t i) const { return stamps[i] == stamp; }

    /// True the first time.
    bool add(size_t i) {
        if (has(i)) return false;
        stamps[i] = stamp;
        return true;
    }
};

}  // namespace navspan
