#pragma once

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/contours.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/bake/distance_field.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/bake/regions.h"
#include "navspan/debug/drawing.h"

namespace navspan {

// A drawing of each product of a bake, seen from above.

/// The top of every column, green where walkable, else coloured by what took it away: too steep, ledge, low height.
Drawing draw_heightfield(const Heightfield& field, const Lattice& lattice);
/// Open spans by area; without area where erosion or a volume took it.
Drawing draw_compact_heightfield(const CompactHeightfield& field, const Lattice& lattice);
/// Open spans from dark at the border to light far from it.
Drawing draw_distance_field(const CompactHeightfield& field, const DistanceField& distance, const Lattice& lattice);
/// Open spans in the colour of their region.
Drawing draw_regions(const CompactHeightfield& field, const RegionMap& regions, const Lattice& lattice);
/// Contours as traced (thin) and simplified (thick, with vertices).
Drawing draw_contours(const ContourSet& contours, const Lattice& lattice);
/// Convex polygons in the colour of their region.
Drawing draw_poly_mesh(const PolyMesh& mesh, const Lattice& lattice);
/// The triangles of the detail mesh, by height.
Drawing draw_detail_mesh(const PolyMesh& mesh, const DetailMesh& detail, const Lattice& lattice);

}  // namespace navspan
