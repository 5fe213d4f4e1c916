#pragma once

#include "navbench/recast/stages.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/bake/regions.h"

namespace navspan::support {

/// The inputs of a detail mesh, converted from librecast's objects.
struct DetailInput {
    CompactHeightfield field;
    RegionMap regions;
    PolyMesh mesh;
};

/// Converts a bake that has run up to recast_poly_mesh. Regions and polygons are librecast's; our code builds the compact field
/// from librecast's solid field.
DetailInput detail_input_of(const RecastBake& bake);

}  // namespace navspan::support
