#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/first_mismatch.h"
#include "navspan/bake/compact_heightfield.h"

namespace navspan {

/// Open spans own + k of one row whose neighbours in the next row up or down are other + k, k < length.
struct LinkedInterval {
    uint32_t own = 0, other = 0, length = 0;
};

/// All intervals of a field in one direction, for stages that pass over the rows more than once.
struct LinkedIntervals {
    std::vector<LinkedInterval> list;  ///< sorted by `own`
    std::vector<uint32_t> first;       ///< depth + 1: those of row z are list[first[z]] .. list[first[z + 1]]
};

/// How the rows of a compact heightfield hang together, for stages that pass over them more than once. It changes with links,
/// not with areas.
struct NeighbourRows {
    LinkedIntervals up, down;
};

NeighbourRows list_neighbour_rows(const CompactHeightfield& field);

// Passes over neighbouring rows go interval by interval: along an interval of n open spans i + k the neighbours are j + k, so
// the inner loop is a plain loop over two arrays. An interval may pass from the end of a run to the start of the next.

/// Calls visit(i, j, n) for the maximal intervals link[i + k] == j + k, k < n, of the open spans begin .. end.
/// @param link  CompactHeightfield::up or ::down
template <class Visit>
void for_each_linked_interval(const std::vector<uint32_t>& link, uint32_t begin, uint32_t end, Visit visit) {
    const uint32_t* links = link.data();
    uint32_t i = begin;
    while (i < end) {
        const uint32_t j = links[i];
        if (j == kNoIndex) {
            ++i;
            continue;
        }
        const uint32_t n = 1 + first_mismatch_of_sequence(links + i + 1, j + 1, end - i - 1);
        visit(i, j, n);
        i += n;
    }
}

/// The 16 bytes that values of neighbouring rows are fetched in.
template <class T>
constexpr uint32_t kFetchWidth = 16 / sizeof(T);

/// What fetching may read after the last value and write after the last span of a row.
template <class T>
constexpr size_t kFetchPadding = 2 * kFetchWidth<T>;

/// One value per open span, 0 at first, and the padding before and after them that fetch_neighbours and ChamferTransform need.
template <class T>
class PaddedSpans {
public:
    explicit PaddedSpans(uint32_t count) : values_(count + 2 * kPadding, T(0)) {}
    T* spans() { return values_.data() + kPadding; }

private:
    static constexpr size_t kPadding = 3 * kFetchWidth<T>;
    std::vector<T> values_;
};

/// Where fetch_neighbours reads and writes.
template <class T>
struct Fetch {
    const T* from = nullptr;  ///< one value per open span, kFetchPadding more after the last and one before the first
    T* to = nullptr;          ///< one value per span of the row, and kFetchPadding more after the last
};

/// Copies the values of neighbours into a row: to[k] becomes the value of the neighbour of the row's span k, if it has one that
/// way; else it may be anything. If `from` is shifted by a span, to[k] is the value of the span next to that neighbour.
/// @param begin  first open span of the row
template <class T, size_t kCount>
[[gnu::always_inline]] inline void fetch_neighbours(const LinkedIntervals& intervals, size_t z, uint32_t begin,
                                                    const Fetch<T> (&fetches)[kCount]) {
    const LinkedInterval* const last = intervals.list.data() + intervals.first[z + 1];
    for (const LinkedInterval* s = intervals.list.data() + intervals.first[z]; s != last; ++s) {
        const size_t other = s->other, place = s->own - begin;
        // most intervals are short; later intervals overwrite the surplus
        for (const auto& [from, to] : fetches)
            std::memcpy(to + place, from + other, 32);
        for (uint32_t k = 2 * kFetchWidth<T>; k < s->length; k += uint32_t(kFetchWidth<T>)) {
            for (const auto& [from, to] : fetches)
                std::memcpy(to + place + k, from + other + k, 16);
        }
    }
}

}  // namespace navspan
