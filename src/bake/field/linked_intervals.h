#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "bake/field/neighbour_rows.h"
#include "core/first_mismatch.h"
#include "navspan/bake/compact_heightfield.h"

namespace navspan {

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
constexpr uint32_t kFetched = 16 / sizeof(T);

/// What fetching may read after the last value and write after the last span of a row.
template <class T>
constexpr size_t kFetchPadding = 2 * kFetched<T>;

/// Where the values of the spans beside neighbours go.
template <class T>
struct BesideNeighbours {
    ptrdiff_t side = 0;   ///< of the neighbour: -1 or 1
    T* values = nullptr;  ///< one per span of the row, and kFetchPadding more after the last
};

/// Lays the values of the neighbours beside those of a row: to[k] is the value of the neighbour of the row's span k, where it
/// has one that way; elsewhere it is anything. And beside.values[k] is the value of the span at `side` of that neighbour.
/// @param begin  first open span of the row
/// @param from   one value per open span, kFetchPadding more after the last and one before the first
/// @param to     one value per span of the row, and kFetchPadding more after the last
template <class T>
void fetch_neighbours(const LinkedIntervals& intervals, size_t z, uint32_t begin, const T* __restrict from, T* __restrict to,
                      const BesideNeighbours<T>& beside) {
    T* __restrict const to_beside = beside.values;
    const ptrdiff_t side = beside.side;
    const LinkedInterval* const last = intervals.list.data() + intervals.first[z + 1];
    for (const LinkedInterval* s = intervals.list.data() + intervals.first[z]; s != last; ++s) {
        const T *source = from + s->other, *source_beside = source + side;
        const size_t place = s->own - begin;
        // most are short; what is copied too much, later intervals replace
        std::memcpy(to + place, source, 32);
        std::memcpy(to_beside + place, source_beside, 32);
        for (uint32_t k = 2 * kFetched<T>; k < s->length; k += uint32_t(kFetched<T>)) {
            std::memcpy(to + place + k, source + k, 16);
            std::memcpy(to_beside + place + k, source_beside + k, 16);
        }
    }
}

/// The same without what is beside.
template <class T>
void fetch_neighbours(const LinkedIntervals& intervals, size_t z, uint32_t begin, const T* __restrict from, T* __restrict to) {
    const LinkedInterval* const last = intervals.list.data() + intervals.first[z + 1];
    for (const LinkedInterval* s = intervals.list.data() + intervals.first[z]; s != last; ++s) {
        const T* source = from + s->other;
        T* target = to + (s->own - begin);
        std::memcpy(target, source, 32);
        for (uint32_t k = 2 * kFetched<T>; k < s->length; k += uint32_t(kFetched<T>))
            std::memcpy(target + k, source + k, 16);
    }
}

}  // namespace navspan
