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

// no distance where two neighbours have different areas
void clear_beside(uint16_t* __restrict d, const uint8_t* __restrict a, const uint8_t* __restrict b, uint32_t count) {
    for (uint32_t k = 0; k < count; ++k)
        d[k] &= uint16_t(a[k] == b[k] ? 0xffff : 0);
}

// 0 for spans on the border of their area, the largest value for the others; one value before and one after are padding
std::vector<uint16_t> mark_border(const CompactHeightfield& field, const Stretches& up) {
    const uint32_t count = field.span_count();
    std::vector<uint16_t> padded(size_t(count) + 2, 0);
    uint16_t* __restrict d = padded.data() + 1;
    const uint8_t* __restrict area = field.area.data();
    const uint8_t* __restrict links = field.links.data();

    // the first and the last span of the field lack a neighbour
    for (uint32_t i = 1; i + 1 < count; ++i) {
        const bool inside = (links[i] == kAllLinks) & (area[i] == area[i - 1]) & (area[i] == area[i + 1]);
        d[i] = inside ? 0xffff : 0;
    }
    for (const auto& [lower, upper, n] : up.list) {
        clear_beside(d + lower, area + lower, area + upper, n);
        clear_beside(d + upper, area + lower, area + upper, n);
    }
    return padded;
}

// a ninth, rounded down; as a product, which compilers turn into vector code for 16 bits
uint16_t ninth(uint16_t v) {
    return uint16_t(uint16_t(uint32_t{v} * 58255u >> 16) >> 3);
}
uint32_t ninth(uint32_t v) {
    return v / 9;
}

// Averages 3 x 3 distances. Sum holds nine of them.
template <class Sum>
class Blur {
public:
    /// @param d  distances, readable one before the first and one after the last
    void run(const CompactHeightfield& field, const Stretches& up, const Stretches& down, const uint16_t* d, uint16_t* out) {
        for (size_t z = 0; z + 1 < field.row_span.size(); ++z) {
            const uint32_t begin = field.row_span[z], count = field.row_span[z + 1] - begin;
            if (count == 0) continue;
            padded_.resize(std::max(padded_.size(), size_t(count) + 2));
            Sum* sum = padded_.data() + 1;  // sum[k] belongs to span begin + k
            sum_neighbours(sum, d + begin, count);
            // up, up then right; left then up
            for (uint32_t s = up.first[z]; s < up.first[z + 1]; ++s) {
                const auto [own, above, n] = up.list[s];
                add(sum + (own - begin), d + above, n);
                add(sum + (own - begin), d + above + 1, n);
                add(sum + (own - begin) + 1, d + above, n);
            }
            // down, down then left; right then down
            for (uint32_t s = down.first[z]; s < down.first[z + 1]; ++s) {
                const auto [own, below, n] = down.list[s];
                add(sum + (own - begin), d + below, n);
                add(sum + (own - begin), d + below - 1, n);
                add(sum + (own - begin) - 1, d + below, n);
            }
            average(sum, d + begin, out + begin, count);
        }
    }

private:
    static void sum_neighbours(Sum* __restrict sum, const uint16_t* __restrict d, uint32_t count) {
        const uint16_t* __restrict left = d - 1, * __restrict right = d + 1;
        for (uint32_t k = 0; k < count; ++k)
            sum[k] = Sum(Sum(d[k]) + left[k] + right[k]);
    }
    static void add(Sum* __restrict sum, const uint16_t* __restrict d, uint32_t count) {
        for (uint32_t k = 0; k < count; ++k)
            sum[k] = Sum(sum[k] + d[k]);
    }
    static void average(const Sum* __restrict sum, const uint16_t* __restrict d, uint16_t* __restrict out, uint32_t count) {
        for (uint32_t k = 0; k < count; ++k) {
            const auto mean = uint16_t(ninth(Sum(sum[k] + 5)));
            out[k] = d[k] < kBlurFrom ? d[k] : mean;
        }
    }

    std::vector<Sum> padded_;
};

}  // namespace

DistanceField build_distance_field(const CompactHeightfield& field) {
    DistanceField result;
    const uint32_t count = field.span_count();
    const Stretches up = collect_stretches(field, field.up), down = collect_stretches(field, field.down);
    std::vector<uint16_t> padded = mark_border(field, up);
    uint16_t* d = padded.data() + 1;
    ChamferTransform<uint16_t>().run(field, up, down, d);
    uint16_t most = 0;
    for (uint32_t i = 0; i < count; ++i)
        most = std::max(most, d[i]);
    result.max_distance = most;

    result.distance.resize(count);
    if (uint32_t(most) * 9 + 5 <= 0xffff) {
        Blur<uint16_t>().run(field, up, down, d, result.distance.data());
    } else {
        Blur<uint32_t>().run(field, up, down, d, result.distance.data());
    }
    return result;
}

}  // namespace navspan
