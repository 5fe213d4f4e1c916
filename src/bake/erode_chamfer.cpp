// Erosion as Recast does it.
//
// In: the compact heightfield and a radius in whole cells. Out: the same field, where every walkable span closer than the
// radius to a wall, a drop or an unwalkable span lost its area.
//
// Spans with a missing or unwalkable neighbour have distance 0, a step costs 2, a diagonal step 3; what is closer than twice
// the radius goes. Two passes over the rows do it, see chamfer.h.
//
// Known weakness: the metric is up to 6 % off, and distance is counted from the centre of the border cells, so that what is
// kept beside an outer corner may be closer than the radius. erode_walkable_area_euclidean has neither. Source: Gunilla
// Borgefors, Distance transformations in digital images (1986).

#include <cassert>

#include "chamfer.h"
#include "navspan/bake/erode.h"

namespace navspan {
namespace {

constexpr uint8_t kAllLinks = 15;

// no distance where the neighbour is not walkable
void clear_beside(uint8_t* __restrict d, const uint8_t* __restrict neighbour, uint32_t count) {
    for (uint32_t k = 0; k < count; ++k)
        d[k] &= uint8_t(neighbour[k] != 0 ? 0xff : 0);
}

// 0 for border spans, 255 for the others; one value before and one after are padding
std::vector<uint8_t> mark_border(const CompactHeightfield& field, const Stretches& up) {
    const uint32_t count = field.span_count();
    std::vector<uint8_t> padded(size_t(count) + 2, 0);
    uint8_t* __restrict d = padded.data() + 1;
    const uint8_t* __restrict area = field.area.data();
    const uint8_t* __restrict links = field.links.data();

    // the first and the last span of the field lack a neighbour
    for (uint32_t i = 1; i + 1 < count; ++i) {
        const bool inside = (links[i] == kAllLinks) & (area[i] != 0) & (area[i - 1] != 0) & (area[i + 1] != 0);
        d[i] = inside ? 255 : 0;
    }
    for (const auto& [lower, upper, n] : up.list) {
        clear_beside(d + lower, area + upper, n);
        clear_beside(d + upper, area + lower, n);
    }
    return padded;
}

}  // namespace

uint32_t erode_walkable_area_chamfer(CompactHeightfield& field, int32_t radius) {
    assert(radius >= 0 && radius <= 127);
    const Stretches up = collect_stretches(field, field.up), down = collect_stretches(field, field.down);
    std::vector<uint8_t> padded = mark_border(field, up);
    ChamferTransform<uint8_t>().run(field, up, down, padded.data() + 1);

    const uint8_t nearest = uint8_t(2 * radius);
    const uint8_t* __restrict d = padded.data() + 1;
    uint8_t* __restrict area = field.area.data();
    const uint32_t count = field.span_count();
    uint32_t removed = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const bool keep = d[i] >= nearest;
        removed += uint32_t(!keep & (area[i] != 0));
        area[i] = keep ? area[i] : uint8_t(0);
    }
    return removed;
}

}  // namespace navspan
