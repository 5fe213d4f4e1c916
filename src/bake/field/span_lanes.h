#pragma once

// Reads eight solid spans into one vector for each member; small operations on these vectors.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "bake/field/compact_gaps.h"
#include "core/simd.h"
#include "navspan/bake/heightfield.h"

namespace navspan {

/// Eight spans as a structure of vectors.
template <class Height>
struct SpanLanes {
    HeightLanes<Height> bottom, top, area;
    SpanLanes(I16x8 b, I16x8 t, I16x8 a) : bottom(widen(b)), top(widen(t)), area(widen(a & splat<I16x8>(0xff))) {}
    static HeightLanes<Height> widen(I16x8 v) { return __builtin_convertvector(U16x8(v), HeightLanes<Height>); }
};

inline I16x8 upper(I16x8 a) {
    return I16x8(__builtin_shufflevector(a, a, 4, 5, 6, 7, 4, 5, 6, 7));
}

/// Reads eight consecutive spans as 24 numbers. Three perfect shuffles group the numbers by member.
template <class Height>
SpanLanes<Height> read_eight(const Span* spans) {
    static_assert(sizeof(Span) == 6 && std::endian::native == std::endian::little);
    const char* from = reinterpret_cast<const char*>(spans);
    auto a = load<I16x8>(from), b = load<I16x8>(from + 16), c = load<I16x8>(from + 32);
    for (int step = 0; step < 3; ++step) {
        const I16x8 next_a = zip(a, upper(b)), next_b = zip(upper(a), c), next_c = zip(b, upper(c));
        a = next_a;
        b = next_b;
        c = next_c;
    }
    return {a, b, c};
}

/// Reads the eight spans at the indices first[0] .. first[7]. Each load reads the 6 bytes of a span and 2 ignored bytes.
/// Interleaving then groups the numbers by member.
template <class Height>
[[gnu::always_inline]] inline SpanLanes<Height> read_eight_at(const Span* spans, const std::array<uint32_t, kGapLanes>& first) {
    const auto read = [spans, &first](size_t lane) { return load<uint64_t>(spans + first[lane]); };
    const auto pair = [&read](size_t lane) { return I16x8(U64x2{read(lane), read(lane + 4)}); };
    const I16x8 a = pair(0), b = pair(1), c = pair(2), d = pair(3);
    const I16x8 even = zip(a, c), odd = zip(b, d), even_high = zip_upper(a, c), odd_high = zip_upper(b, d);
    const I16x8 low = zip(even, odd), low_area = zip_upper(even, odd);
    const I16x8 high = zip(even_high, odd_high), high_area = zip_upper(even_high, odd_high);
    const auto join = [](I16x8 x, I16x8 y) { return I16x8(__builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11)); };
    const auto join_upper = [](I16x8 x, I16x8 y) { return I16x8(__builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15)); };
    return {join(low, high), join_upper(low, high), join(low_area, high_area)};
}

/// Returns the number of spans of each of eight columns.
inline HeightLanes<int32_t> count_spans(const uint32_t* first) {
    return load<HeightLanes<int32_t>>(first + 1) - load<HeightLanes<int32_t>>(first);
}

/// Returns the number of true lanes of a mask. A true lane is -1.
template <class Height>
uint32_t count_lanes(HeightLanes<Height> mask) {
    Height sum = 0;
    for (size_t lane = 0; lane < kGapLanes; ++lane)
        sum = Height(sum - mask[lane]);
    return uint32_t(sum);
}

/// Returns the count in one lane as a positive number and resets the lane to 0. `counts` are sums of masks, in which true is
/// -1.
template <class Height>
uint32_t extract_lane(HeightLanes<Height>& counts, size_t lane) {
    const auto count = uint32_t(-counts[lane]);
    counts[lane] = 0;
    return count;
}

/// Returns the lowest rank among the lanes in the mask.
template <class Height>
[[gnu::noinline]] size_t lowest_rank(HeightLanes<Height> ranks, HeightLanes<Height> mask) {
    Height lowest = std::numeric_limits<Height>::max();
    for (size_t lane = 0; lane < kGapLanes; ++lane)
        if (mask[lane] != 0) lowest = std::min<Height>(lowest, ranks[lane]);
    return size_t(lowest);
}

}  // namespace navspan
