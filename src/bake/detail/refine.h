#pragma once

#include <cstdint>
#include <vector>

#include "bake/detail/patch.h"
#include "bake/detail/triangulation.h"

namespace navspan {

/// A triangulation of a polygon with heights, and the state of its refinement. The buffers are reused from polygon to polygon.
struct DetailRefiner {
    DetailTriangulation mesh;  ///< on the lattice of the patch
    std::vector<float> y;      ///< height of each point of the mesh above the patch's base [vx]

    /// The cell centre with the largest error in a triangle.
    struct Worst {
        float error = 0;       ///< [vx]
        int32_t x = 0, z = 0;  ///< cell of the patch with this error
        uint32_t version = 0;  ///< incremented whenever the triangle is measured
    };
    struct Candidate {
        float error = 0;
        uint32_t triangle = 0, version = 0;
    };
    std::vector<Worst> worst;
    std::vector<Candidate> heap;
};

struct RefineParams {
    double max_error = 1;    ///< [vx]
    int32_t first_step = 1;  ///< first pass: only cells whose row and column are multiples of this [cell]
};

/// Adds cell centres as points until the surface is within max_error of the ground at all cell centres. Sets patch.ground to
/// kNoGround in the cells that become points.
/// @return the largest remaining error [vx]
float refine(DetailRefiner& refiner, DetailPatch& patch, const RefineParams& params);

}  // namespace navspan
