#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "bake/detail/patch.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/core/vec.h"

namespace navspan {

/// One edge of a polygon and the heights of its ends.
struct DetailEdge {
    LatticePoint from, to;       ///< relative to the grid's corner [cell]
    float from_y = 0, to_y = 0;  ///< relative to the grid's y0 [vx]
};

/// The points of the 1/256-cell lattice on an edge: start + step * (step_x, step_z), for step = 0 .. steps.
struct EdgeLattice {
    LatticePoint start;              ///< relative to the grid's corner [1/256 cell]
    int32_t step_x = 0, step_z = 0;  ///< [1/256 cell]
    int32_t steps = 0;
    double length = 0;  ///< [cell]

    LatticePoint at(int32_t step) const { return {start.x + step * step_x, start.z + step * step_z}; }
};
/// @param from, to  the ends, relative to the grid's corner [cell]
inline EdgeLattice edge_lattice(LatticePoint from, LatticePoint to) {
    const int32_t dx = to.x - from.x, dz = to.z - from.z, divisor = std::gcd(dx, dz);
    return {{from.x * kDetailScale, from.z * kDetailScale},
            dx / divisor,
            dz / divisor,
            divisor * kDetailScale,
            std::sqrt(double(dx) * dx + double(dz) * dz)};
}

struct EdgeParams {
    double max_error = 1;  ///< largest height difference between the split edge and a sample [vx]
    double spacing = 1;    ///< distance between samples [cell], >= 1
};

/// Buffers that sample_edge reuses.
struct EdgeScratch {
    struct Sample {
        int32_t step = 0;  ///< index of the lattice point on the edge
        float y = 0;
    };
    std::vector<Sample> samples;
    std::vector<uint8_t> keep;
    std::vector<std::pair<uint32_t, uint32_t>> pending;
};

/// Calls visit(step) for each sample between the ends of an edge.
/// @param spacing  approximate distance between samples [cell], >= 1
template <class Visit>
void visit_edge_samples(const EdgeLattice& edge, double spacing, Visit visit) {
    const int64_t count = std::min(int64_t(edge.length / spacing + 0.5), int64_t{edge.steps});
    const int64_t whole = count > 0 ? edge.steps / count : 0, part = count > 0 ? edge.steps % count : 0;
    for (int64_t i = 1, step = 0, rest = 0; i < count; ++i) {
        // Incremental form of step = steps * i / count, rounded down.
        step += whole;
        rest += part;
        if (rest >= count) ++step, rest -= count;
        visit(int32_t(step));
    }
}

/// Splits the edge until it follows the ground within max_error. Appends the split points in order, without the ends. All
/// points lie exactly on the edge.
void sample_edge(const DetailEdge& edge, const DetailPatch& patch, const EdgeParams& params, EdgeScratch& scratch,
                 std::vector<DetailVertex>& points);

}  // namespace navspan
