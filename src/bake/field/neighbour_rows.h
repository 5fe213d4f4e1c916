#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "bake/field/first_mismatch.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/core/no_index.h"

namespace navspan {

class Workers;

/// For k < length, span `own` + k of a row is linked to span `other` + k of an adjacent row.
struct LinkedInterval {
    uint32_t own = 0, other = 0, length = 0;
};

/// All linked intervals of a field in one direction.
struct LinkedIntervals {
    std::vector<LinkedInterval> list;  ///< sorted by `own`
    std::vector<uint32_t> first;       ///< start offsets, depth + 1 entries: row z has list[first[z]] .. list[first[z + 1] - 1]
};

/// The linked intervals between rows, for stages that pass over the rows several times. The intervals do not depend on areas.
struct NeighbourRows {
    LinkedIntervals up, down;
};

/// Lists the linked intervals of all rows. @param workers  null: one thread
NeighbourRows list_neighbour_rows(const CompactHeightfield& field, Workers* workers = nullptr);

// A linked interval may extend over the end of a run into the next run.

/// Divides the linked spans in [begin, end) into maximal intervals of consecutive links. Calls visit(i, j, n) for each
/// interval; link[i + k] == j + k for all k < n.
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

/// Number of values in the 16 bytes that fetch_neighbours copies at a time.
template <class T>
constexpr uint32_t kFetchWidth = 16 / sizeof(T);

/// Number of values that fetch_neighbours may read beyond the last value, and write beyond the last span of a row.
template <class T>
constexpr size_t kFetchPadding = 2 * kFetchWidth<T>;

/// One value for each open span, initially 0, with padding for fetch_neighbours and ChamferTransform on both sides.
template <class T>
class PaddedSpans {
public:
    explicit PaddedSpans(uint32_t count) : values_(count + 2 * kPadding, T(0)) {}
    T* spans() { return values_.data() + kPadding; }

private:
    static constexpr size_t kPadding = 3 * kFetchWidth<T>;
    std::vector<T> values_;
};

/// Source and destination of fetch_neighbours.
template <class T>
struct Fetch {
    /// One value for each open span. Readable padding: one value before, kFetchPadding values after.
    const T* from = nullptr;
    /// One value for each span of the row. Writable padding: kFetchPadding values after.
    T* to = nullptr;
};

/// For the k-th span of the row, sets to[k] to its neighbour's value in `from`. If there is no neighbour, to[k] is arbitrary.
/// If the caller shifts `from` by 1 or -1, reads the value of the span after or before the neighbour.
template <class T, size_t kCount>
[[gnu::always_inline]] inline void fetch_neighbours(const LinkedIntervals& intervals, size_t z, uint32_t begin,
                                                    const Fetch<T> (&fetches)[kCount]) {
    const LinkedInterval* const last = intervals.list.data() + intervals.first[z + 1];
    for (const LinkedInterval* s = intervals.list.data() + intervals.first[z]; s != last; ++s) {
        const size_t other = s->other, offset = s->own - begin;
        // Most intervals are short: copy 32 bytes at once. Later intervals overwrite the surplus.
        for (const auto& [from, to] : fetches)
            std::memcpy(to + offset, from + other, 32);
        for (uint32_t k = 2 * kFetchWidth<T>; k < s->length; k += uint32_t(kFetchWidth<T>)) {
            for (const auto& [from, to] : fetches)
                std::memcpy(to + offset + k, from + other + k, 16);
        }
    }
}

}  // namespace navspan
