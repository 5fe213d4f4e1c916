#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "bake/detail/patch.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/core/vec.h"

namespace navspan {

/// One edge of a polygon and the heights of its ends.
struct DetailEdge {
    LatticePoint from, to;       ///< [cell] from the grid's corner
    float from_y = 0, to_y = 0;  ///< [vx] from the grid's y0
};

struct EdgeParams {
    double max_error = 1;  ///< largest error between neighbouring samples [vx]
    double spacing = 1;    ///< distance of samples [cell], >= 1
};

/// Memory kept from one edge to the next.
struct EdgeScratch {
    struct Sample {
        int32_t step = 0;  ///< place along the edge
        float y = 0;       ///< height
    };
    std::vector<Sample> samples;
    std::vector<uint8_t> keep;
    std::vector<std::pair<uint32_t, uint32_t>> pending;
};

/// Appends the points that make the edge follow the ground within max_error, in order from its start, without its ends. They
/// lie exactly on the edge.
void sample_edge(const DetailEdge& edge, const DetailPatch& patch, const EdgeParams& params, EdgeScratch& scratch,
                 std::vector<DetailVertex>& points);

}  // namespace navspan
