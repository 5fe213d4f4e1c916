#pragma once

#include "bake/detail/height_source.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/bake/regions.h"
#include "navspan/check/nav_mesh.h"

namespace navspan {

/// What a detail mesh was made of.
struct DetailSources {
    const PolyMesh& mesh;
    const CompactHeightfield& field;
    const RegionMap& regions;
    const TriangleHeights* heights = nullptr;  ///< as build_detail_mesh was given them
};

/// 1. Every polygon has a part, all offsets and indices are in range, all heights finite.
/// 2. A part's triangles turn counter-clockwise, join edge to edge, end only on the polygon's edges, and their areas sum to the
///    polygon's area, exactly.
/// 3. A part's vertices lie in or on the polygon; the points on a shared edge are the same, with the same heights, in both.
/// 4. At every cell centre strictly inside the polygon that has ground in the polygon's region, the surface is within
///    params.max_error of that ground.
void check_detail_mesh(const DetailMesh& detail, const DetailSources& sources, const DetailParams& params, CheckReport& report);

}  // namespace navspan
