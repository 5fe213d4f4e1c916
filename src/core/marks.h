#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace navspan {

/// Marks on items with the indices 0, 1, 2, ... An item is marked if its stamp equals the current stamp. To remove all marks in
/// constant time, `begin` increments the current stamp.
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

    /// Marks item i. Returns true if the item was not marked before.
    bool add(size_t i) {
        if (has(i)) return false;
        stamps[i] = stamp;
        return true;
    }
};

}  // namespace navspan
