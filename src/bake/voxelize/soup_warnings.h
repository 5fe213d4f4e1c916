#pragma once

#include "bake/voxelize/walkable_triangles.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/warning.h"

namespace navspan {

/// Which way the input faces and how far it reaches.
struct SoupStats {
    DVec3 min, max;                ///< box around its triangles [wu]; zero without any
    double down_facing_ratio = 0;  ///< triangles that face down, of those that are not as good as vertical, 0..1
    double z_facing_ratio = 0;     ///< surface that faces along z rather than y, of the surface that faces along either, 0..1
};
SoupStats soup_stats(const TriangleSoup& soup);

/// What is probably wrong with the input: "faces_down" and "lies_on_its_side" (the orientation options were forgotten),
/// "degenerate_triangles", with the place of the first.
Warnings soup_warnings(const TriangleSoup& soup, const SoupStats& facts, const WalkableTriangles& walkable);

}  // namespace navspan
