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

// 0 for border spans, 255 for the others
std::vector<uint8_t> mark_border(const CompactHeightfield& field) {
    const uint32_t count = field.span_count();
    std::vector<uint8_t> d(size_t(count) + 1, 0);
    const uint8_t* area = field.area.data();

    // the first and the last span of the field lack a neighbour
    for (uint32_t i = 1; i + 1 < count; ++i) {
        const bool inside = field.links[i] == kAllLinks && area[i] && area[i - 1] && area[i + 1];
        d[i] = inside ? 255 : 0;
    }
    for_each_stretch(field.up, 0, count, [&](uint32_t i, uint32_t j, uint32_t n) {
        for (uint32_t k = 0; k < n; ++k) {
            d[i + k] = area[j + k] ? d[i + k] : uint8_t(0);
            d[j + k] = area[i + k] ? d[j + k] : uint8_t(0);
        }
    });
    return d;
}

}  // namespace

uint32_t erode_walkable_area_chamfer(CompactHeightfield& field, int32_t radius) {
    assert(radius >= 0 && radius <= 127);
    std::vector<uint8_t> d = mark_border(field);
    chamfer_transform(field, d.data());

    const uint8_t nearest = uint8_t(2 * radius);
    uint32_t removed = 0;
    for (uint32_t i = 0; i < field.span_count(); ++i) {
        const bool keep = d[i] >= nearest;
        removed += !keep && field.area[i] != 0;
        field.area[i] = keep ? field.area[i] : uint8_t(0);
    }
    return removed;
}

}  // namespace navspan
