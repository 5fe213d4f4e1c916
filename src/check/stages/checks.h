#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "bake/detail/height_source.h"
#include "bake/jumps/generate_links.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/check/nav_mesh.h"

// The invariants of the products of a bake, in the order of the stages.

namespace navspan {

/// A lattice point in messages: "(3, -4)".
inline std::string point_text(LatticePoint p) {
    return "(" + std::to_string(p.x) + ", " + std::to_string(p.z) + ")";
}

/// Checks that the arrays have equal lengths, indices and areas are in range, and positions are finite.
void check_triangle_soup(const TriangleSoup& soup, CheckReport& report);

/// Checks a solid field. The offsets ascend, one per column plus one. The spans of a column are sorted and within kMaxHeight,
/// with free height between them (touching spans would have been merged). A span has the fate walkable exactly if it has an
/// area.
void check_heightfield(const Heightfield& field, CheckReport& report);

/// Slow reference version of one filter, if the parameters enable it. Changes areas and fates. Returns how many spans changed.
uint32_t reference_filter(Filter filter, Heightfield& field, const FilterParams& params);

/// Checks the solid field after each filter, as derived from the fates of the bake. It must keep the invariants of a solid
/// field and equal the result of the reference filter.
/// @param solid  the field after rasterization
/// @param fates  from filter_and_compact, per span
void check_filters(const Heightfield& solid, std::span<const SpanFate> fates, const FilterParams& params, CheckReport& report);

/// Checks a compact heightfield. Arrays have equal lengths. Rows, runs and spans have no gaps between them; the runs of a row
/// are sorted by x0, then floor. The open spans of a cell are disjoint. Links are symmetric, join adjacent cells, and respect
/// climb and clearance. If two spans could be linked, one of them or both
/// have a link in the other's direction.
void check_compact_heightfield(const CompactHeightfield& field, CheckReport& report);

/// Builds the compact heightfield from the walkable spans of a filtered solid heightfield. Slow and simple: cell by cell.
/// @param walkable_height, link_climb  least clearance and highest step of a link [vx]
CompactHeightfield reference_compact(const Heightfield& filtered, int32_t walkable_height, int32_t link_climb);

/// Compares a compact heightfield with reference_compact.
void check_compact_against_reference(const Heightfield& filtered, const CompactHeightfield& field, CheckReport& report);

/// The path of a link between the centres of two cells.
struct LinkPath {
    int32_t x = 0, z = 0, y = 0;              ///< cell of the start [cell] and its floor [vx]
    int32_t end_x = 0, end_z = 0, end_y = 0;  ///< cell and floor of the end
    double peak = -1;                         ///< of a jump: height of its top above the start [vx]; negative for a drop
};

/// True if the body hits a solid span at one of many samples along the path.
/// @param more  enlarges the body on all sides [cell], [vx]
bool is_blocked(const Heightfield& solid, const LinkPath& way, const GenerateLinksParams& params, double more);

/// Checks generated links. They are sorted without duplicates and start in params.own. Both ends are walkable floors. Length,
/// height and depth respect the limits. A body sampled along the path hits nothing on one of its arcs, and also on the way back
/// if the link is two-way. No short walk joins the two ends.
void check_generated_links(std::span<const GeneratedLink> links, const Heightfield& solid, const CompactHeightfield& field,
                           const GenerateLinksParams& params, CheckReport& report);

/// Compares a distance field with its definition, evaluated span by span (border, two passes, blur).
void check_distance_field(const CompactHeightfield& field, const DistanceField& distance, CheckReport& report);

/// Checks the invariants of a region map:
/// 1. The map has one entry per span, and one area and one cell count per id. Each of 1..region_count has a span.
/// 2. Only walkable spans have a region. small_spans counts the walkable spans without one.
/// 3. All spans of a region have its area, and their number is its cell count.
/// 4. Each region is connected through links between its own spans.
/// 5. No region overlaps itself vertically: no column holds two of its spans.
void check_region_map(const CompactHeightfield& field, const RegionMap& map, CheckReport& report);

/// Checks that two linked regions of one area share a column; otherwise they should be one sheet. Ignores maps of the wrong
/// size, which check_region_map reports.
void check_sheets(const CompactHeightfield& field, const RegionMap& map, CheckReport& report);

/// Returns the regions with a cliff inside. Raw rings follow the cliff in both directions; simplified rings may do so too.
std::set<uint32_t> regions_with_cliffs(const ContourSet& set);

/// Checks the invariants of contours:
///  1. Raw rings run along unit cell edges. Their region is on the left, and the neighbour that a vertex names is on the right.
///  2. The raw rings of a region enclose exactly as many cells as the region has spans.
///  3. Simplified rings visit vertices of their raw ring in order. They have at least three, and consecutive vertices differ.
///  4. Contours are ordered by region, an outline before its holes. Outlines run counter-clockwise, holes clockwise.
/// With params.refine also:
///  5. If walls are one-sided, no raw vertex lies to the left of the wall edge that replaces it. If the clearance exceeds half
///     a cell, it may, by up to a cell's diagonal, if the edge keeps the clearance from all blocked edges of its ground and
///     does not pass through carved cells. Then the net loss of ground along an edge is on average at most half a cell wide, or
///     0.375 max_error if that is more.
///  6. Walls and area borders keep within max_error of their raw vertices.
///  7. Simplified outlines enclose area. Holes lie inside their outline and outside each other.
///  8. Every edge between regions of the tile has its reverse on the other side, with the same heights.
///  9. Simplified edges of one region, or of regions that share no column, neither cross nor overlap. No vertex lies inside an
///     edge of its own region or inside an edge between regions. Along a cliff inside a region (see Contour), only
///     crossings are forbidden.
/// A region named in set.trouble is exempt from 2, 7 and 8.
void check_contours(const CompactHeightfield& field, const RegionMap& regions, const ContourSet& set,
                    const ContourParams& params, CheckReport& report);

/// Checks a PolyMesh. Polygons are convex (collinear corners are allowed), counter-clockwise, and have 3..max_vertices
/// different vertices; collinear vertices on a seam do not count. Neighbours are mutual and traverse the common edge in
/// opposite directions. The polygons of a region sum exactly to the area inside its contours. An edge without a neighbour in
/// its region is an edge of the region's contours, so there are no T-junctions inside a region. A contour edge with a region
/// across has a polygon across. No vertex of a region lies inside an edge of its polygons or of the polygon across, unless the
/// region has a cliff inside (see Contour).
/// @param refined  the contours were refined (ContourParams::refine); otherwise the last two invariants do not hold
void check_poly_mesh(const PolyMesh& mesh, const ContourSet& contours, const PolyMeshParams& params, CheckReport& report,
                     bool refined = true);

/// The inputs of a detail mesh.
struct DetailSources {
    const PolyMesh& mesh;
    const CompactHeightfield& field;
    const RegionMap& regions;
    const TriangleHeights* heights = nullptr;  ///< the heights that build_detail_mesh used
};

/// Checks the invariants of a detail mesh:
/// 1. Every polygon has a part, all offsets and indices are in range, and all heights are finite.
/// 2. A part's triangles are counter-clockwise, join edge to edge, and end only on the polygon's edges. Their areas sum exactly
///    to the polygon's area.
/// 3. A part's vertices lie in or on the polygon. Both polygons of a shared edge have the same points and heights on it.
/// 4. At every cell centre strictly inside the polygon, over ground of its region, the surface is within params.max_error of
///    that ground.
void check_detail_mesh(const DetailMesh& detail, const DetailSources& sources, const DetailParams& params, CheckReport& report);

/// Tests all invariants of every product as soon as a bake has made it. Used by `navbake --check` and the tests.
struct CheckProbe : BakeProbe {
    CheckReport report;
    void after(Stage stage, const BakeProducts& products) override;
    bool needs_fates() const override { return true; }

private:
    std::optional<Heightfield> filtered_;  // the solid heightfield after the filters, from then until the compact heightfield
};

}  // namespace navspan
