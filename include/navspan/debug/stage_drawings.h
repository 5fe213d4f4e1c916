#pragma once

#include <span>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/contours.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/bake/distance_field.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/bake/regions.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

struct GeneratedLink;
struct WalkableTriangles;

// A drawing of each product of a bake, seen from above.

/// The highest triangle over the middle of every cell: by area where walkable, the steeper the darker, else coloured by what
/// keeps one from walking there: too steep, facing down, ruled out.
Drawing draw_walkable_triangles(const TriangleSoup& soup, const WalkableTriangles& walkable, const Grid& grid,
                                const Lattice& lattice);
/// The top of every column, green where walkable, else coloured by what took it away: too steep, ledge, low height.
Drawing draw_heightfield(const Heightfield& field, const Lattice& lattice);
/// Open spans by area; without area where erosion or a volume took it.
Drawing draw_compact_heightfield(const CompactHeightfield& field, const Lattice& lattice);
/// Open spans, and on them the drops (orange) and jumps (violet) that were found, dark where they start.
Drawing draw_generated_links(const CompactHeightfield& field, std::span<const GeneratedLink> links, const Lattice& lattice);
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
/// Polygons by area with their half-edges: dark at walls, orange on tile borders, light where one walks into another polygon.
Drawing draw_nav_tile(const NavTile& tile);

}  // namespace navspan
