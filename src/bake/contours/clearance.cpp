// Decides where simplified edges at walls may run outside the eroded ground (WallSimplification::one_sided).
//
// In: the eroded compact heightfield and the agent's radius; queries for a segment of a wall, or for a raw vertex.
// Out: for a segment, whether it stays at least the radius away from all blocked edges (cell edges without a link across). For
// a vertex, whether an area volume removed ground close to it.
// Idea: Erosion removes whole cells, so the border of the eroded ground is a staircase. A straight wall edge may cut off the
// steps of the staircase if the edge stays at least the radius away from blocked edges.
// Source: own method.
// Weak cases: If floors above each other are connected, blocked edges of one floor also restrict the walls of the other floor.

#include "bake/contours/clearance.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "bake/contours/contours.h"
#include "bake/field/erode.h"
#include "bake/field/first_mismatch.h"
#include "bake/field/neighbour_rows.h"
#include "bake/field/open_spans.h"
#include "core/group_by_count.h"
#include "core/simd.h"
#include "core/union_find.h"

namespace navspan::contour {
namespace {

constexpr double kMaxOutside = 2;  // limit of max_outside_squared_ [cell^2]: the squared diagonal of a cell
// A carved cell marks all grid points up to this distance from it [cell]: diagonal + side of a cell, rounded up.
constexpr int32_t kCarvedReach = 3;
constexpr uint8_t kUpAndDown = 1u << kUp | 1u << kDown;

struct CornerRange {
    double low, high;
};

// Restricts the range to all x with low < factor * x < high. Does nothing if factor is 0.
void narrow_corners(CornerRange& range, double factor, double low, double high) {
    if (factor == 0) return;
    const double p = low / factor, q = high / factor;
    range.low = std::max(range.low, std::min(p, q));
    range.high = std::min(range.high, std::max(p, q));
}

// Returns the first index >= k of a span without a link in +z or in -z. Returns `count` if there is none.
uint32_t next_unlinked(const uint8_t* links, uint32_t k, uint32_t count) {
    return k + first_mismatch_by(links + k, splat<Simd128<uint8_t>>(kUpAndDown), uint8_t{0}, count - k,
                                 [](auto link, auto wanted) { return (link & wanted) ^ wanted; });
}

// Calls visit(x, above) for the end points of the blocked edges of a run. `above` is true for points on the +z side of the row.
template <class Visit>
void for_each_blocked_corner(const Run& run, const uint8_t* links, Visit visit) {
    for (const bool above : {false, true}) {
        visit(run.x0, above);
        visit(run.x0 + int32_t(run.length), above);
    }
    for (uint32_t k = next_unlinked(links, 0, run.length); k < run.length; k = next_unlinked(links, k + 1, run.length)) {
        const int32_t x = run.x0 + int32_t(k);
        for (const bool above : {false, true}) {
            if (links[k] >> (above ? kUp : kDown) & 1) continue;
            visit(x, above);
            visit(x + 1, above);
        }
    }
}

}  // namespace

WallClearance::WallClearance(const ContourParams& params) {
    const double radius = params.clearance - kErosionEpsilon;
    needs_walls_ = params.walls == WallSimplification::one_sided && params.refine && radius > 0.5;
    if (!needs_walls_) return;
    radius_squared_ = radius * radius;
    reach_ = int32_t(std::ceil(radius));
    max_outside_squared_ = std::min(kMaxOutside, params.max_error * params.max_error);
    max_doubled_loss_ = std::max(1.0, 0.75 * params.max_error);
}

void WallClearance::find_walls(const CompactHeightfield& field) {
    if (!needs_walls_ || field.span_count() == 0) return;
    width_ = field.grid.width;
    depth_ = field.grid.depth;
    words_ = size_t(width_) / 64 + 1;
    find_components(field);
    choose_main_component(field);
    find_blocked(field);
    find_carved(field);
}

uint32_t WallClearance::run_at(uint32_t span) const {
    return uint32_t(std::upper_bound(run_first_.begin(), run_first_.end(), span) - run_first_.begin()) - 1;
}

// Finds the connected components of the ground. Runs with spans that are linked in +z or -z belong to the same component.
void WallClearance::find_components(const CompactHeightfield& field) {
    const size_t runs = field.runs.size();
    run_first_.resize(runs);
    for (uint32_t r = 0; r < runs; ++r)
        run_first_[r] = field.runs[r].first;
    UnionFind components(runs);
    // Try the previous result before a binary search.
    const auto run_of = [&](uint32_t span, uint32_t last) {
        return span - run_first_[last] < field.runs[last].length ? last : run_at(span);
    };
    uint32_t own = 0, above = 0;
    for_each_linked_interval(field.up, 0, field.span_count(), [&](uint32_t i, uint32_t j, uint32_t n) {
        for (const uint32_t end = i + n; i < end;) {
            own = run_of(i, own);
            above = run_of(j, above);
            components.unite(own, above);
            // Advance to the end of the run that ends first.
            const uint32_t step =
                std::min(run_first_[own] + field.runs[own].length - i, run_first_[above] + field.runs[above].length - j);
            i += step;
            j += step;
        }
    });
    run_component_ = components.take_roots();
    for (uint32_t r = 0; r < runs; ++r)
        has_several_components_ |= run_component_[r] != run_component_[0];
}

void WallClearance::choose_main_component(const CompactHeightfield& field) {
    if (!has_several_components_) return;
    std::vector<uint32_t> spans(field.runs.size(), 0);
    for (size_t r = 0; r < field.runs.size(); ++r)
        spans[run_component_[r]] += field.runs[r].length;
    main_component_ = uint32_t(std::max_element(spans.begin(), spans.end()) - spans.begin());
}

void WallClearance::find_blocked(const CompactHeightfield& field) {
    blocked_.assign(words_ * (size_t(depth_) + 1), 0);
    // Calls visit(component, x, row, above) for the end points of the blocked edges of the main or of all other components.
    const auto for_each_corner = [&](bool in_main, auto visit) {
        for (int32_t z = 0; z < depth_; ++z) {
            for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
                const uint32_t component = run_component_[r];
                if ((component == main_component_) != in_main) continue;
                for_each_blocked_corner(field.runs[r], field.links.data() + field.runs[r].first,
                                        [&](int32_t x, bool above) { visit(component, x, z, above); });
            }
        }
    };
    for_each_corner(true, [&](uint32_t, int32_t x, int32_t row, bool above) { add(blocked_, x, row + above); });
    if (!has_several_components_) return;
    blocked_other_.assign(blocked_.size(), 0);
    const auto for_each_other = [&](auto visit) {
        for_each_corner(false, [&](uint32_t component, int32_t x, int32_t row, bool above) {
            add(blocked_other_, x, row + above);
            visit(component, OtherCorner{x, 2 * row + above});
        });
    };
    group_by_count(field.runs.size(), for_each_other, other_first_, other_corners_);
}

// True if a blocked edge of `component` ends at the corner (x, z). `component` must not be main_component_.
bool WallClearance::is_blocked_on(uint32_t component, int32_t x, int32_t z) const {
    const auto end = other_corners_.begin() + other_first_[component + 1];
    auto corner = std::partition_point(other_corners_.begin() + other_first_[component], end,
                                       [z](const OtherCorner& c) { return c.side / 2 < z - 1; });
    for (; corner != end && corner->side / 2 <= z; ++corner) {
        if (corner->x == x && (corner->side + 1) / 2 == z) return true;
    }
    return false;
}

void WallClearance::find_carved(const CompactHeightfield& field) {
    if (field.carved.empty()) return;
    carved_.assign(blocked_.size(), 0);
    for_each_open_span(field, [&](int32_t x, int32_t z, uint32_t i) {
        if (field.carved[i] == 0) return;
        for (int32_t v = std::max(z - kCarvedReach, 0); v <= std::min(z + 1 + kCarvedReach, depth_); ++v) {
            for (int32_t u = std::max(x - kCarvedReach, 0); u <= std::min(x + 1 + kCarvedReach, width_); ++u)
                add(carved_, u, v);
        }
    });
}

// Tests only the end points of blocked edges: a line that crosses an edge is within half a cell (less than the radius) of an
// end point.
bool WallClearance::keeps_radius(LatticePoint a, LatticePoint b, double low, double high, uint32_t component) const {
    const int64_t dx = int64_t{b.x} - a.x, dz = int64_t{b.z} - a.z;
    const double length_squared = double(dx * dx + dz * dz);
    const CornerRange part{std::max(low, 0.0), std::min(high, length_squared)};
    const double most_squared = radius_squared_ * length_squared, most = std::sqrt(most_squared);
    const double z_low = double(dz) * (dz > 0 ? part.low : part.high) / length_squared;
    const double z_high = double(dz) * (dz > 0 ? part.high : part.low) / length_squared;
    const int32_t first = std::max(a.z + int32_t(std::floor(z_low)) - reach_, 0);
    const int32_t last = std::min(a.z + int32_t(std::ceil(z_high)) + reach_, depth_);
    const Corners& corners = component == main_component_ ? blocked_ : blocked_other_;
    for (int32_t z = first; z <= last; ++z) {
        // Range of x that includes all corners of this row that are too close to the line.
        const int64_t v = int64_t{z} - a.z;
        CornerRange x{double(std::min<int64_t>(dx, 0) - reach_), double(std::max<int64_t>(dx, 0) + reach_)};
        narrow_corners(x, double(dz), double(dx * v) - most, double(dx * v) + most);
        narrow_corners(x, double(dx), part.low - double(dz * v), part.high - double(dz * v));
        if (x.low > x.high + 1) continue;
        const int32_t begin = std::max(a.x + int32_t(std::floor(x.low)), 0);
        const int32_t end = std::min(a.x + int32_t(std::ceil(x.high)), width_);
        if (begin > end) continue;

        const uint64_t* const row = corners.data() + size_t(z) * words_;
        const uint32_t last_word = uint32_t(end) >> 6;
        for (uint32_t w = uint32_t(begin) >> 6; w <= last_word; ++w) {
            uint64_t bits = row[w];
            if (w == uint32_t(begin) >> 6) bits &= ~uint64_t{0} << (begin & 63);
            if (w == last_word) bits &= ~uint64_t{0} >> (63 - (end & 63));
            for (; bits != 0; bits &= bits - 1) {
                const int64_t u = int64_t{w} * 64 + std::countr_zero(bits) - a.x;
                const double along = double(dx * u + dz * v), across = double(dx * v - dz * u);
                if (along <= part.low || along >= part.high || across * across >= most_squared) continue;
                if (component == main_component_ || is_blocked_on(component, int32_t(a.x + u), z)) return false;
            }
        }
    }
    return true;
}

}  // namespace navspan::contour
