// Erosion by the exact Euclidean distance, with a radius that is not rounded to cells.
//
// In, out: see erode.h. A cell edge is blocked if nothing walkable is linked across it. The distance is that between the cell's
// square and the edge, seen from above, along straight lines that do not meet a blocked edge. If the floor within the radius
// overlaps itself vertically (around the axis of a winding stair), the distance is an estimate.
// Idea: like Meijster's transform it works in two phases. Seen from a cell, the nearest blocked point lies on one of the
// vertical lattice lines, m = 0, 1, ... cells to its left or right. The first phase follows links up and down and finds, on
// both sides of every cell, the distance along the line to the nearest blocked point. The second phase compares these distances
// with one threshold for each m. It goes over whole rows and may read past the end of a run: the end itself, at a smaller m, is
// closer. Both phases are loops over bytes, with the values of the row before copied next to the row (neighbour_rows.h).
// Source: Meijster, Roerdink, Hesselink, A general algorithm for computing distance transforms in linear time (2000).

#include <algorithm>
#include <cassert>
#include <cmath>

#include "bake/field/erode.h"
#include "bake/field/neighbour_rows.h"

namespace navspan {
namespace {

constexpr uint8_t kVerticalLinks = 1u << kUp | 1u << kDown;
constexpr double kRoundingEpsilon = 1e-9;  // [cell], so that 0.35 / 0.1 counts as 3.5

// Distances along lattice lines are kept as steps: 0 when the line is blocked beside the cell itself, else 1 + the whole cells
// between the cell's row and the blocked point. At m cells sideways, up to reach[m] steps are closer than the radius.
std::vector<int32_t> reach_per_offset(double radius) {
    const double squared = std::max(0.0, radius - kRoundingEpsilon) * std::max(0.0, radius - kRoundingEpsilon);
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
    PaddedSpans<Steps> left, right;
    std::vector<Steps> row_left, row_right;  // of the neighbours of a row's spans, one after the other

    Lines(uint32_t count, uint32_t longest_row)
        : left(count),
          right(count),
          row_left(longest_row + kFetchPadding<Steps>),
          row_right(longest_row + kFetchPadding<Steps>) {}
};

uint32_t longest_row(const CompactHeightfield& field) {
    uint32_t longest = 0;
    for (size_t z = 0; z + 1 < field.row_span.size(); ++z)
        longest = std::max(longest, field.row_span[z + 1] - field.row_span[z]);
    return longest;
}

// What the lines to the left (shift -1) or right (shift 1) of spans begin .. end start with: 0 where they are blocked beside
// the cell, 1 where they end at its upper or lower edge, else the limit.
template <class Steps>
void init_lines(const CompactHeightfield& field, uint32_t begin, uint32_t end, int shift, Steps limit, Steps* __restrict to) {
    const uint8_t* __restrict area = field.area.data();
    const uint8_t* __restrict beside = area + shift;
    const uint8_t* __restrict links = field.links.data();
    const int bit = shift < 0 ? kLeft : kRight;
    for (uint32_t i = begin; i < end; ++i) {
        const bool open = ((links[i] >> bit & 1) & (area[i] != 0) & (beside[i] != 0)) != 0;
        const bool ends = (links[i] & kVerticalLinks) != kVerticalLinks;
        const Steps open_steps = ends ? Steps(1) : limit;
        to[i] = open ? open_steps : Steps(0);
    }
}

// One step more than the neighbours in the row before, if that is less. Where there is no neighbour, `before` is anything: such
// lines have at most one step already.
template <class Steps>
void step_from_neighbours(const Steps* __restrict before, uint32_t count, Steps limit, Steps* __restrict steps) {
    for (uint32_t k = 0; k < count; ++k) {
        const Steps next = Steps(std::min<Steps>(before[k], Steps(limit - 1)) + 1);
        steps[k] = std::min(steps[k], next);
    }
}

template <class Steps>
void step_from_row(const CompactHeightfield& field, const LinkedIntervals& intervals, size_t z, Steps limit,
                   Lines<Steps>& lines) {
    const uint32_t begin = field.row_span[z], count = field.row_span[z + 1] - begin;
    Steps *const left = lines.left.spans(), *const right = lines.right.spans();
    fetch_neighbours<Steps>(intervals, z, begin, {{left, lines.row_left.data()}, {right, lines.row_right.data()}});
    step_from_neighbours(lines.row_left.data(), count, limit, left + begin);
    step_from_neighbours(lines.row_right.data(), count, limit, right + begin);
}

// What the second phase needs for a row.
template <class Steps>
struct RowScratch {
    std::vector<Steps> line;
    std::vector<uint8_t> keep;
};

// Second phase, for the spans of one row: removes those that are closer than the radius.
template <class Steps>
uint32_t remove_close_spans(CompactHeightfield& field, size_t z, Lines<Steps>& steps, const std::vector<int32_t>& reach,
                       RowScratch<Steps>& scratch) {
    const uint32_t begin = field.row_span[z], count = field.row_span[z + 1] - begin;
    if (count == 0) return 0;
    // a run is open over at most its own length, so looking further than the row is long shows nothing new
    const size_t offsets = std::min(reach.size(), size_t(count) + 1);
    // line[k] is the line to the left of span begin + k, line[count] the one after the last span
    scratch.line.assign(size_t(count) + 1 + 2 * offsets, Steps(reach[0] + 1));
    Steps* __restrict line = scratch.line.data() + offsets;
    line[0] = line[count] = 0;
    const Steps* __restrict to_left = steps.left.spans() + begin;
    const Steps* __restrict to_right = steps.right.spans() + begin - 1;
    for (uint32_t k = 1; k < count; ++k)
        line[k] = std::min(to_left[k], to_right[k]);

    scratch.keep.assign(count, 1);
    uint8_t* __restrict keep = scratch.keep.data();
    for (size_t m = 0; m < offsets; ++m) {
        const Steps far_enough = Steps(reach[m] + 1);
        const Steps* __restrict left = line - m;
        const Steps* __restrict right = line + m + 1;
        for (uint32_t k = 0; k < count; ++k)
            keep[k] &= uint8_t(std::min(left[k], right[k]) >= far_enough);
    }
    return remove_areas(field.area.data() + begin, keep, 1, count);
}

// Both phases. The first goes over the rows upwards, then downwards; what comes down is final, and the second phase with it.
template <class Steps>
uint32_t erode(CompactHeightfield& field, const NeighbourRows& rows, const std::vector<int32_t>& reach) {
    const uint32_t count = field.span_count();
    if (count == 0) return 0;
    const Steps limit = Steps(reach[0] + 1);
    Lines<Steps> lines(count, longest_row(field));
    // the first span has nothing to its left and the last nothing to its right: 0 already
    init_lines<Steps>(field, 1, count, -1, limit, lines.left.spans());
    init_lines<Steps>(field, 0, count - 1, 1, limit, lines.right.spans());
    const size_t depth = field.row_span.size() - 1;
    for (size_t z = 0; z < depth; ++z)
        step_from_row(field, rows.down, z, limit, lines);
    RowScratch<Steps> scratch;
    uint32_t removed = 0;
    for (size_t z = depth; z-- > 0;) {
        step_from_row(field, rows.up, z, limit, lines);
        removed += remove_close_spans(field, z, lines, reach, scratch);
    }
    return removed;
}

}  // namespace

uint32_t erode_walkable_area_euclidean(CompactHeightfield& field, const NeighbourRows& rows, double radius) {
    assert(radius >= 0 && radius <= kMaxErosion);
    const std::vector<int32_t> reach = reach_per_offset(radius);
    if (reach.empty()) return 0;
    return reach[0] < 255 ? erode<uint8_t>(field, rows, reach) : erode<uint16_t>(field, rows, reach);
}

}  // namespace navspan
