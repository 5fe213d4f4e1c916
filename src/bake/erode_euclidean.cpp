// Erosion by the exact Euclidean distance, with a radius that is not rounded to cells.
//
// In: the compact heightfield and a radius. Out: the same field, where every walkable span lost its area whose cell is closer
// than the radius to a blocked cell edge. So no point of what is kept is closer than the radius to a wall, a drop or a hole.
//
// An edge of a walkable span's cell is blocked when nothing walkable is linked across it. Distance is that between the cell's
// square and the edge, seen from above: hypot(a, b) with a and b whole numbers of cells between them. On floors above each
// other it is measured where one walks: it is the largest r for which everything closer than r can be walked to in straight
// lines without meeting a blocked edge. As long as the floor within r lies above itself nowhere, that is a plain planar
// distance, and it is computed exactly; where it does (within r of the axis of a stair that winds up around a single point), it
// is an estimate.
//
// Like Meijster's transform it works in two phases, vertical then horizontal. Seen from a cell, the nearest blocked point is on
// one of the vertical lattice lines, m = 0, 1, ... cells to its left or right. The first phase finds for both sides of every
// cell the distance along that line, following links up and down, to the nearest blocked point. The second would be a lower
// envelope; as only "closer than the radius?" is asked, it is a comparison with one threshold per m instead, which goes over
// whole rows at once, and may look past the end of a run: the end itself, at a smaller m, has said "closer" already.
//
// Source: Meijster, Roerdink, Hesselink, A general algorithm for computing distance transforms in linear time (2000).

#include <algorithm>
#include <cassert>
#include <cmath>

#include "navspan/bake/erode.h"
#include "stretches.h"

namespace navspan {
namespace {

constexpr uint8_t kVertical = 1u << kUp | 1u << kDown;
constexpr uint8_t kLeftBit = 1u << kLeft, kRightBit = 1u << kRight;
constexpr double kRoundingSlack = 1e-9;  // [cell], so that 0.35 / 0.1 counts as 3.5

// Distances along lattice lines are kept as steps: 0 when the line is blocked beside the cell itself, else 1 + the whole cells
// between the cell's row and the blocked point. At m cells sideways, up to reach[m] steps are closer than the radius.
std::vector<int32_t> reach_per_offset(double radius) {
    const double squared = std::max(0.0, radius - kRoundingSlack) * std::max(0.0, radius - kRoundingSlack);
    std::vector<int32_t> reach;
    for (int32_t m = 0; double(m) * m < squared; ++m) {
        int32_t steps = int32_t(std::sqrt(squared - double(m) * m));
        while (double(steps) * steps + double(m) * m < squared)
            ++steps;
        reach.push_back(steps);
    }
    return reach;
}

// Steps along the lines to the left and to the right of every span, not counted beyond a limit.
template <class Steps>
struct Lines {
    std::vector<Steps> left, right;
};

template <class Steps>
Lines<Steps> blocked_beside(const CompactHeightfield& field, Steps limit) {
    const uint32_t count = field.span_count();
    const uint8_t* area = field.area.data();
    const uint8_t* links = field.links.data();
    Lines<Steps> steps{std::vector<Steps>(count, 0), std::vector<Steps>(count, 0)};
    // a missing link above or below ends the line one step away; an unwalkable span there does the same, being 0 itself
    const auto open_end = [&](uint32_t i) { return (links[i] & kVertical) == kVertical ? limit : Steps(1); };
    for (uint32_t i = 1; i < count; ++i) {
        const bool open = (links[i] & kLeftBit) && area[i] && area[i - 1];
        steps.left[i] = open ? open_end(i) : Steps(0);
    }
    for (uint32_t i = 0; i + 1 < count; ++i) {
        const bool open = (links[i] & kRightBit) && area[i] && area[i + 1];
        steps.right[i] = open ? open_end(i) : Steps(0);
    }
    return steps;
}

// First phase: every span takes one step more than the span below it, then one more than the one above it, if that is less.
template <class Steps>
Lines<Steps> steps_along_lines(const CompactHeightfield& field, Steps limit) {
    Lines<Steps> steps = blocked_beside<Steps>(field, limit);
    const auto take_over = [&](uint32_t i, uint32_t j, uint32_t n) {
        for (std::vector<Steps>* side : {&steps.left, &steps.right}) {
            Steps* s = side->data();
            for (uint32_t k = 0; k < n; ++k)
                s[i + k] = std::min(s[i + k], Steps(std::min<Steps>(s[j + k], limit - 1) + 1));
        }
    };
    const size_t depth = field.row_span.size() - 1;
    for (size_t z = 0; z < depth; ++z)
        for_each_stretch(field.down, field.row_span[z], field.row_span[z + 1], take_over);
    for (size_t z = depth; z-- > 0;)
        for_each_stretch(field.up, field.row_span[z], field.row_span[z + 1], take_over);
    return steps;
}

// Second phase, and the erosion itself.
template <class Steps>
uint32_t remove_closer(CompactHeightfield& field, const std::vector<int32_t>& reach) {
    const Steps limit = Steps(reach[0] + 1);
    const Lines<Steps> steps = steps_along_lines<Steps>(field, limit);
    std::vector<Steps> padded;
    std::vector<uint8_t> keep;
    uint32_t removed = 0;
    for (size_t z = 0; z + 1 < field.row_span.size(); ++z) {
        const uint32_t begin = field.row_span[z], count = field.row_span[z + 1] - begin;
        // a run is open over at most its own length, so looking further than the row is long shows nothing new
        const size_t offsets = std::min(reach.size(), size_t(count) + 1);
        // line[k] is the line to the left of span begin + k, line[count] the one after the last span
        padded.assign(size_t(count) + 1 + 2 * offsets, limit);
        Steps* line = padded.data() + offsets;
        line[0] = line[count] = 0;
        for (uint32_t k = 1; k < count; ++k)
            line[k] = std::min(steps.left[begin + k], steps.right[begin + k - 1]);

        keep.assign(count, 1);
        for (size_t m = 0; m < offsets; ++m) {
            const Steps far_enough = Steps(reach[m] + 1);
            const Steps* left = line - m;
            const Steps* right = line + m + 1;
            for (uint32_t k = 0; k < count; ++k)
                keep[k] &= uint8_t(std::min(left[k], right[k]) >= far_enough);
        }
        for (uint32_t k = 0; k < count; ++k) {
            uint8_t& area = field.area[begin + k];
            removed += !keep[k] && area != 0;
            area = keep[k] ? area : uint8_t(0);
        }
    }
    return removed;
}

}  // namespace

uint32_t erode_walkable_area_euclidean(CompactHeightfield& field, double radius) {
    assert(radius >= 0 && radius <= kMostErosion);
    const std::vector<int32_t> reach = reach_per_offset(radius);
    if (reach.empty()) return 0;
    return reach[0] < 255 ? remove_closer<uint8_t>(field, reach) : remove_closer<uint16_t>(field, reach);
}

}  // namespace navspan
