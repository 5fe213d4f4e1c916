#pragma once

#include "bake/voxelize/walkable_triangles.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/warning.h"

namespace navspan {

/// Orientation and bounds of the input.
struct SoupStats {
    DVec3 min, max;                ///< bounding box of the triangles [wu]; zero if there are no triangles
    double down_facing_ratio = 0;  ///< fraction of triangles that face down, 0..1; nearly vertical triangles are not counted
};
SoupStats soup_stats(const TriangleSoup& soup);

/// Returns the warning "degenerate_triangles" with the position of the first degenerate triangle, if there is one.
Warnings soup_warnings(const TriangleSoup& soup, const WalkableTriangles& walkable);

}  // namespace navspan
