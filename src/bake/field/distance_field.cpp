// Computes the distance of each open span to the border of its area.
//
// In: the compact heightfield and its neighbour rows.
// Out: the blurred distance of each open span, and the largest distance before the blur.
// Idea: Chamfer distances (chamfer.h) are blurred once over 3 x 3 spans (distance_blur.h). All unwalkable spans count as one
// area. Distances are computed in the narrowest sufficient type, usually bytes (may_exceed_bytes), because vector code is then
// faster.
// Source: Borgefors, Distance transformations in digital images (1986); Mononen, Recast (2009), for the blur.
// Weak cases: none known.

#include "bake/field/distance_field.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>

#include "bake/field/chamfer.h"
#include "bake/field/distance_blur.h"
#include "core/memory.h"

namespace navspan {
namespace {

template <class T>
T largest(const T* __restrict d, uint32_t count) {
    T most = 0;
    for (uint32_t i = 0; i < count; ++i)
        most = std::max(most, d[i]);
    return most;
}

// Returns the length of the longest sequence of spans without a border span.
uint32_t longest_inside(const uint8_t* marks, uint32_t count) {
    uint32_t longest = 0;
    for (uint32_t begin = 0; begin < count;) {
        const void* const border = std::memchr(marks + begin, 0, count - begin);
        const uint32_t end = border ? uint32_t(static_cast<const uint8_t*>(border) - marks) : count;
        longest = std::max(longest, end - begin);
        begin = end + 1;
    }
    return longest;
}

// False only if all distances are less than 255. The chamfer distance to a border span within 85 spans along x and 84 along z
// is at most 254. A span with a greater distance is therefore the centre of a window of kSpans x kRows spans without a border
// span. The function searches for a necessary condition of such a window: kRows consecutive rows that each have kSpans
// consecutive spans without a border span.
bool may_exceed_bytes(const CompactHeightfield& field, const uint8_t* marks) {
    constexpr size_t kRows = 2 * 84 + 1, kSpans = 2 * 85 + 1;
    const auto is_wide = [&](size_t z) {
        const uint32_t begin = field.row_span[z], count = field.row_span[z + 1] - begin;
        return count >= kSpans && longest_inside(marks + begin, count) >= kSpans;
    };
    // Search for kRows consecutive wide rows. Test the last row first, and continue the search after a row that is not wide.
    const size_t depth = field.row_span.size() - 1;
    for (size_t begin = 0; begin + kRows <= depth;) {
        size_t z = begin + kRows;
        while (z > begin && is_wide(z - 1))
            --z;
        if (z == begin) return true;
        begin = z;
    }
    return false;
}

// Returns 0 for spans on the border of their area, 255 for all others.
PaddedSpans<uint8_t> mark_border(const CompactHeightfield& field, const NeighbourRows& rows, Workers* workers) {
    PaddedSpans<uint8_t> area(field.span_count()), marks(field.span_count());
    std::copy(field.area.begin(), field.area.end(), area.spans());
    for_each_row_range(field, workers,
                       [&](ItemRange range) { mark_area_border(field, area.spans(), rows, range, marks.spans()); });
    return marks;
}

// Converts marks to the distance field, computed in type T. @return false if T is too narrow for the distances
template <class T>
bool build_from(PaddedSpans<T>& marks, const CompactHeightfield& field, const NeighbourRows& rows, Workers* workers,
                DistanceField& result) {
    T* const d = marks.spans();
    chamfer_transform(field, rows, std::numeric_limits<uint32_t>::max(), d, workers);
    const T most = largest(d, field.span_count());
    if (most >= kUnreached<T> && kUnreached<T> < std::numeric_limits<uint16_t>::max()) return false;
    result.max_distance = uint16_t(most);
    uint16_t* const out = result.distance.data();
    for_each_row_range(field, workers, [&](ItemRange range) {
        if (uint32_t(most) * 9 + 5 <= 0xffff) {
            DistanceBlur<T, uint16_t>().run(field, rows, range, d, out);
        } else {
            DistanceBlur<T, uint32_t>().run(field, rows, range, d, out);
        }
    });
    return true;
}

template <class T>
PaddedSpans<T> widen(PaddedSpans<uint8_t>& marks, uint32_t count) {
    PaddedSpans<T> wide(count);
    const uint8_t* __restrict from = marks.spans();
    T* __restrict to = wide.spans();
    for (uint32_t i = 0; i < count; ++i)
        to[i] = from[i] != 0 ? kUnreached<T> : T(0);
    return wide;
}

}  // namespace

DistanceField build_distance_field(const CompactHeightfield& field, const NeighbourRows& rows, Workers* workers) {
    DistanceField result;
    const uint32_t count = field.span_count();
    if (count == 0) return result;
    resize_prepared(result.distance, count);
    PaddedSpans<uint8_t> marks = mark_border(field, rows, workers);
    if (!may_exceed_bytes(field, marks.spans())) {
        [[maybe_unused]] const bool suffices = build_from(marks, field, rows, workers, result);
        assert(suffices);
        return result;
    }
    PaddedSpans<int16_t> wide = widen<int16_t>(marks, count);
    if (build_from(wide, field, rows, workers, result)) return result;
    PaddedSpans<uint16_t> widest = widen<uint16_t>(marks, count);
    [[maybe_unused]] const bool suffices = build_from(widest, field, rows, workers, result);
    assert(suffices);
    return result;
}

}  // namespace navspan
