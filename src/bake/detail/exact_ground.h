#pragma once

#include <cstdint>
#include <vector>

#include "bake/detail/height_source.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/core/lattice.h"
#include "navspan/core/vec.h"

namespace navspan {

class Workers;

constexpr uint8_t kMarkPoint = 1;  ///< the cell contains a point at which the height of the ground is queried
constexpr uint8_t kMarkPatch = 2;  ///< the height at the centre of the cell is needed
constexpr uint8_t kAllMarks = kMarkPoint | kMarkPatch;

/// Number of extra entries of CellMarks::marks, for access to eight entries at a time.
constexpr size_t kMarkPadding = 7;

/// The cells in which heights of the ground are needed.
struct CellMarks {
    int32_t width = 0, depth = 0;  ///< size of the grid [cell]
    std::vector<uint8_t> marks;    ///< one entry for each cell, row by row; then kMarkPadding entries
    size_t points = 0;             ///< number of marked points
};
CellMarks uniform_marks(const Grid& grid, uint8_t mark);
/// Sets kMarkPoint for the cell of a point, or for the nearest cell of the grid.
/// @param point  relative to the grid's corner [1/256 cell]
void mark_point(CellMarks& marks, LatticePoint point);
/// Sets kMarkPatch for the cells begin .. end - 1 of a row. Ignores cells outside the grid.
void mark_row(CellMarks& marks, int32_t z, int32_t begin, int32_t end);

/// The heights of the ground that a detail mesh needs.
struct ExactGround {
    /// For each open span in a cell with kMarkPatch: height at the centre of the cell, a multiple of 1/256 [vx], or kNoGround.
    std::vector<float> of_span;
    std::vector<uint16_t> ceilings;  ///< result of ceilings_below
    TriangleHeights near_points;     ///< all triangles in cells with kMarkPoint, for point queries
};

/// Computes the height of the ground at the centres of marked cells. Also bins the triangles near marked points.
/// @param source  must outlive the result
ExactGround compute_exact_ground(const GroundTriangles& source, const CompactHeightfield& field, const CellMarks& marks,
                                 Workers* workers);

}  // namespace navspan
