#pragma once

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/bake/regions.h"

namespace navspan {

struct GroundTriangles;
class Workers;

/// Parameters of build_detail_mesh.
struct DetailParams {
    double sample_distance = 6;  ///< spacing of the initial samples [cell]; 0: none
    double max_error = 1;        ///< largest allowed height error at a cell centre [vx], >= 0
};

/// Adds height samples to each polygon until its surface is within max_error of the ground at all cell centres. Heights come
/// from \p triangles or, if \p triangles is null, from the floors of \p field.
/// The threads of \p workers share the work. If \p workers is null, one thread is used. The result does not depend on the
/// number of threads.
/// Source: Garland, Heckbert, Fast polygonal approximation of terrains and height fields (1995).
DetailMesh build_detail_mesh(const PolyMesh& mesh, const CompactHeightfield& field, const RegionMap& regions,
                             const GroundTriangles* triangles, const DetailParams& params, Workers* workers = nullptr);

}  // namespace navspan
