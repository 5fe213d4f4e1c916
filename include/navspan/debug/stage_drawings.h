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

// Drawings of the products of a bake, seen from above.

/// Draws, for each cell, the highest triangle above its centre. Walkable triangles are coloured by area, steeper ones darker;
/// others by the reason: too steep, facing down, not walkable by a rule.
Drawing draw_walkable_triangles(const TriangleSoup& soup, const WalkableTriangles& walkable, const Grid& grid,
                                const Lattice& lattice);
/// Draws the top of each column, coloured by area if walkable, else by its SpanFate.
Drawing draw_heightfield(const Heightfield& field, const Lattice& lattice);
/// Draws open spans, coloured by area. Spans that erosion or a volume removed have no area.
Drawing draw_compact_heightfield(const CompactHeightfield& field, const Lattice& lattice);
/// Draws open spans, and the generated drops (orange) and jumps (violet), dark at their start.
Drawing draw_generated_links(const CompactHeightfield& field, std::span<const GeneratedLink> links, const Lattice& lattice);
/// Draws open spans, dark at the border and lighter with the distance from it.
Drawing draw_distance_field(const CompactHeightfield& field, const DistanceField& distance, const Lattice& lattice);
/// Draws open spans in the colour of their region.
Drawing draw_regions(const CompactHeightfield& field, const RegionMap& regions, const Lattice& lattice);
/// Draws contours: raw (thin) and simplified (thick, with vertices).
Drawing draw_contours(const ContourSet& contours, const Lattice& lattice);
/// Draws convex polygons in the colour of their region.
Drawing draw_poly_mesh(const PolyMesh& mesh, const Lattice& lattice);
/// Draws the triangles of the detail mesh, coloured by height.
Drawing draw_detail_mesh(const PolyMesh& mesh, const DetailMesh& detail, const Lattice& lattice);
/// Draws polygons, coloured by area, and their half-edges: dark at walls, orange on tile borders, light between polygons.
Drawing draw_nav_tile(const NavTile& tile);

}  // namespace navspan
