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
    LatticePoint from, to;       ///< relative to the grid's corner [cell]
    float from_y = 0, to_y = 0;  ///< relative to the grid's y0 [vx]
};

struct EdgeParams {
    double max_error = 1;  ///< largest allowed error of a removed sample [vx]
    double spacing = 1;    ///< distance between samples [cell], >= 1
};

/// Buffers that all edges share.
struct EdgeScratch {
    struct Sample {
        int32_t step = 0;  ///< number of steps from the start of the edge, see edges.cpp
        float y = 0;
    };
    std::vector<Sample> samples;
    std::vector<uint8_t> keep;
    std::vector<std::pair<uint32_t, uint32_t>> pending;
};

/// Appends the points that the edge needs to follow the ground within max_error. They are in order, lie exactly on the edge,
/// and do not include the end points of the edge.
void sample_edge(const DetailEdge& edge, const DetailPatch& patch, const EdgeParams& params, EdgeScratch& scratch,
                 std::vector<DetailVertex>& points);

}  // namespace navspan
