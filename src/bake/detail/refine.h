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

    /// The cell centre with the largest error in a triangle.
    struct Worst {
        float error = 0;       ///< [vx]
        int32_t x = 0, z = 0;  ///< cell of the patch with this error
    };
    /// A triangle and its error in one number. The triangle with the greatest number is refined next.
    using Candidate = uint64_t;
    std::vector<Worst> worst;       ///< of each triangle
    std::vector<uint32_t> changed;  ///< triangles to measure
    /// Binary heap of the triangles whose errors exceed the limit. Some entries are out of date.
    std::vector<Candidate> heap;

    /// `count` consecutive cells of one row inside a triangle, starting at (x, z). The triangle's plane has height y at the
    /// first cell and rises by `rise` from cell to cell [vx]. Vector loads may read three entries of `ground` beyond the last
    /// cell.
    struct RowPiece {
        const float* ground = nullptr;
        int32_t count = 0, x = 0, z = 0;
        float y = 0, rise = 0;
    };
    /// A row of the measured triangle, and the largest errors up to this row in each lane.
    struct MeasuredRow {
        RowPiece piece;
        F32x4 largest;
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
