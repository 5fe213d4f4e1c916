// How far every open span is from the border of its area: what the watershed floods.
//
// In: the eroded compact heightfield. Out: the blurred chamfer distance per open span and the largest distance before the blur.
//
// A span that lacks a neighbour of its own area has distance 0; unwalkable spans count as an area of their own. The distance is
// chamfered (see chamfer.h) and then averaged once over 3 x 3 spans, where it is above 2. Such a span has all eight
// neighbours: the straight ones have a distance above 0, so none of them lacks a neighbour. The sums need no case
// distinction therefore: they are made for all spans, in plain loops along stretches, and not used near borders.
//
// Sources: Gunilla Borgefors, Distance transformations in digital images (1986); Mikko Mononen, Recast (2009), for the blur.

#include "navspan/bake/distance_field.h"

#include <algorithm>

#include "chamfer.h"

namespace navspan {
namespace {

constexpr uint8_t kAllLinks = 15;
constexpr uint16_t kBlurFrom = 3;  // smaller distances keep their value

// 0 for spans on the border of their area, the largest value for the others; one value before and one after are padding
std::vector<uint16_t> mark_border(const CompactHeightfield& field) {
    const uint32_t count = field.span_count();
    std::vector<uint16_t> padded(size_t(count) + 2, 0);
    uint16_t* d = padded.data() + 1;
    const uint8_t* area = field.area.data();

    // the first and the last span of the field lack a neighbour
    for (uint32_t i = 1; i + 1 < count; ++i) {
        const bool inside = field.links[i] == kAllLinks && area[i] == area[i - 1] && area[i] == area[i + 1];
        d[i] = inside ? 0xffff : 0;
    }
    for_each_stretch(field.up, 0, count, [&](uint32_t i, uint32_t j, uint32_t n) {
        for (uint32_t k = 0; k < n; ++k) {
            const uint16_t keep = area[i + k] == area[j + k] ? 0xffff : 0;
            d[i + k] &= keep;
            d[j + k] &= keep;
        }
    });
    return padded;
}

// Averages 3 x 3 distances. Sum holds nine of them.
// @param d  distances, readable one before the first and one after the last
template <class Sum>
void blur(const CompactHeightfield& field, const uint16_t* d, uint16_t* out) {
    std::vector<Sum> padded;
    for (size_t z = 0; z + 1 < field.row_span.size(); ++z) {
        const uint32_t begin = field.row_span[z], end = field.row_span[z + 1];
        if (begin == end) continue;
        padded.resize(size_t(end - begin) + 2);
        Sum* sum = padded.data() + 1;  // sum[k] belongs to span begin + k
        const uint32_t count = end - begin;
        for (uint32_t k = 0; k < count; ++k)
            sum[k] = Sum(Sum(d[begin + k]) + d[begin + k + 1] + d[int64_t{begin} + k - 1]);

        // up, up then right; left then up
        for_each_stretch(field.up, begin, end, [&](uint32_t i, uint32_t j, uint32_t n) {
            Sum* s = sum + (i - begin);
            const uint16_t* above = d + j;
            for (uint32_t k = 0; k < n; ++k)
                s[k] = Sum(s[k] + above[k] + above[k + 1]);
            for (uint32_t k = 0; k < n; ++k)
                s[k + 1] = Sum(s[k + 1] + above[k]);
        });
        // down, down then left; right then down
        for_each_stretch(field.down, begin, end, [&](uint32_t i, uint32_t j, uint32_t n) {
            Sum* s = sum + (int64_t{i} - begin);
            const uint16_t* below = d + j;
            for (uint32_t k = 0; k < n; ++k)
                s[k] = Sum(s[k] + below[k] + below[int64_t{k} - 1]);
            for (uint32_t k = 0; k < n; ++k)
                s[int64_t{k} - 1] = Sum(s[int64_t{k} - 1] + below[k]);
        });
        for (uint32_t k = 0; k < count; ++k) {
            const uint16_t own = d[begin + k];
            out[begin + k] = own < kBlurFrom ? own : uint16_t(Sum(sum[k] + 5) / 9);
        }
    }
}

}  // namespace

DistanceField build_distance_field(const CompactHeightfield& field) {
    DistanceField result;
    const uint32_t count = field.span_count();
    std::vector<uint16_t> padded = mark_border(field);
    uint16_t* d = padded.data() + 1;
    chamfer_transform(field, d);
    for (uint32_t i = 0; i < count; ++i)
        result.max_distance = std::max(result.max_distance, d[i]);

    result.distance.resize(count);
    if (uint32_t(result.max_distance) * 9 + 5 <= 0xffff) {
        blur<uint16_t>(field, d, result.distance.data());
    } else {
        blur<uint32_t>(field, d, result.distance.data());
    }
    return result;
}

}  // namespace navspan
