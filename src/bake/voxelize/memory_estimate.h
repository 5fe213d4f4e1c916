#pragma once

#include <cmath>

#include "bake/voxelize/soup_view.h"
#include "navspan/core/lattice.h"

namespace navspan {

/// The numbers that determine the memory of a bake.
struct BakeSize {
    double columns = 0;    ///< columns of the grid
    double width = 0;      ///< number of columns in a row of the grid
    double solid = 0;      ///< solid spans
    double open = 0;       ///< walkable spans with enough headroom
    double triangles = 0;  ///< triangles in the grid
    double distinct = 0;   ///< triangles that are voxelized; the others are copies (without_copies)
    double rows = 0;       ///< number of rows that a distinct triangle overlaps, summed over these triangles
    /// Number of cells that the distinct triangles cover, seen from above; each triangle counts separately.
    double covered = 0;
    bool exact_heights = false;  ///< true if the detail mesh takes its heights from triangles
};

struct SampleParams {
    double max_slope = 45;        ///< steepest walkable slope [deg]
    int32_t walkable_height = 1;  ///< headroom that an agent needs [vx]
};

/// Measures a level on a grid by voxelizing a sample of its rows.
BakeSize sample_bake_size(const SoupView& soup, const Lattice& lattice, const Grid& grid, const SampleParams& params);

/// Returns twice the area of a triangle seen from above [wu^2].
inline double doubled_area_xz(const DVec3& a, const DVec3& b, const DVec3& c) {
    return std::abs((b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x));
}

/// Converts an area seen from above to a number of cells. @param doubled_area  twice the area [wu^2]
inline double cells_of_area(double doubled_area, const Lattice& lattice) {
    return doubled_area / 2 / (lattice.cell_size * lattice.cell_size);
}

/// Returns the estimated peak memory of baking one grid [byte]. For most levels, the estimate is between the peak and twice the
/// peak.
double bake_bytes(const BakeSize& size);

}  // namespace navspan
