// Inserts height samples into the triangulation of a polygon, the largest error first.
//
// In: the triangulation with the heights of its points, and the height of the ground in each cell.
// Out: the triangulation with additional points, within max_error of the ground at all cell centres.
// Idea: For each triangle, find the cell with the largest error. Insert the worst cell of all triangles as a new point, and
// measure the triangles around it again. Repeat until all errors are small enough. Inserting the cells of a coarse grid first
// saves time.
// Source: Garland, Heckbert, Fast polygonal approximation of terrains and height fields (1995).
// Weak cases: Ground between cell centres is not measured.

#include "bake/detail/refine.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/simd.h"

namespace navspan {
namespace {

using Worst = DetailRefiner::Worst;
using Candidate = DetailRefiner::Candidate;

// `count` consecutive cells of one row inside a triangle, starting at (x, z). The triangle's plane has height y at the first
// cell and rises by `rise` per cell [vx]. Vector loads may read up to three entries of `ground` beyond the last cell.
struct RowPiece {
    const float* ground = nullptr;
    int32_t count = 0, x = 0, z = 0;
    float y = 0, rise = 0;
};

// Returns the errors of cells k .. k + 3 of a piece [vx]; NaN if a cell has no ground.
inline F32x4 errors_at(const RowPiece& piece, int32_t k) {
    const auto ground = load<F32x4>(piece.ground + k);
    return F32x4(I32x4(ground - (piece.y + piece.rise * (kLaneIndex<F32x4> + float(k)))) & 0x7fffffff);
}

// Raises each lane of `most` to the largest error of the piece in that lane. NaN errors have no effect.
inline void take_largest(const RowPiece& piece, F32x4& most) {
    int32_t k = 0;
    for (; k + 4 <= piece.count; k += 4) {
        const F32x4 errors = errors_at(piece, k);
        most = errors > most ? errors : most;
    }
    if (k == piece.count) return;
    const F32x4 errors = F32x4(I32x4(errors_at(piece, k)) & (kLaneIndex<I32x4> < piece.count - k));
    most = errors > most ? errors : most;
}

// Returns x of the first cell of a piece with exactly this error, or -1.
inline int32_t find_error(const RowPiece& piece, float error) {
    for (int32_t k = 0; k < piece.count; k += 4) {
        const I32x4 same = I32x4(errors_at(piece, k) == error) & (kLaneIndex<I32x4> < piece.count - k);
        if (!any(same)) continue;
        int32_t lane = 0;
        while (!same[lane])
            ++lane;
        return piece.x + k + lane;
    }
    return -1;
}

DVec3 cell_corner(const DetailRefiner& refiner, uint32_t point) {
    // The unit is a cell, with the origin at a cell centre: all cell centres have integer coordinates.
    const LatticePoint p = refiner.mesh.points[point];
    constexpr double kCell = 1.0 / kDetailScale;
    return {p.x * kCell - 0.5, refiner.y[point], p.z * kCell - 0.5};
}

// A triangle with the data for visiting its rows: corners sorted by z, plane, and slopes of the sides.
struct RowTriangleWalk {
    const DetailPatch& patch;
    DVec3 a, b, c;
    int32_t first_z = 0, last_z = 0;  // rows inside the triangle; none if first_z > last_z
    double slope_x = 0, slope_z = 0;
    double long_slope = 0, first_slope = 0, second_slope = 0;  // change of x per row along the sides ac, ab, bc
    bool long_is_left = false;
};

constexpr double kRowEpsilon = 1e-6;  // a cell centre this close to an edge is measured in both triangles [cell]

// Rounds v >= 0 up.
int32_t ceil_of(double v) {
    return int32_t(v) + (int32_t(v) < v);
}

RowTriangleWalk prepare_rows(const DetailRefiner& refiner, const DetailPatch& patch,
                             const DetailTriangulation::Triangle& triangle, int32_t step) {
    RowTriangleWalk w{patch, cell_corner(refiner, triangle.corner[0]), cell_corner(refiner, triangle.corner[1]),
                      cell_corner(refiner, triangle.corner[2])};
    if (w.b.z < w.a.z) std::swap(w.a, w.b);
    if (w.c.z < w.b.z) std::swap(w.b, w.c);
    if (w.b.z < w.a.z) std::swap(w.a, w.b);
    w.first_z = std::max(ceil_of(w.a.z - kRowEpsilon), 0);
    if (step > 1) w.first_z = (w.first_z + step - 1) / step * step;
    w.last_z = int32_t(w.c.z + kRowEpsilon);
    if (w.first_z > w.last_z) return w;

    const double abx = w.b.x - w.a.x, abz = w.b.z - w.a.z, acx = w.c.x - w.a.x, acz = w.c.z - w.a.z;
    const double scale = 1 / (abz * acx - abx * acz);
    w.slope_x = (abz * (w.c.y - w.a.y) - acz * (w.b.y - w.a.y)) * scale;
    w.slope_z = (acx * (w.b.y - w.a.y) - abx * (w.c.y - w.a.y)) * scale;
    w.long_slope = acx / acz;
    w.first_slope = abz > 0 ? abx / abz : 0;
    w.second_slope = w.c.z > w.b.z ? (w.c.x - w.b.x) / (w.c.z - w.b.z) : 0;
    w.long_is_left = scale < 0;
    return w;
}

// Rows in which the triangle lies between side ac and another side, which starts at `corner`.
struct SpanRowRange {
    int32_t from = 0, to = 0;  // inclusive
    const DVec3& corner;
    double slope = 0;
};

// Calls visit(RowPiece) for every step-th row of the range until visit returns true. @return true if visit returned true
template <class Visit>
inline bool visit_rows_between(const RowTriangleWalk& w, const SpanRowRange& range, int32_t step, Visit visit) {
    const auto& [from, to, corner, slope] = range;
    const DVec3& left = w.long_is_left ? w.a : corner;
    const DVec3& right = w.long_is_left ? corner : w.a;
    const double left_slope = w.long_is_left ? w.long_slope : slope, right_slope = w.long_is_left ? slope : w.long_slope;
    for (int32_t z = from; z <= to; z += step) {
        const auto& row = w.patch.rows[size_t(z)];
        // Cells x .. end - 1 have their centres between the two sides of the triangle, and inside the polygon.
        const double at_left = left.x + (z - left.z) * left_slope, at_right = right.x + (z - right.z) * right_slope;
        int32_t x = std::max(int32_t(at_left + (1 - kRowEpsilon)), row.inner_begin);
        const int32_t end = std::min(int32_t(at_right + (1 + kRowEpsilon)), row.inner_end);
        if (step > 1) x = (x + step - 1) / step * step;
        if (x >= end) continue;
        const float y = float(w.a.y + (x - w.a.x) * w.slope_x + (z - w.a.z) * w.slope_z);
        if (visit(RowPiece{w.patch.ground.data() + (row.at + x), end - x, x, z, y, float(w.slope_x)})) return true;
    }
    return false;
}

// Same as visit_rows_between, for all rows of a triangle.
template <class Visit>
inline void visit_rows(const RowTriangleWalk& w, int32_t step, Visit visit) {
    // First row at or beyond the middle corner.
    int32_t middle = std::max(ceil_of(w.b.z), w.first_z);
    if (step > 1) middle = (middle + step - 1) / step * step;
    if (visit_rows_between(w, {w.first_z, std::min(middle - 1, w.last_z), w.a, w.first_slope}, step, visit)) return;
    visit_rows_between(w, {middle, w.last_z, w.b, w.second_slope}, step, visit);
}

// Returns the largest error of the triangle's cells. Only sets x and z if the error exceeds max_error.
Worst measure_all(const RowTriangleWalk& walk, float max_error) {
    F32x4 largest{};
    visit_rows(walk, 1, [&](const RowPiece& piece) {
        take_largest(piece, largest);
        return false;
    });
    Worst worst;
    worst.error = std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
    if (worst.error <= max_error) return worst;
    visit_rows(walk, 1, [&](const RowPiece& piece) {
        worst.x = find_error(piece, worst.error);
        worst.z = piece.z;
        return worst.x >= 0;
    });
    assert(worst.x >= 0);
    return worst;
}

// Returns the largest error among the triangle's cells whose row and column are multiples of step.
Worst measure_sampled(const RowTriangleWalk& walk, int32_t step) {
    Worst worst;
    visit_rows(walk, step, [&](const RowPiece& piece) {
        for (int32_t k = 0; k < piece.count; k += step) {
            const float error = std::fabs(piece.ground[k] - (piece.y + piece.rise * float(k)));
            if (!(error > worst.error)) continue;
            worst.error = error;
            worst.x = piece.x + k;
            worst.z = piece.z;
        }
        return false;
    });
    return worst;
}

bool has_smaller_error(const Candidate& a, const Candidate& b) {
    return a.error != b.error ? a.error < b.error : a.triangle > b.triangle;
}

void measure_again(DetailRefiner& refiner, const DetailPatch& patch, uint32_t triangle, int32_t step, float max_error) {
    Worst& worst = refiner.worst[triangle];
    const uint32_t version = worst.version + 1;
    const RowTriangleWalk walk = prepare_rows(refiner, patch, refiner.mesh.triangles[triangle], step);
    worst = walk.first_z > walk.last_z ? Worst{} : step == 1 ? measure_all(walk, max_error) : measure_sampled(walk, step);
    worst.version = version;
    if (worst.error <= max_error) return;
    refiner.heap.push_back({worst.error, triangle, version});
    std::push_heap(refiner.heap.begin(), refiner.heap.end(), has_smaller_error);
}

// Inserts the cell with the largest error until no error exceeds max_error. Only considers cells whose row and column are
// multiples of step.
void refine_cells(DetailRefiner& refiner, DetailPatch& patch, int32_t step, float max_error) {
    refiner.heap.clear();
    refiner.worst.resize(refiner.mesh.triangles.size());
    for (uint32_t i = 0; i < refiner.mesh.triangles.size(); ++i)
        measure_again(refiner, patch, i, step, max_error);
    while (!refiner.heap.empty()) {
        const Candidate next = refiner.heap.front();
        std::pop_heap(refiner.heap.begin(), refiner.heap.end(), has_smaller_error);
        refiner.heap.pop_back();
        const Worst worst = refiner.worst[next.triangle];
        if (worst.version != next.version) continue;

        float& ground = patch.ground[size_t(patch.rows[size_t(worst.z)].at + worst.x)];
        refiner.y.push_back(ground);
        ground = kNoGround;
        const LatticePoint point{worst.x * kDetailScale + kDetailScale / 2, worst.z * kDetailScale + kDetailScale / 2};
        const uint32_t first = insert_point(refiner.mesh, point, next.triangle);
        refiner.worst.resize(refiner.mesh.triangles.size());
        uint32_t triangle = first;
        do {
            measure_again(refiner, patch, triangle, step, max_error);
            triangle = turn(refiner.mesh, triangle);
        } while (triangle != first);
    }
}

// True if the ring and all ground inside have the same height, as on most floors.
bool is_level(const DetailRefiner& refiner, const DetailPatch& patch) {
    const float y = refiner.y[0];
    for (const float other : refiner.y) {
        if (other != y) return false;
    }
    F32x4 largest{};
    for (const auto& row : patch.rows) {
        take_largest({patch.ground.data() + (row.at + row.inner_begin), row.inner_end - row.inner_begin, 0, 0, y, 0}, largest);
    }
    return !any(I32x4(largest > 0));
}

}  // namespace

float refine(DetailRefiner& refiner, DetailPatch& patch, const RefineParams& params) {
    if (is_level(refiner, patch)) return 0;
    const float max_error = float(params.max_error);
    refiner.worst.clear();
    if (params.first_step > 1) refine_cells(refiner, patch, params.first_step, max_error);
    refine_cells(refiner, patch, 1, max_error);
    float largest = 0;
    for (const Worst& worst : refiner.worst)
        largest = std::max(largest, worst.error);
    return largest;
}

}  // namespace navspan
