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
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "core/simd.h"
#include "polygon/sort_three.h"

namespace navspan {
namespace {

using Corner = DetailRefiner::Corner;
using MeasuredRow = DetailRefiner::MeasuredRow;
constexpr size_t kBlock = DetailRefiner::kBlock;

// Returns the errors of four cells in a row [vx]; NaN if a cell has no ground.
// @param plane  the heights of the triangle's plane in these cells
inline F32x4 errors_at(const float* ground, F32x4 plane) {
    return F32x4(I32x4(load<F32x4>(ground) - plane) & 0x7fffffff);
}

// Returns a vector: the largest of its four lanes is the largest error of a row. Ignores NaN errors. If the row is empty, the
// loads read up to four entries of the ground from its first cell on, else up to three entries after its last cell.
// @param y, rise  the triangle's plane has height y at the first cell and rises by `rise` from cell to cell [vx]
// @param count  number of cells, may be 0
inline F32x4 largest_of_row(const float* ground, int32_t count, float y, float rise) {
    alignas(16) static constexpr int32_t kFirstLanes[8] = {-1, -1, -1, -1, 0, 0, 0, 0};
    const F32x4 first = errors_at(ground, y + rise * kLaneIndex<F32x4>);
    F32x4 most = greatest(F32x4(I32x4(first) & load<I32x4>(kFirstLanes + (4 - std::min(count, 4)))), F32x4{});
    // From the end of the row to the start. The last vector may overlap the first four cells.
    F32x4 lanes = kLaneIndex<F32x4> + float(count - 4);
    for (int32_t k = count - 4; k > 0; k -= 4, lanes -= 4)
        most = greatest(errors_at(ground + k, y + rise * lanes), most);
    return most;
}

inline float largest_lane(F32x4 v) {
    return greatest(greatest(v[0], v[1]), greatest(v[2], v[3]));
}

// Returns the index of the first cell of a row with exactly this error. Precondition: there is such a cell.
inline int32_t find_error(const float* ground, const MeasuredRow& row, float rise, float error) {
    for (int32_t k = 0; k < row.count; k += 4) {
        const I32x4 same = I32x4(errors_at(ground + k, row.y + rise * (kLaneIndex<F32x4> + float(k))) == error) &
                           (kLaneIndex<I32x4> < row.count - k);
        if (any(same)) return k + int32_t(first_lane(same));
    }
    assert(false && "the row has no such error");
    return 0;
}

// The two sides of a triangle that bound a row. Lane 0 is the longest side in z, lane 1 another side. A side starts at (x, z),
// and its x changes by `slope` per row. Unit: cell; the origin is a cell centre.
struct RowSides {
    F64x2 x, z, slope;
};

// A triangle with the data for visiting its rows.
struct RowTriangleWalk {
    int32_t first_z, middle_z, end_z;  // rows first_z .. end_z - 1; the middle corner is before row middle_z or on it
    RowSides sides[2];                 // in the rows before middle_z, and in all other rows
    double x, y;                       // the lowest corner
    double slope_x, slope_z;           // slope of the plane [vx/cell]
};

constexpr double kRowEpsilon = 1e-6;  // cell centres this close to an edge are measured in both triangles [cell]
constexpr double kCell = 1.0 / kDetailScale;

// Returns the first row at or after z, which is a multiple of kCell [cell]. If `after` is true, returns the first row after z.
inline int32_t first_row_from(double z, bool after) {
    constexpr double kRoundUp[2] = {1 - kCell, 1};
    return int32_t(z + kRoundUp[after]);
}

// Prepares a triangle. Returns false if the triangle contains no cell to measure.
[[gnu::always_inline]] inline bool prepare_rows(const DetailRefiner& refiner, const std::array<uint32_t, 3>& corners,
                                                RowTriangleWalk& t) {
    const Corner* const all = refiner.corners.data();
    const auto sorted = sort_three(all[corners[0]], all[corners[1]], all[corners[2]], [](const Corner& p) { return p.z; });
    const Corner &a = *sorted.items[0], &b = *sorted.items[1], &c = *sorted.items[2];
    // Leave out a row that contains only a corner of the triangle. Corners need no measurement: the cells of inserted points
    // have kNoGround, and points of the ring are not inside the polygon.
    const bool level_top = b.z == c.z;
    t.first_z = first_row_from(a.z, a.z < b.z);
    t.middle_z = first_row_from(b.z, level_top);
    t.end_z = first_row_from(c.z, level_top);
    if (t.first_z >= t.end_z) return false;

    const double abx = b.x - a.x, abz = b.z - a.z, acx = c.x - a.x, acz = c.z - a.z;
    const double area = abz * acx - abx * acz;
    // A triangle of this area between three cell centres contains no other cell centre. Inserted points are cell centres.
    if (std::fabs(area) == 1 && least(corners[0], corners[1], corners[2]) >= refiner.ring) return false;
    t.x = a.x, t.y = a.y;
    const double long_slope = acx / acz;
    // A side parallel to x is not used; its slope is not finite.
    t.sides[0] = {F64x2{a.x, a.x}, F64x2{a.z, a.z}, F64x2{long_slope, abx / abz}};
    t.sides[1] = {F64x2{a.x, b.x}, F64x2{a.z, b.z}, F64x2{long_slope, (c.x - b.x) / (c.z - b.z)}};
    const double aby = b.y - a.y, acy = c.y - a.y, scale = 1 / area;
    t.slope_x = (abz * acy - acz * aby) * scale;
    t.slope_z = (acx * aby - abx * acy) * scale;
    return true;
}

// Calls visit(z, row, MeasuredRow) for every step-th row of a triangle, in ascending order. `row` is a row of the patch. The
// measured cells have their centres inside the triangle and the polygon. The number of cells may be 0.
template <class Visit>
[[gnu::always_inline]] inline void visit_rows(const RowTriangleWalk& t, const DetailPatch& patch, int32_t step, Visit visit) {
    const int32_t first = step > 1 ? (t.first_z + step - 1) / step * step : t.first_z;
    const DetailPatch::PatchRow* row = patch.rows.data() + first;
    F64x2 row_z = splat<F64x2>(double(first));
    for (int32_t z = first; z < t.end_z; z += step, row += step, row_z += step) {
        const RowSides& sides = t.sides[z >= t.middle_z];
        const F64x2 along = row_z - sides.z;
        const F64x2 ends = sides.x + along * sides.slope;
        // Sorting the ends of the row avoids a test of which side is on the left.
        const double low = least(ends[0], ends[1]), high = greatest(ends[0], ends[1]);
        int32_t x = std::max(int32_t(low + (1 - kRowEpsilon)), row->inner_begin);
        if (step > 1) x = (x + step - 1) / step * step;
        const int32_t count = std::max(std::min(int32_t(high + (1 + kRowEpsilon)), row->inner_end) - x, 0);
        visit(z, *row, MeasuredRow{x, count, float(t.y + (x - t.x) * t.slope_x + along[0] * t.slope_z)});
    }
}

// The cell with the largest error in a triangle.
struct Worst {
    float error = 0;    // [vx]
    LatticePoint cell;  // set only if the error exceeds the limit
};

// Returns the largest error of the triangle's cells.
[[gnu::always_inline]] inline Worst measure_all(DetailRefiner& refiner, const RowTriangleWalk& triangle,
                                                const DetailPatch& patch, float max_error) {
    MeasuredRow* const rows = refiner.rows.data();
    const float rise = float(triangle.slope_x);
    // For each lane, the largest error and the index of the first row with this error. All indices are small and exact.
    F32x4 largest{}, row_of_largest{}, index{};
    MeasuredRow* next = rows;
    visit_rows(triangle, patch, 1, [&](int32_t, const DetailPatch::PatchRow& row, const MeasuredRow& measured) {
        *next++ = measured;
        const F32x4 errors = largest_of_row(patch.ground.data() + (row.at + measured.x), measured.count, measured.y, rise);
        row_of_largest = greatest(row_of_largest, F32x4(I32x4(errors > largest) & I32x4(index)));
        largest = greatest(largest, errors);
        index += 1;
    });
    const float error = largest_lane(largest);
    if (error <= max_error) return {error, {}};
    const F32x4 candidates = I32x4(largest == error) ? row_of_largest : splat<F32x4>(std::numeric_limits<float>::infinity());
    const int32_t found = int32_t(least(least(candidates[0], candidates[1]), least(candidates[2], candidates[3])));
    const MeasuredRow& row = rows[found];
    const int32_t z = triangle.first_z + found;
    return {error, {row.x + find_error(patch.ground.data() + (patch.rows[size_t(z)].at + row.x), row, rise, error), z}};
}

// Returns the largest error among the triangle's cells whose row and column are multiples of step.
[[gnu::always_inline]] inline Worst measure_sampled(const RowTriangleWalk& triangle, const DetailPatch& patch, int32_t step) {
    Worst worst;
    const float rise = float(triangle.slope_x);
    visit_rows(triangle, patch, step, [&](int32_t z, const DetailPatch::PatchRow& row, const MeasuredRow& measured) {
        const float* const ground = patch.ground.data() + (row.at + measured.x);
        for (int32_t k = 0; k < measured.count; k += step) {
            const float error = std::fabs(ground[k] - (measured.y + rise * float(k)));
            if (error > worst.error) worst = {error, {measured.x + k, z}};
        }
    });
    return worst;
}

// Measures a triangle and sets its error.
// @tparam kAll  true if step is 1
template <bool kAll>
[[gnu::always_inline]] inline void measure(DetailRefiner& refiner, const DetailPatch& patch, uint32_t triangle, int32_t step,
                                           float max_error) {
    RowTriangleWalk rows;
    Worst worst;
    if (prepare_rows(refiner, refiner.mesh.triangles[triangle].corner, rows))
        worst = kAll ? measure_all(refiner, rows, patch, max_error) : measure_sampled(rows, patch, step);
    refiner.errors[triangle] = worst.error;
    refiner.worst[triangle] = worst.cell;
    float& bound = refiner.block_errors[triangle / kBlock];
    bound = std::max(bound, worst.error);
}

// Extends the arrays by one block if the mesh has more triangles than entries.
void fit_errors(DetailRefiner& refiner) {
    if (refiner.errors.size() >= refiner.mesh.triangles.size()) return;
    refiner.block_errors.push_back(0);
    refiner.errors.resize(refiner.errors.size() + kBlock, 0);
    refiner.worst.resize(refiner.errors.size());
}

// Returns the largest error in a block.
float largest_error(const float* block) {
    F32x4 largest{};
    for (size_t k = 0; k < kBlock; k += 4) {
        largest = greatest(largest, load<F32x4>(block + k));
    }
    return largest_lane(largest);
}

// Returns the index of the first triangle in a block with exactly this error. Precondition: there is such a triangle.
uint32_t find_in_block(const float* block, float error) {
    const F32x4 none = splat<F32x4>(float(kBlock));
    F32x4 found = none, lanes = kLaneIndex<F32x4>;
    for (size_t k = 0; k < kBlock; k += 4, lanes += 4)
        found = least(found, I32x4(load<F32x4>(block + k) == error) ? lanes : none);
    return uint32_t(least(least(found[0], found[1]), least(found[2], found[3])));
}

// Finds the triangle with the largest error; of equal errors, the triangle with the lowest index. Returns kNoIndex if no error
// exceeds max_error.
uint32_t find_worst(DetailRefiner& refiner, float max_error) {
    std::vector<float>& bounds = refiner.block_errors;
    for (;;) {
        const auto most = std::max_element(bounds.begin(), bounds.end());
        if (!(*most > max_error)) return kNoIndex;
        const float bound = *most;
        const size_t first = size_t(most - bounds.begin()) * kBlock;
        const float* const block = refiner.errors.data() + first;
        *most = largest_error(block);
        if (*most == bound) return uint32_t(first) + find_in_block(block, bound);
    }
}

// Repeatedly inserts the cell with the largest error as a new point, until no error exceeds max_error. Only uses cells whose
// row and column are multiples of step.
// @tparam kAll  true if step is 1
template <bool kAll>
void refine_cells(DetailRefiner& refiner, DetailPatch& patch, int32_t step, float max_error) {
    for (uint32_t triangle = 0; triangle < refiner.mesh.triangles.size(); ++triangle)
        measure<kAll>(refiner, patch, triangle, step, max_error);
    for (;;) {
        const uint32_t near = find_worst(refiner, max_error);
        if (near == kNoIndex) return;
        const auto [x, z] = refiner.worst[near];
        float& ground = patch.ground[size_t(patch.rows[size_t(z)].at + x)];
        refiner.y.push_back(ground);
        refiner.corners.push_back({double(x), double(z), ground});
        ground = kNoGround;
        const LatticePoint point{x * kDetailScale + kDetailScale / 2, z * kDetailScale + kDetailScale / 2};
        const uint32_t first = insert_point(refiner.mesh, point, near);
        fit_errors(refiner);
        uint32_t triangle = first;
        do {
            measure<kAll>(refiner, patch, triangle, step, max_error);
            triangle = turn(refiner.mesh, triangle);
        } while (triangle != first);
    }
}

// Starts a refinement of the ring.
void start(DetailRefiner& refiner, const DetailPatch& patch) {
    refiner.ring = refiner.y.size();
    refiner.corners.clear();
    for (size_t i = 0; i < refiner.ring; ++i) {
        const LatticePoint p = refiner.mesh.points[i];
        refiner.corners.push_back({p.x * kCell - 0.5, p.z * kCell - 0.5, refiner.y[i]});
    }
    const size_t blocks = refiner.mesh.triangles.size() / kBlock + 1;
    refiner.errors.assign(blocks * kBlock, 0);
    refiner.block_errors.assign(blocks, 0);
    refiner.worst.resize(blocks * kBlock);
    if (refiner.rows.size() < patch.rows.size()) refiner.rows.resize(patch.rows.size());
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
        if (count > 0) {
            const float* const ground = patch.ground.data() + (row.at + row.inner_begin);
            largest = greatest(largest, largest_of_row(ground, count, y, 0));
        }
    }
    return !any(I32x4(largest > 0));
}

}  // namespace

float refine(DetailRefiner& refiner, DetailPatch& patch, const RefineParams& params) {
    if (is_level(refiner, patch)) return 0;
    const float max_error = float(params.max_error);
    start(refiner, patch);
    if (params.first_step > 1) refine_cells<false>(refiner, patch, params.first_step, max_error);
    refine_cells<true>(refiner, patch, 1, max_error);
    float largest = 0;
    for (size_t first = 0; first < refiner.errors.size(); first += kBlock)
        largest = std::max(largest, largest_error(refiner.errors.data() + first));
    return largest;
}

}  // namespace navspan
