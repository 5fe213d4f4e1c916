// The distance of every open span to the border of its area: chamfered (chamfer.h), then averaged once over 3 x 3 spans
// (distance_blur.h). Unwalkable spans count as an area of their own. The work is done in the narrowest numbers that hold the
// distances, because a vector holds more of them; mostly bytes do, see may_exceed_bytes.
//
// Sources: Gunilla Borgefors, Distance transformations in digital images (1986); Mikko Mononen, Recast (2009), for the blur.

#include "navspan/bake/distance_field.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>

#include "bake/field/chamfer.h"
#include "bake/field/distance_blur.h"

namespace navspan {
namespace {

template <class T>
T largest(const T* __restrict d, uint32_t count) {
    T most = 0;
    for (uint32_t i = 0; i < count; ++i)
        most = std::max(most, d[i]);
    return most;
}

// The longest interval of a row without a border span.
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

// False when no distance is 255 or more. Around such a span all spans less than 255 away are inside the area: in each of the
// 84 rows above and below it at least 85 to either side, since twice 85 and 84 make 254.
bool may_exceed_bytes(const CompactHeightfield& field, const uint8_t* marks) {
    constexpr size_t kRows = 2 * 84 + 1, kSpans = 2 * 85 + 1;
    const auto is_wide = [&](size_t z) {
        const uint32_t begin = field.row_span[z], count = field.row_span[z + 1] - begin;
        return count >= kSpans && longest_inside(marks + begin, count) >= kSpans;
    };
    // so many rows in a row; looking at the last of them first, few others are looked at
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

// 0 on the border of its area, 255 elsewhere
PaddedSpans<uint8_t> mark_border(const CompactHeightfield& field, const NeighbourRows& rows) {
    PaddedSpans<uint8_t> area(field.span_count()), marks(field.span_count());
    std::copy(field.area.begin(), field.area.end(), area.spans());
    mark_area_border(field, area.spans(), rows, marks.spans());
    return marks;
}

// Turns marks into the distance field in numbers of type T. @return false when they do not suffice
template <class T>
bool build_from(PaddedSpans<T>& marks, const CompactHeightfield& field, const NeighbourRows& rows, DistanceField& result) {
    T* const d = marks.spans();
    ChamferTransform<T>().run(field, rows, std::numeric_limits<uint32_t>::max(), d);
    const T most = largest(d, field.span_count());
    if (most >= kUnreached<T> && kUnreached<T> < std::numeric_limits<uint16_t>::max()) return false;
    result.max_distance = uint16_t(most);
    if (uint32_t(most) * 9 + 5 <= 0xffff) {
        DistanceBlur<T, uint16_t>().run(field, rows, d, result.distance.data());
    } else {
        DistanceBlur<T, uint32_t>().run(field, rows, d, result.distance.data());
    }
    return true;
}

// the same marks in wider numbers
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

DistanceField build_distance_field(const CompactHeightfield& field, const NeighbourRows& rows) {
    DistanceField result;
    const uint32_t count = field.span_count();
    if (count == 0) return result;
    result.distance.resize(count);
    PaddedSpans<uint8_t> marks = mark_border(field, rows);
    if (!may_exceed_bytes(field, marks.spans())) {
        [[maybe_unused]] const bool suffices = build_from(marks, field, rows, result);
        assert(suffices);
        return result;
    }
    PaddedSpans<int16_t> wide = widen<int16_t>(marks, count);
    if (build_from(wide, field, rows, result)) return result;
    PaddedSpans<uint16_t> widest = widen<uint16_t>(marks, count);
    build_from(widest, field, rows, result);
    return result;
}

}  // namespace navspan
