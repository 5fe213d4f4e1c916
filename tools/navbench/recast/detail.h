#pragma once

#include "navbench/recast/stages.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/bake/regions.h"

namespace navspan::support {

/// What a detail mesh is made of, from librecast's objects.
struct DetailInput {
    CompactHeightfield field;
    RegionMap regions;
    PolyMesh mesh;
};

/// Takes over a bake that has run to recast_poly_mesh: our compact field of its solid one, its regions and its polygons.
DetailInput detail_input_of(const RecastBake& bake);

/// Largest and mean distance between the detail mesh of librecast and the floors, over all cell centres inside polygons that
/// have a floor in the polygon's region [vx], without the voxel that librecast adds to all heights.
struct DetailErrors {
    double largest = 0, mean = 0;
    uint64_t cells = 0, over = 0;  ///< cells measured, and those off by more than the wanted error
};
DetailErrors recast_detail_errors(const RecastBake& bake, const DetailInput& input, double wanted);

}  // namespace navspan::support
