#pragma once

#include <cstdint>
#include <vector>

#include "bake/detail/patch.h"
#include "bake/detail/triangulation.h"
#include "core/simd.h"

namespace navspan {

/// A triangulation of a polygon with heights, and the state of its refinement. Its buffers are reused.
struct DetailRefiner {
    DetailTriangulation mesh;  ///< on the lattice of the patch
    std::vector<float> y;      ///< height of each point of the mesh above the patch's base [vx]

    /// A point of the mesh with its height. x and z are relative to the centre of the patch's first cell [cell].
    struct Corner {
        double x = 0, z = 0, y = 0;
    };
    std::vector<Corner> corners;  ///< all points of the mesh
    size_t ring = 0;              ///< number of points of the ring; all other points are cell centres

    /// Number of triangles in a block of `errors`.
    static constexpr size_t kBlock = 32;
    std::vector<float> errors;        ///< largest error at a cell centre in each triangle [vx], then 0 to the end of the block
    std::vector<float> block_errors;  ///< for each block, an upper bound on its errors [vx]
    std::vector<LatticePoint> worst;  ///< for each triangle whose error exceeds the limit: a cell with this error

    /// A row of the measured triangle: `count` consecutive cells that start at x. The triangle's plane has height y at the
    /// first cell [vx].
    struct MeasuredRow {
        int32_t x = 0, count = 0;
        float y = 0;
    };
    std::vector<MeasuredRow> rows;  ///< at least one entry for each row of the patch
};

struct RefineParams {
    double max_error = 1;    ///< [vx]
    int32_t first_step = 1;  ///< first pass: only cells whose row and column are multiples of this [cell]
};

/// Adds cell centres as points until the surface is within max_error of the ground at all cell centres. Sets patch.ground to
/// kNoGround in the cells of the added points.
/// @return the largest remaining error [vx]
float refine(DetailRefiner& refiner, DetailPatch& patch, const RefineParams& params);

}  // namespace navspan
