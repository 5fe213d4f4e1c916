// Compares the distance field with a slow evaluation of its definition.
//
// In: a compact heightfield and its distance field.
// Out: a failure for each wrong distance.
// Idea: Visits the spans one by one and finds the neighbours of a span through its links.
// Source: own method.
// Weak cases: none known.

#include <algorithm>
#include <string>
#include <vector>

#include "bake/field/open_spans.h"
#include "check/stages/checks.h"

namespace navspan {
namespace {

std::vector<uint32_t> chamfer_span_by_span(const CompactHeightfield& f) {
    const uint32_t count = f.span_count();
    std::vector<uint32_t> d(count, 0xffffffffu - 3);
    for (uint32_t i = 0; i < count; ++i) {
        for (int dir = 0; dir < 4; ++dir) {
            const uint32_t j = neighbour(f, i, dir);
            if (j == kNoIndex || f.area[j] != f.area[i]) d[i] = 0;
        }
    }
    const auto relax = [&](uint32_t i, int straight, int then) {
        const uint32_t j = neighbour(f, i, straight);
        if (j == kNoIndex) return;
        d[i] = std::min(d[i], d[j] + 2);
        const uint32_t k = neighbour(f, j, then);
        if (k != kNoIndex) d[i] = std::min(d[i], d[k] + 3);
    };
    for (uint32_t i = 0; i < count; ++i) {
        relax(i, kLeft, kDown);
        relax(i, kDown, kRight);
    }
    for (uint32_t i = count; i-- > 0;) {
        relax(i, kRight, kUp);
        relax(i, kUp, kLeft);
    }
    return d;
}

uint32_t blurred(const CompactHeightfield& f, const std::vector<uint32_t>& d, uint32_t i) {
    if (d[i] <= 2) return d[i];
    uint32_t sum = d[i];
    for (int dir = 0; dir < 4; ++dir) {
        const uint32_t j = neighbour(f, i, dir);
        const uint32_t k = j == kNoIndex ? kNoIndex : neighbour(f, j, (dir + 1) & 3);
        sum += (j == kNoIndex ? d[i] : d[j]) + (k == kNoIndex ? d[i] : d[k]);
    }
    return (sum + 5) / 9;
}

}  // namespace

void check_distance_field(const CompactHeightfield& field, const DistanceField& distance, CheckReport& report) {
    if (distance.distance.size() != field.floor.size()) {
        fail(report, "distance field: the number of distances is not the number of open spans");
        return;
    }
    const std::vector<uint32_t> d = chamfer_span_by_span(field);
    uint32_t largest = 0;
    for (uint32_t i = 0; i < field.span_count(); ++i) {
        largest = std::max(largest, d[i]);
        const uint32_t wanted = blurred(field, d, i);
        if (distance.distance[i] != wanted) {
            fail(report, "distance field: open span " + std::to_string(i) + " has " + std::to_string(distance.distance[i]) +
                             " instead of " + std::to_string(wanted));
        }
    }
    if (distance.max_distance != largest) {
        fail(report, "distance field: the largest distance is " + std::to_string(largest) + ", not " +
                         std::to_string(distance.max_distance));
    }
}

}  // namespace navspan
