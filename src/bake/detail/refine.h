#pragma once

#include <cstdint>
#include <vector>

#include "bake/detail/patch.h"
#include "bake/detail/triangulation.h"

namespace navspan {

/// A triangulation of a polygon with heights, and what refining it needs. Memory is kept from one polygon to the next.
struct DetailRefiner {
    DetailTriangulation mesh;  ///< on the lattice of the patch
    std::vector<float> y;      ///< per point of mesh: height above the patch's base [vx]

    /// Per triangle: the cell centre where it is furthest from the ground.
    struct Worst {
        float error = 0;       ///< [vx]
        int32_t x = 0, z = 0;  ///< cell of the patch
        uint32_t version = 0;  ///< grows with every change of the triangle
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
    int32_t first_step = 1;  ///< first only cells this far apart are looked at [cell]
};

/// Adds cell centres to the triangulation until it is within max_error of the ground at all of them. Cells that become points
/// lose their entry in patch.ground. @return the largest error left [vx]
float refine(DetailRefiner& refiner, DetailPatch& patch, const RefineParams& params);

}  // namespace navspan
