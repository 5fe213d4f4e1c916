#pragma once

/// \file
/// Draws the products of bake stages, seen from above. A probe (BakeProbe) can call these functions.
///
/// Given `const TriangleSoup& soup`, with bake/bake_tile.h and io/picture.h:
/// \code
/// struct ContourPicture : BakeProbe {
///     std::string svg;
///     void after(Stage stage, const BakeProducts& products) override {
///         if (stage == Stage::contours) svg = to_svg(draw_contours(*products.contours, products.config->lattice));
///     }
/// };
/// ContourPicture picture;
/// const Result<NavTile> tile = bake_tile(soup, BakeConfig{}, &picture);
/// if (!tile) return;
/// \endcode
///
/// Guarantees: equal products give equal drawings. The products are not modified. Throws nothing but std::bad_alloc.
///
/// Caveats: the products of a stage exist only during the bake. Draw them in BakeProbe::after. A product that does not exist is
/// null. Fields (triangles, spans, regions) are drawn as cells, which only PNG files show. Contours, polygons and tiles are
/// drawn as polygons and lines, which only SVG files show.

#include <span>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/contours.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/bake/regions.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

struct GeneratedLink;
struct WalkableTriangles;

// Each function draws the product of one bake stage, seen from above.

/// Draws for each cell the highest triangle that covers the centre of the cell and faces up. If no such triangle exists, draws
/// the highest triangle that covers the centre and faces down. Walkable triangles are coloured by area, darker if steeper. The
/// colour of other triangles shows why they are not walkable: too steep, facing down, or excluded by a rule.
Drawing draw_walkable_triangles(const TriangleSoup& soup, const WalkableTriangles& walkable, const Grid& grid,
                                const Lattice& lattice);
/// Draws the highest span of each column, coloured by area if it is walkable, otherwise by its SpanFate.
Drawing draw_heightfield(const Heightfield& field, const Lattice& lattice);
/// Draws open spans, coloured by area. Spans without an area (removed by erosion or a volume) have a neutral colour.
Drawing draw_compact_heightfield(const CompactHeightfield& field, const Lattice& lattice);
/// Draws open spans, generated drops (orange) and generated jumps (violet). The first cell of each link is dark.
Drawing draw_generated_links(const CompactHeightfield& field, std::span<const GeneratedLink> links, const Lattice& lattice);
/// Draws open spans: dark at the border of their area, lighter with increasing distance from the border.
Drawing draw_distance_field(const CompactHeightfield& field, const DistanceField& distance, const Lattice& lattice);
/// Draws open spans in the colour of their region.
Drawing draw_regions(const CompactHeightfield& field, const RegionMap& regions, const Lattice& lattice);
/// Draws raw contours (thin lines) and simplified contours (thick lines with vertices).
Drawing draw_contours(const ContourSet& contours, const Lattice& lattice);
/// Draws convex polygons in the colour of their region.
Drawing draw_poly_mesh(const PolyMesh& mesh, const Lattice& lattice);
/// Draws the triangles of the detail mesh, coloured by height.
Drawing draw_detail_mesh(const PolyMesh& mesh, const DetailMesh& detail, const Lattice& lattice);
/// Draws polygons, coloured by area, and their half-edges: dark at walls, orange on tile borders, light between two polygons.
Drawing draw_nav_tile(const NavTile& tile);

}  // namespace navspan
