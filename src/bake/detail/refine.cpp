// Inserts height samples into the triangulation of a polygon, the largest error first.
//
// In: the triangulation with the heights of its points, and the height of the ground in each cell.
// Out: the triangulation with additional points, within max_error of the ground at all cell centres.
// Idea: Find the cell with the largest error in each triangle. Insert the worst cell of all triangles as a new point, and
// measure the triangles around it again. Repeat until all errors are small enough. To save time, insert the cells of a coarse
// grid first.
// Source: Garland, Heckbert, Fast polygonal approximation of terrains and height fields (1995).
// Weak cases: Ground between cell centres is not measured.

#include "bake/detail/refine.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/simd.h"

namespace navspan {
namespace {

using Worst = DetailRefiner::Worst;
using Candidate = DetailRefiner::Candidate;

using RowPiece = DetailRefiner::RowPiece;

// Returns the errors of four cells in a row [vx]; NaN if a cell has no ground.
// @param ground  the heights of the ground in these cells
// @param lanes   the distance of each cell from the first cell of the piece [cell]
inline F32x4 errors_at(const RowPiece& piece, const float* ground, F32x4 lanes) {
    return F32x4(I32x4(load<F32x4>(ground) - (piece.y + piece.rise * lanes)) & 0x7fffffff);
}

// Raises each lane of `most` to the largest error of the piece in that lane. Ignores NaN errors. Precondition: the piece is not
// empty.
inline void take_largest(const RowPiece& piece, F32x4& most) {
    alignas(16) static constexpr int32_t kFirstLanes[8] = {-1, -1, -1, -1, 0, 0, 0, 0};
    const float* ground = piece.ground;
    F32x4 lanes = kLaneIndex<F32x4>;
    int32_t left = piece.count;
    for (; left > 4; left -= 4, ground += 4, lanes += 4) {
        const F32x4 errors = errors_at(piece, ground, lanes);
        most = errors > most ? errors : most;
    }
    const F32x4 errors = F32x4(I32x4(errors_at(piece, ground, lanes)) & load<I32x4>(kFirstLanes + (4 - left)));
    most = errors > most ? errors : most;
}

// Returns x of the first cell with exactly this error. Precondition: there is such a cell.
inline int32_t find_error(const RowPiece& piece, float error) {
    for (int32_t k = 0; k < piece.count; k += 4) {
        const I32x4 same = I32x4(errors_at(piece, piece.ground + k, kLaneIndex<F32x4> + float(k)) == error) &
                           (kLaneIndex<I32x4> < piece.count - k);
        if (any(same)) return piece.x + k + int32_t(first_lane(same));
    }
    assert(false && "the piece has no such error");
    return piece.x;
}

// A triangle with the data for visiting its rows. The longest side in z leads from the lowest to the highest corner; the other
// sides meet in the middle corner. Unit: cell; the origin is a cell centre.
struct RowTriangleWalk {
    int32_t first_z, middle_z, end_z;  // rows first_z .. end_z - 1; the middle corner is before row middle_z or on it
    double x, y, z;                    // the lowest corner
    double middle_corner_x, middle_corner_z;
    // Change of x per row, on the longest side and on the sides before and after the middle corner.
    double long_slope, first_slope, second_slope;
    double slope_x, slope_z;  // slope of the plane [vx/cell]
};

constexpr double kRowEpsilon = 1e-6;  // cell centres this close to an edge are measured in both triangles [cell]
constexpr double kCell = 1.0 / kDetailScale;

// Returns the first row whose centre is at or after z >= 0 [1/256 cell].
inline int32_t first_row_from(int32_t z) {
    return int32_t(uint32_t(z + kDetailScale / 2 - 1) / kDetailScale);
}

inline bool is_cell_centre(LatticePoint p) {
    return ((p.x ^ kDetailScale / 2) | (p.z ^ kDetailScale / 2)) % kDetailScale == 0;
}

// Prepares a triangle. Returns false if the triangle contains no cell to measure.
[[gnu::always_inline]] inline bool prepare_rows(const DetailRefiner& refiner, const std::array<uint32_t, 3>& corners,
                                                RowTriangleWalk& t) {
    const LatticePoint* const points = refiner.mesh.points.data();
    uint32_t lowest = corners[0], middle = corners[1], highest = corners[2];
    if (points[middle].z < points[lowest].z) std::swap(lowest, middle);
    if (points[highest].z < points[middle].z) std::swap(middle, highest);
    if (points[middle].z < points[lowest].z) std::swap(lowest, middle);
    const LatticePoint a = points[lowest], b = points[middle], c = points[highest];
    // Leave out a row that contains only a corner of the triangle. Corners need no measurement: the cells of inserted points
    // have kNoGround, and points of the ring are not inside the polygon.
    t.first_z = first_row_from(a.z + (a.z < b.z));
    t.middle_z = first_row_from(b.z + (b.z == c.z));
    t.end_z = first_row_from(c.z + (b.z == c.z));
    if (t.first_z >= t.end_z) return false;

    // The unit of the differences is 1/256 cell.
    const double abx = b.x - a.x, abz = b.z - a.z, acx = c.x - a.x, acz = c.z - a.z;
    const double area = abz * acx - abx * acz;
    // A triangle of this area between three cell centres contains no other cell centre.
    if (std::fabs(area) == double(kDetailScale * kDetailScale) && is_cell_centre(a) && is_cell_centre(b) && is_cell_centre(c))
        return false;
    t.x = a.x * kCell - 0.5, t.y = refiner.y[lowest], t.z = a.z * kCell - 0.5;
    t.middle_corner_x = b.x * kCell - 0.5, t.middle_corner_z = b.z * kCell - 0.5;
    t.long_slope = acx / acz;
    t.first_slope = abx / abz;  // not used if abz is 0
    t.second_slope = (c.x - b.x) / double(c.z - b.z);
    const double aby = refiner.y[middle] - t.y, acy = refiner.y[highest] - t.y, scale = kDetailScale / area;
    t.slope_x = (abz * acy - acz * aby) * scale;
    t.slope_z = (acx * aby - abx * acy) * scale;
    return true;
}

// Rows in which a triangle lies between its longest side and one other side. (x, z) is a point of the other side, and `slope`
// is the change of its x per row.
struct SpanRowRange {
    int32_t from, end;
    double x, z, slope;
};

// Calls visit(RowPiece) for every step-th row of the range.
template <class Visit>
[[gnu::always_inline]] inline void visit_rows_between(const RowTriangleWalk& t, const DetailPatch& patch,
                                                      const SpanRowRange& range, int32_t step, Visit visit) {
    if (range.from >= range.end) return;
    double rows = range.from - range.z, rows_from_lowest = range.from - t.z;
    for (int32_t z = range.from; z < range.end; z += step, rows += step, rows_from_lowest += step) {
        const auto& row = patch.rows[size_t(z)];
        // Cells x .. end - 1 have their centres between the two sides of the triangle and inside the polygon. Sorting p and q
        // avoids a test of which side is on the left.
        const double p = t.x + rows_from_lowest * t.long_slope, q = range.x + rows * range.slope;
        int32_t x = std::max(int32_t(std::min(p, q) + (1 - kRowEpsilon)), row.inner_begin);
        const int32_t end = std::min(int32_t(std::max(p, q) + (1 + kRowEpsilon)), row.inner_end);
        if (step > 1) x = (x + step - 1) / step * step;
        if (x >= end) continue;
        const float y = float(t.y + (x - t.x) * t.slope_x + rows_from_lowest * t.slope_z);
        visit(RowPiece{patch.ground.data() + (row.at + x), end - x, x, z, y, float(t.slope_x)});
    }
}

// Calls visit(RowPiece) for every step-th row of a triangle, in ascending order.
template <class Visit>
[[gnu::always_inline]] inline void visit_rows(const RowTriangleWalk& t, const DetailPatch& patch, int32_t step, Visit visit) {
    const auto round_up = [step](int32_t z) { return step > 1 ? (z + step - 1) / step * step : z; };
    visit_rows_between(t, patch, {round_up(t.first_z), t.middle_z, t.x, t.z, t.first_slope}, step, visit);
    visit_rows_between(
        t, patch, {round_up(std::max(t.first_z, t.middle_z)), t.end_z, t.middle_corner_x, t.middle_corner_z, t.second_slope},
        step, visit);
}

// Returns the largest error of the triangle's cells. Sets x and z only if the error exceeds max_error.
[[gnu::always_inline]] inline Worst measure_all(DetailRefiner& refiner, const RowTriangleWalk& triangle,
                                                const DetailPatch& patch, float max_error) {
    F32x4 largest{};
    DetailRefiner::MeasuredRow* const rows = refiner.rows.data();
    DetailRefiner::MeasuredRow* next = rows;
    visit_rows(triangle, patch, 1, [&](const RowPiece& piece) {
        take_largest(piece, largest);
        *next++ = {piece, largest};
    });
    Worst worst;
    worst.error = std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
    if (worst.error <= max_error) return worst;
    const DetailRefiner::MeasuredRow* found = rows;
    while (!any(I32x4(found->largest == worst.error)))
        ++found;
    worst.x = find_error(found->piece, worst.error);
    worst.z = found->piece.z;
    return worst;
}

// Returns the largest error among the triangle's cells whose row and column are multiples of step.
[[gnu::always_inline]] inline Worst measure_sampled(const RowTriangleWalk& triangle, const DetailPatch& patch, int32_t step) {
    Worst worst;
    visit_rows(triangle, patch, step, [&](const RowPiece& piece) {
        for (int32_t k = 0; k < piece.count; k += step) {
            const float error = std::fabs(piece.ground[k] - (piece.y + piece.rise * float(k)));
            if (!(error > worst.error)) continue;
            worst.error = error;
            worst.x = piece.x + k;
            worst.z = piece.z;
        }
    });
    return worst;
}

// Errors are not negative, so their bits are ordered like their values. Of equal errors, the triangle with the lower index
// comes first.
Candidate candidate_of(float error, uint32_t triangle) {
    return uint64_t{std::bit_cast<uint32_t>(error)} << 32 | (UINT32_MAX - triangle);
}
uint32_t triangle_of(Candidate candidate) {
    return UINT32_MAX - uint32_t(candidate);
}
float error_of(Candidate candidate) {
    return std::bit_cast<float>(uint32_t(candidate >> 32));
}

// Measures a triangle. If its error exceeds max_error, adds it to the candidates.
// @tparam kAll  true if step is 1
template <bool kAll>
[[gnu::always_inline]] inline void measure(DetailRefiner& refiner, const DetailPatch& patch, uint32_t triangle, int32_t step,
                                           float max_error) {
    Worst& worst = refiner.worst[triangle];
    RowTriangleWalk rows;
    if (!prepare_rows(refiner, refiner.mesh.triangles[triangle].corner, rows)) {
        worst = {};
        return;
    }
    worst = kAll ? measure_all(refiner, rows, patch, max_error) : measure_sampled(rows, patch, step);
    if (worst.error <= max_error) return;
    refiner.heap.push_back(candidate_of(worst.error, triangle));
    std::push_heap(refiner.heap.begin(), refiner.heap.end());
}

// Removes the candidate with the largest error and sets `triangle`. Returns false if there is no candidate.
bool take_worst(DetailRefiner& refiner, uint32_t& triangle) {
    while (!refiner.heap.empty()) {
        const Candidate next = refiner.heap.front();
        std::pop_heap(refiner.heap.begin(), refiner.heap.end());
        refiner.heap.pop_back();
        triangle = triangle_of(next);
        if (refiner.worst[triangle].error == error_of(next)) return true;
        // This entry is out of date: the triangle has been measured again.
    }
    return false;
}

// Repeatedly inserts the cell with the largest error as a new point, until no error exceeds max_error. Only uses cells whose
// row and column are multiples of step.
// @tparam kAll  true if step is 1
template <bool kAll>
void refine_cells(DetailRefiner& refiner, DetailPatch& patch, int32_t step, float max_error) {
    refiner.heap.clear();
    refiner.changed.resize(refiner.mesh.triangles.size());
    std::iota(refiner.changed.begin(), refiner.changed.end(), 0u);
    for (;;) {
        refiner.worst.resize(refiner.mesh.triangles.size());
        for (const uint32_t triangle : refiner.changed)
            measure<kAll>(refiner, patch, triangle, step, max_error);
        uint32_t near = 0;
        if (!take_worst(refiner, near)) return;
        const Worst worst = refiner.worst[near];
        float& ground = patch.ground[size_t(patch.rows[size_t(worst.z)].at + worst.x)];
        refiner.y.push_back(ground);
        ground = kNoGround;
        const LatticePoint point{worst.x * kDetailScale + kDetailScale / 2, worst.z * kDetailScale + kDetailScale / 2};
        const uint32_t first = insert_point(refiner.mesh, point, near);
        refiner.changed.clear();
        uint32_t triangle = first;
        do {
            refiner.changed.push_back(triangle);
            triangle = turn(refiner.mesh, triangle);
        } while (triangle != first);
    }
}

// True if the ring and all ground inside have the same height.
bool is_level(const DetailRefiner& refiner, const DetailPatch& patch) {
    const float y = refiner.y[0];
    for (const float other : refiner.y) {
        if (other != y) return false;
    }
    F32x4 largest{};
    for (const auto& row : patch.rows) {
        const int32_t count = row.inner_end - row.inner_begin;
        if (count > 0) take_largest({patch.ground.data() + (row.at + row.inner_begin), count, 0, 0, y, 0}, largest);
    }
    return !any(I32x4(largest > 0));
}

}  // namespace

float refine(DetailRefiner& refiner, DetailPatch& patch, const RefineParams& params) {
    if (is_level(refiner, patch)) return 0;
    const float max_error = float(params.max_error);
    refiner.worst.clear();
    if (refiner.rows.size() < patch.rows.size()) refiner.rows.resize(patch.rows.size());
    if (params.first_step > 1) refine_cells<false>(refiner, patch, params.first_step, max_error);
    refine_cells<true>(refiner, patch, 1, max_error);
    float largest = 0;
    for (const Worst& worst : refiner.worst)
        largest = std::max(largest, worst.error);
    return largest;
}

}  // namespace navspan
