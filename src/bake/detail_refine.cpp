// Greedy insertion of height samples.
//
// In: the Delaunay triangulation of a polygon's ring with heights, the ground of its cells. Out: the same triangulation with as
// many cell centres added as it takes to be within max_error of the ground at every one of them. Each triangle knows its worst
// cell; a heap gives the worst of all. Inserting it changes the few triangles around the new point, and only those are measured
// again. Cells that became points are exact, so it ends.
//
// Rows of cells inside a triangle are found in double with a little slack: a cell on an edge is measured in both triangles, a
// cell that slack brought in is found where it really lies when it is inserted.
//
// While triangles are large, measuring every cell over and over is most of the work; looking at a coarse grid of cells first
// until that is within the error saves it.
//
// Source: Garland, Heckbert, Fast polygonal approximation of terrains and height fields (1995).

#include "detail_refine.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace navspan {
namespace {

using Worst = DetailRefiner::Worst;
using Candidate = DetailRefiner::Candidate;

// Four numbers at a time; both compilers turn these into whatever the processor has.
typedef float Floats __attribute__((vector_size(16)));
typedef int32_t Ints __attribute__((vector_size(16)));
constexpr Floats kFloatLanes{0, 1, 2, 3};
constexpr Ints kIntLanes{0, 1, 2, 3};

Ints select(Ints mask, Ints yes, Ints no) {
    return (mask & yes) | (~mask & no);
}

// The worst cells seen so far, four side by side: cell x of a lane is x[lane] + lane.
struct WorstLanes {
    Floats error{};
    Ints x{}, z{};
};

// Measures `count` cells of a row from cell (x, z), where the plane is at height y and rises by `rise` a cell. Reads up to
// three entries further.
inline void measure_row(WorstLanes& worst, const float* ground, int32_t count, int32_t x, int32_t z, float y, float rise) {
    for (int32_t k = 0; k < count; k += 4) {
        Floats g;
        std::memcpy(&g, ground + k, sizeof g);
        const Ints bits = Ints(g - (y + rise * (kFloatLanes + float(k)))) & 0x7fffffff;
        // no ground makes the comparison false
        const Ints worse = (Floats(bits) > worst.error) & (kIntLanes < count - k);
        worst.error = Floats(select(worse, bits, Ints(worst.error)));
        worst.x = select(worse, Ints{} + (x + k), worst.x);
        worst.z = select(worse, Ints{} + z, worst.z);
    }
}

// The worst of the four lanes, the first in row order where they are equal.
Worst worst_of(const WorstLanes& lanes) {
    Worst worst;
    for (int32_t lane = 0; lane < 4; ++lane) {
        const float error = lanes.error[lane];
        const int32_t x = lanes.x[lane] + lane, z = lanes.z[lane];
        const bool first = z != worst.z ? z < worst.z : x < worst.x;
        if (error > worst.error || (error == worst.error && error > 0 && first)) {
            worst.error = error;
            worst.x = x;
            worst.z = z;
        }
    }
    return worst;
}

struct Corner {
    double x, z, y;
};

Corner corner_of(const DetailRefiner& refiner, uint32_t point) {
    // in cells, with whole numbers at cell centres
    const LatticePoint p = refiner.mesh.points[point];
    constexpr double kCell = 1.0 / kDetailScale;
    return {p.x * kCell - 0.5, p.z * kCell - 0.5, refiner.y[point]};
}

// The smallest whole number that is not below v, and the largest not above, for v >= 0.
int32_t ceil_of(double v) {
    return int32_t(v) + (int32_t(v) < v);
}
int32_t floor_of(double v) {
    return int32_t(v);
}

// Finds the worst of the triangle's cells whose row and column are multiples of step.
Worst measure(const DetailRefiner& refiner, const DetailPatch& patch, const DetailTriangulation::Triangle& triangle,
              int32_t step) {
    constexpr double kSlack = 1e-6;
    Corner a = corner_of(refiner, triangle.corner[0]);
    Corner b = corner_of(refiner, triangle.corner[1]);
    Corner c = corner_of(refiner, triangle.corner[2]);
    if (b.z < a.z) std::swap(a, b);
    if (c.z < b.z) std::swap(b, c);
    if (b.z < a.z) std::swap(a, b);

    Worst worst;
    WorstLanes lanes;
    int32_t z = std::max(ceil_of(a.z - kSlack), 0);
    const int32_t last_z = floor_of(c.z + kSlack);
    if (step > 1) z = (z + step - 1) / step * step;
    if (z > last_z) return worst;

    // the plane through the corners
    const double abx = b.x - a.x, abz = b.z - a.z, acx = c.x - a.x, acz = c.z - a.z;
    const double scale = 1 / (abz * acx - abx * acz);
    const double slope_x = (abz * (c.y - a.y) - acz * (b.y - a.y)) * scale;
    const double slope_z = (acx * (b.y - a.y) - abx * (c.y - a.y)) * scale;
    const double long_slope = acx / acz;
    const double first_slope = abz > 0 ? abx / abz : 0;
    const double second_slope = c.z > b.z ? (c.x - b.x) / (c.z - b.z) : 0;
    const bool long_is_left = scale < 0;

    for (; z <= last_z; z += step) {
        const double long_x = a.x + (z - a.z) * long_slope;
        const double short_x = z < b.z ? a.x + (z - a.z) * first_slope : b.x + (z - b.z) * second_slope;
        const auto& row = patch.rows[size_t(z)];
        int32_t x = std::max(ceil_of((long_is_left ? long_x : short_x) - kSlack), row.inner_begin);
        const int32_t end = std::min(floor_of((long_is_left ? short_x : long_x) + kSlack) + 1, row.inner_end);
        if (step > 1) x = (x + step - 1) / step * step;
        if (x >= end) continue;
        const float y = float(a.y + (x - a.x) * slope_x + (z - a.z) * slope_z), rise = float(slope_x);
        const float* const ground = patch.ground.data() + (row.at + x);
        if (step == 1) {
            measure_row(lanes, ground, end - x, x, z, y, rise);
            continue;
        }
        for (int32_t k = 0; k < end - x; k += step) {
            const float error = std::fabs(ground[k] - (y + rise * float(k)));
            if (error > worst.error) {
                worst.error = error;
                worst.x = x + k;
                worst.z = z;
            }
        }
    }
    return step == 1 ? worst_of(lanes) : worst;
}

bool less_urgent(const Candidate& a, const Candidate& b) {
    return a.error != b.error ? a.error < b.error : a.triangle > b.triangle;
}

void measure_again(DetailRefiner& refiner, const DetailPatch& patch, uint32_t triangle, int32_t step, float max_error) {
    Worst& worst = refiner.worst[triangle];
    const uint32_t version = worst.version + 1;
    worst = measure(refiner, patch, refiner.mesh.triangles[triangle], step);
    worst.version = version;
    if (worst.error <= max_error) return;
    refiner.heap.push_back({worst.error, triangle, version});
    std::push_heap(refiner.heap.begin(), refiner.heap.end(), less_urgent);
}

// Inserts cells whose row and column are multiples of step, worst first, until none is off by more than max_error.
void refine_cells(DetailRefiner& refiner, DetailPatch& patch, int32_t step, float max_error) {
    refiner.heap.clear();
    refiner.worst.resize(refiner.mesh.triangles.size());
    for (uint32_t i = 0; i < refiner.mesh.triangles.size(); ++i)
        measure_again(refiner, patch, i, step, max_error);
    while (!refiner.heap.empty()) {
        const Candidate next = refiner.heap.front();
        std::pop_heap(refiner.heap.begin(), refiner.heap.end(), less_urgent);
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

}  // namespace

float refine(DetailRefiner& refiner, DetailPatch& patch, const RefineParams& params) {
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
