#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bake/voxelize/soup_view.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/lattice.h"
#include "navspan/core/warning.h"

namespace navspan {

/// Result of the slope test.
struct WalkableTriangles {
    std::vector<uint8_t> areas;     ///< area id of each triangle; kNullArea if it is not walkable
    uint32_t walkable = 0;          ///< number of walkable triangles
    uint32_t too_steep = 0;         ///< number of triangles that do not face down but are steeper than max_slope
    uint32_t facing_down = 0;       ///< number of triangles that face down
    uint32_t degenerate = 0;        ///< number of triangles with almost no area; they are still voxelized
    uint32_t first_degenerate = 0;  ///< index of the first degenerate triangle
    uint32_t excluded_by_rule = 0;  ///< number of triangles that pass the slope test but get kNullArea from a rule
};

/// Keeps the area id of every triangle that is not degenerate, faces up and is no steeper than max_slope [deg], 0..89.9. Other
/// triangles get kNullArea.
WalkableTriangles mark_walkable_triangles(SoupView soup, double max_slope);

/// Some triangles of a view.
struct ListedTriangles {
    std::vector<uint32_t> listed;  ///< indices in the soup, ascending
    std::vector<uint8_t> areas;    ///< area id of each listed triangle
};

/// Leaves out triangles that are copies of an earlier triangle, with equal corners in the same order and an equal area id. Only
/// leaves out copies that change neither the voxels nor the heights of the ground. Returns nullopt if copies would cost little,
/// that is, if the triangles are small or do not overlap much, or if there are none.
/// @param areas  area id of each triangle of the view
std::optional<ListedTriangles> without_copies(const SoupView& soup, std::span<const uint8_t> areas, double cell_size,
                                              const Grid& grid);

/// Orientation and bounds of the input.
struct SoupStats {
    DVec3 min, max;                ///< bounding box of the triangles [wu]; zero if there are no triangles
    double down_facing_ratio = 0;  ///< fraction of triangles that face down, 0..1; nearly vertical triangles are not counted
};
SoupStats soup_stats(const TriangleSoup& soup);

/// Returns the warning "degenerate_triangles" with the position of the first degenerate triangle, if there is one.
Warnings soup_warnings(const TriangleSoup& soup, const WalkableTriangles& walkable);

}  // namespace navspan
