#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace navspan {

/// Marks on items that are numbered from 0. An item is marked if its stamp equals the current stamp, so removing all marks
/// takes constant time.
struct Marks {
    std::vector<uint32_t> stamps;
    uint32_t stamp = 0;

    /// Removes all marks and makes room for `count` items.
    void begin(size_t count) {
        if (stamps.size() < count) stamps.resize(count);
        if (++stamp != 0) return;
        std::fill(stamps.begin(), stamps.end(), 0u);
        stamp = 1;
    }

    bool has(size_t i) const { return stamps[i] == stamp; }

    /// Marks item i. Returns true if it was not marked.
    bool add(size_t i) {
        if (has(i)) return false;
        stamps[i] = stamp;
        return true;
    }
};

}  // namespace navspan
