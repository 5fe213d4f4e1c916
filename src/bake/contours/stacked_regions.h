#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "bake/regions/internal.h"

namespace navspan::contour {

/// Tells whether two regions share a column. Long lists are kept as bits, so that a test takes constant time.
class StackedRegions {
public:
    /// @param lists  result of find_stacked_regions
    explicit StackedRegions(RegionLists lists) : lists_(std::move(lists)), first_word_(lists_.first.size() - 1, kNoWords) {
        const size_t words = (first_word_.size() + 63) / 64;
        for (uint32_t r = 0; r < first_word_.size(); ++r) {
            if (lists_.of(r).size() < std::max(size_t{16}, words)) continue;
            first_word_[r] = words_.size();
            words_.resize(words_.size() + words);
            for (const uint32_t other : lists_.of(r))
                words_[first_word_[r] + other / 64] |= uint64_t{1} << other % 64;
        }
    }
    /// True if a and b share a column. False if a == b.
    bool contain(uint32_t a, uint32_t b) const {
        if (first_word_[a] != kNoWords) return words_[first_word_[a] + b / 64] >> b % 64 & 1;
        const std::span<const uint32_t> others = lists_.of(a);
        return std::binary_search(others.begin(), others.end(), b);
    }

private:
    static constexpr size_t kNoWords = SIZE_MAX;
    RegionLists lists_;
    std::vector<size_t> first_word_;  // for each region: start of its bits in words_, or kNoWords
    std::vector<uint64_t> words_;
};

}  // namespace navspan::contour
