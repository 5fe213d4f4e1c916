#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "navspan/bake/triangle_soup.h"
#include "navspan/core/lattice.h"

namespace navspan {

/// The walkable triangles of a bake, binned by blocks of cells, to ask for the exact height of the ground.
struct TriangleHeights {
    Grid grid;
    int32_t block = 8;                 ///< side of a bin [cell]
    int32_t bins_x = 0, bins_z = 0;    ///< number of bins
    std::vector<uint32_t> bin_first;   ///< bins_x * bins_z + 1 offsets into triangles
    std::vector<uint32_t> triangles;   ///< indices into corners / 3
    std::vector<DVec3> corners;        ///< three per triangle: x and z [cell] from the grid's corner, y [vx] from its y0
};

/// Bins the triangles with an area. @param areas per triangle, as mark_walkable_triangles gives them
TriangleHeights bin_walkable_triangles(const TriangleSoup& soup, std::span<const uint8_t> areas, const Lattice& lattice,
                                       const Grid& grid);

struct HeightQuery {
    double x = 0, z = 0;        ///< [cell] from the grid's corner
    double lowest = 0, highest = 0;  ///< only ground within this range counts [vx]
};

/// The highest ground at a point within a vertical range [vx], if there is any.
std::optional<double> ground_height(const TriangleHeights& heights, const HeightQuery& query);

}  // namespace navspan
