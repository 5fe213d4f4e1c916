// Erodes the walkable area by the Euclidean distance. The radius is not rounded to cells.
//
// In: the compact heightfield, its neighbour rows, and the radius.
// Out: the field, with area 0 for spans closer than the radius to a blocked edge. An edge of a cell is blocked if no walkable
// span is linked across it.
// Idea: The first phase finds the distance in z to the nearest blocked edge, for the left and right side of each cell. The
// second phase compares these distances with a limit for each offset in x.
// Source: Meijster, Roerdink, Hesselink, A general algorithm for computing distance transforms in linear time (2000).
// Weak cases: On a spiral stair, the distance is an estimate.

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "bake/field/erode.h"
#include "bake/field/neighbour_rows.h"
#include "core/parallel.h"

namespace navspan {
namespace {

constexpr uint8_t kVerticalLinks = 1u << kUp | 1u << kDown;

// Steps are distances in z. A blocked point inside the row of the cell is 0 steps away. A blocked point on a border between
// rows is 1 + n steps away if there are n rows between the point and the cell. Returns the largest number of steps for each
// distance m in x [cell]: a blocked point is closer than the radius if and only if it is at most result[m] steps away.
std::vector<int32_t> reach_per_offset(double radius) {
    const double squared = std::max(0.0, radius - kErosionEpsilon) * std::max(0.0, radius - kErosionEpsilon);
    std::vector<int32_t> reach;
    for (int32_t m = 0; double(m) * m < squared; ++m) {
        int32_t steps = int32_t(std::sqrt(squared - double(m) * m));
        while (double(steps) * steps + double(m) * m < squared)
            ++steps;
        reach.push_back(steps);
    }
    return reach;
}

// Steps in z (see reach_per_offset) from each span to the nearest blocked point on the left and right, clamped to `limit`.
template <class Steps>
struct Lines {
    Steps limit;
    PaddedSpans<Steps> left, right;

    Lines(uint32_t count, Steps limit_) : limit(limit_), left(count), right(count) {}
};

template <class Steps>
struct RowScratch {
    std::vector<Steps> left, right;  // for each span of the row: steps of its neighbour in the previous row
    std::vector<Steps> line;
    std::vector<uint8_t> keep;
};

// Initializes the steps from spans [begin, end) to blocked points on their left (shift -1) or right (shift 1) side. The initial
// value is 0 if the side itself is blocked. It is 1 if a neighbour in +z or -z is missing, because the end of the side is then
// a blocked point on a border between rows (see reach_per_offset). It is `limit` for all other spans.
template <class Steps>
void init_lines(const CompactHeightfield& field, uint32_t begin, uint32_t end, int shift, Steps limit, Steps* __restrict to) {
    const uint8_t* __restrict area = field.area.data();
    const uint8_t* __restrict next_area = area + shift;
    const uint8_t* __restrict links = field.links.data();
    const int bit = shift < 0 ? kLeft : kRight;
    for (uint32_t i = begin; i < end; ++i) {
        const bool open = ((links[i] >> bit & 1) & (area[i] != 0) & (next_area[i] != 0)) != 0;
        const bool ends = (links[i] & kVerticalLinks) != kVerticalLinks;
        const Steps open_steps = ends ? Steps(1) : limit;
        to[i] = open ? open_steps : Steps(0);
    }
}

// Limits the steps of each span to 1 plus the steps of its neighbour in the previous row. If that neighbour is missing, the
// span already has at most 1 step: the value in `before` has no effect.
template <class Steps>
void step_from_neighbours(const Steps* __restrict before, uint32_t count, Steps limit, Steps* __restrict steps) {
    for (uint32_t k = 0; k < count; ++k) {
        const Steps next = Steps(std::min<Steps>(before[k], Steps(limit - 1)) + 1);
        steps[k] = std::min(steps[k], next);
    }
}

template <class Steps>
void step_from_row(const CompactHeightfield& field, const LinkedIntervals& intervals, size_t z, Lines<Steps>& lines,
                   RowScratch<Steps>& scratch) {
    const uint32_t begin = field.row_span[z], count = field.row_span[z + 1] - begin;
    Steps *const left = lines.left.spans(), *const right = lines.right.spans();
    for (std::vector<Steps>* buffer : {&scratch.left, &scratch.right}) {
        if (buffer->size() < count + kFetchPadding<Steps>) buffer->resize(count + kFetchPadding<Steps>);
    }
    fetch_neighbours<Steps>(intervals, z, begin, {{left, scratch.left.data()}, {right, scratch.right.data()}});
    step_from_neighbours(scratch.left.data(), count, lines.limit, left + begin);
    step_from_neighbours(scratch.right.data(), count, lines.limit, right + begin);
}

// Second phase for one row. Near the end of a run, the loop also reads values beyond the end. These values have no effect: the
// end of the run is a blocked edge, which removes the span anyway.
template <class Steps>
uint32_t remove_close_spans(CompactHeightfield& field, size_t z, Lines<Steps>& steps, const std::vector<int32_t>& reach,
                            RowScratch<Steps>& scratch) {
    const uint32_t begin = field.row_span[z], count = field.row_span[z + 1] - begin;
    if (count == 0) return 0;
    // Larger offsets have no effect: each span has a blocked edge at the end of its run, at most `count` cells away.
    const size_t offsets = std::min(reach.size(), size_t(count) + 1);
    // line[k]: steps to a blocked point on the left side of span begin + k. line[count]: on the right side of the last span.
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

// Runs both phases on ranges of rows.
template <class Steps>
class ErosionPasses {
public:
    ErosionPasses(CompactHeightfield& field, const NeighbourRows& rows, const std::vector<int32_t>& reach)
        : field_(field), rows_(rows), reach_(reach), lines_(field.span_count(), Steps(reach[0] + 1)) {}

    void init(ItemRange range) {
        const uint32_t begin = field_.row_span[range.begin], end = field_.row_span[range.end], count = field_.span_count();
        // The first span has no left neighbour, the last span no right neighbour: these steps stay 0.
        init_lines<Steps>(field_, std::max(begin, 1u), end, -1, lines_.limit, lines_.left.spans());
        init_lines<Steps>(field_, begin, std::min(end, count - 1), 1, lines_.limit, lines_.right.spans());
    }
    // Computes the final values of row z - 1 in the pass in +z. Rows before z - limit + 1 have no effect on these values, so
    // the pass starts there. The rows before z - 1 get intermediate values.
    void finish_up_before(size_t z, RowScratch<Steps>& scratch) {
        for (size_t row = z - lines_.limit + 1; row < z; ++row)
            step_from_row(field_, rows_.down, row, lines_, scratch);
    }
    // Pass in +z over a range. Skips the last row if finish_up_before has finished it.
    void pass_up(ItemRange range, bool last_is_finished) {
        RowScratch<Steps> scratch;
        for (size_t z = range.begin; z < range.end - last_is_finished; ++z)
            step_from_row(field_, rows_.down, z, lines_, scratch);
    }
    // Computes the final values of row z in the pass in -z. Rows after z + limit - 2 have no effect on these values, so the
    // pass starts there. The rows after z get intermediate values.
    void finish_down_at(size_t z, RowScratch<Steps>& scratch) {
        for (size_t row = z + lines_.limit - 1; row-- > z;)
            step_from_row(field_, rows_.up, row, lines_, scratch);
    }
    // Pass in -z over a range. Skips the first row if finish_down_at has finished it. Runs the second phase on each finished
    // row. Returns the number of removed spans.
    uint32_t pass_down(ItemRange range, bool first_is_finished) {
        RowScratch<Steps> scratch;
        uint32_t removed = 0;
        for (size_t z = range.end; z-- > range.begin;) {
            if (z > range.begin || !first_is_finished) step_from_row(field_, rows_.up, z, lines_, scratch);
            removed += remove_close_spans(field_, z, lines_, reach_, scratch);
        }
        return removed;
    }

private:
    CompactHeightfield& field_;
    const NeighbourRows& rows_;
    const std::vector<int32_t>& reach_;
    Lines<Steps> lines_;
};

template <class Steps>
uint32_t erode(CompactHeightfield& field, const NeighbourRows& rows, const std::vector<int32_t>& reach, Workers* workers) {
    if (field.span_count() == 0) return 0;
    constexpr size_t kMinPart = 32;  // [rows]
    const size_t depth = field.row_span.size() - 1, limit = size_t(reach[0]) + 1;
    const size_t parts = part_count(workers, depth, std::max(kMinPart, limit));
    const auto range = [&](size_t part) { return part_range(depth, parts, part); };
    ErosionPasses<Steps> passes(field, rows, reach);
    RowScratch<Steps> scratch;
    std::vector<uint32_t> removed(parts);
    for_each_part(workers, parts, [&](size_t p, unsigned) { passes.init(range(p)); });
    for (size_t p = 1; p < parts; ++p)
        passes.finish_up_before(range(p).begin, scratch);
    for_each_part_apart(workers, parts, [&](size_t p, unsigned) { passes.pass_up(range(p), p + 1 < parts); });
    for (size_t p = 1; p < parts; ++p)
        passes.finish_down_at(range(p).begin, scratch);
    for_each_part_apart(workers, parts, [&](size_t p, unsigned) { removed[p] = passes.pass_down(range(p), p > 0); });
    return std::accumulate(removed.begin(), removed.end(), 0u);
}

}  // namespace

uint32_t erode_walkable_area_euclidean(CompactHeightfield& field, const NeighbourRows& rows, double radius, Workers* workers) {
    assert(radius >= 0 && radius <= kMaxErosion);
    const std::vector<int32_t> reach = reach_per_offset(radius);
    if (reach.empty()) return 0;
    return reach[0] < 255 ? erode<uint8_t>(field, rows, reach, workers) : erode<uint16_t>(field, rows, reach, workers);
}

}  // namespace navspan
