#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "bake/contours/contours.h"
#include "bake/detail/height_source.h"
#include "bake/detail/mesh.h"
#include "bake/jumps/generate_links.h"
#include "bake/polygons/poly_mesh.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/regions.h"
#include "navspan/check/nav_mesh.h"

// Checks of the products of a bake, in the order of the stages.

namespace navspan {

/// Formats a lattice point for messages, for example "(3, -4)".
inline std::string lattice_text(LatticePoint p) {
    return "(" + std::to_string(p.x) + ", " + std::to_string(p.z) + ")";
}

/// Checks that the arrays have equal lengths, that all indices and areas are in range, and that all positions are finite.
void check_triangle_soup(const TriangleSoup& soup, CheckReport& report);

/// Checks a solid heightfield:
/// 1. The offsets fit the number of columns and never decrease.
/// 2. The spans of a column are sorted and do not touch. Every span has bottom < top.
/// 3. Span::fate is `walkable` if and only if the span has an area.
void check_heightfield(const Heightfield& field, CheckReport& report);

/// Applies the slow reference version of a filter if the parameters enable the filter. Updates Span::area and Span::fate.
/// Returns the number of changed spans.
uint32_t reference_filter(Filter filter, Heightfield& field, const FilterParams& params);

/// Reconstructs the solid heightfield after each filter from the recorded SpanFates. Each heightfield must pass
/// check_heightfield and equal the result of the reference filter.
/// @param solid  the heightfield after rasterization
/// @param fates  one SpanFate per span, from filter_and_compact
void check_filters(const Heightfield& solid, std::span<const SpanFate> fates, const FilterParams& params, CheckReport& report);

/// Checks a compact heightfield:
/// 1. The arrays per span have equal lengths.
/// 2. Every run belongs to one row, and every span belongs to one run. The runs of a row are sorted by x0, then by floor.
/// 3. The open spans of a cell are disjoint.
/// 4. Links are mutual, connect adjacent cells, and respect the limits walkable_climb and walkable_height.
/// 5. Let spans a and b of adjacent cells satisfy the limits of a link, but have no link. Then a is linked to another span in
///    b's cell, or b is linked to another span in a's cell.
void check_compact_heightfield(const CompactHeightfield& field, CheckReport& report);

/// Builds the compact heightfield from the walkable spans of a filtered solid heightfield, cell by cell. Slow.
/// @param walkable_height  minimum height of the free space that both ends of a link share [vx]
/// @param link_climb       maximum height difference between the two floors of a link [vx]
CompactHeightfield reference_compact(const Heightfield& filtered, int32_t walkable_height, int32_t link_climb);

void check_compact_against_reference(const Heightfield& filtered, const CompactHeightfield& field, CheckReport& report);

/// The path of a link between the centres of two cells.
struct LinkPath {
    int32_t x = 0, z = 0, y = 0;              ///< start: cell (x, z) [cell] and height y of its floor [vx]
    int32_t end_x = 0, end_z = 0, end_y = 0;  ///< end: cell (end_x, end_z) [cell] and height end_y of its floor [vx]
    double peak = -1;                         ///< height of a jump's highest point above the start [vx]; negative for a drop
};

/// True if the agent's body intersects a solid span at a sample point of the path.
/// @param more  enlarges the body by this many cells horizontally and voxels vertically; negative values shrink the body
bool is_blocked(const Heightfield& solid, const LinkPath& path, const GenerateLinksParams& params, double more);

/// Checks generated links:
/// 1. The links are sorted and unique. Each link starts in a cell of params.own.
/// 2. Both ends are on walkable floors. The length and the height difference of a link respect the limits of `params`.
/// 3. At least one tested trajectory is free: along this trajectory, the agent's body intersects no solid span. A two-way link
///    also has a free trajectory in the reverse direction.
/// 4. No short walk connects both ends (see kMaxDetourFactor).
void check_generated_links(std::span<const GeneratedLink> links, const Heightfield& solid, const CompactHeightfield& field,
                           const GenerateLinksParams& params, CheckReport& report);

/// Compares every distance with the result of a slow algorithm. The slow algorithm sets border spans to 0, then runs two
/// chamfer passes and a blur.
void check_distance_field(const CompactHeightfield& field, const DistanceField& distance, CheckReport& report);

/// Checks the invariants of a region map:
/// 1. The arrays have the right lengths. No region number exceeds region_count. Regions 1..region_count have spans.
/// 2. Only walkable spans have a region. small_spans counts the walkable spans without a region.
/// 3. Every span of a region has the region's area id. The number of spans equals the region's cell count.
/// 4. Each region is connected through links between its own spans.
/// 5. No cell has two spans of the same region.
void check_region_map(const CompactHeightfield& field, const RegionMap& map, CheckReport& report);

/// Checks that the `sheets` partition leaves no two regions that could be merged. Two regions could be merged if they are
/// linked, have the same area id, and share no cell. Ignores maps of the wrong size.
void check_sheets(const CompactHeightfield& field, const RegionMap& map, CheckReport& report);

/// Returns the regions that contain a cliff (see Contour). The raw rings of these regions follow the cliff in both directions.
std::set<uint32_t> regions_with_cliffs(const ContourSet& set);

/// Checks the invariants of contours:
/// 1. Raw rings consist of cell edges. The contour's region is on the left of each edge. The `neighbour` region of the edge's
///    first vertex is on the right.
/// 2. The raw rings of a region enclose exactly as many cells as the region has spans.
/// 3. A simplified ring is a subsequence of its raw ring. It has at least three vertices, and consecutive vertices differ.
/// 4. Contours are ordered by region, an outline before its holes. Outlines run counter-clockwise, holes clockwise.
/// Invariants 5 to 9 are checked only if params.refine is set.
/// 5. This invariant is checked only for WallSimplification::one_sided. A wall edge replaces the raw vertices between its ends.
///    If params.clearance is at most half a cell, no replaced vertex lies to the left of the wall edge. Otherwise:
/// - The distance of a replaced vertex on the left from the wall edge is at most the diagonal of a cell.
/// - If a replaced vertex lies on the left, the wall edge stays at least params.clearance away from blocked cell edges (see
///   build_contours). The wall edge then crosses no carved cell (CompactHeightfield::carved).
/// - The net area removed by a wall edge is at most max(0.5 cell, 0.375 max_error) times its length.
/// 6. Raw vertices are at most max_error away from the wall edge or area border that replaces them.
/// 7. Simplified outlines and holes enclose a positive area. Holes lie inside their outline and outside all other holes.
/// 8. An edge between two regions of the tile occurs in both regions, in opposite directions and with the same heights.
/// 9. The edges of a region do not cross or overlap. No vertex of the region lies inside an edge of the region. If a region has
///    a cliff inside (see Contour), only crossings are errors. For two regions that do not overlap vertically, edges do not
///    cross. No vertex of one region lies inside an edge of the other region, unless the edge is a wall or a seam.
/// Regions in set.issues are exempt from invariants 2 and 8.
void check_contours(const CompactHeightfield& field, const RegionMap& regions, const ContourSet& set,
                    const ContourParams& params, CheckReport& report);

/// Checks the invariants of a PolyMesh:
/// 1. Polygons are convex and counter-clockwise. Consecutive corners differ. Collinear corners are allowed. Polygons have
///    3..max_vertices corners, not counting collinear corners on a seam.
/// 2. Neighbours are mutual and traverse their common edge in opposite directions.
/// 3. The polygon areas of a region sum exactly to the area inside the region's contours.
/// 4. A polygon edge without a neighbour of the same region is a contour edge of the region. On a seam, the polygon edge may
///    cover several contour edges.
/// 5. In each region, the number of polygon edges without a neighbour equals the number of wall edges of the contours. Regions
///    next to another tile are exempt.
/// 6. If a polygon edge has no neighbour, no vertex of the polygon's region lies inside the edge. Regions with a cliff inside
///    (see Contour) are exempt.
/// @param refined  value of ContourParams::refine; if false, invariants 5 and 6 are not checked
void check_poly_mesh(const PolyMesh& mesh, const ContourSet& contours, const PolyMeshParams& params, CheckReport& report,
                     bool refined = true);

/// The inputs of a detail mesh.
struct DetailSources {
    const PolyMesh& mesh;
    const CompactHeightfield& field;
    const RegionMap& regions;
    const GroundTriangles* ground = nullptr;  ///< triangles used by build_detail_mesh; null: heights come from the field
};

/// Checks the invariants of a detail mesh:
/// 1. Every polygon has a part, all offsets and indices are in range, and all heights are finite.
/// 2. The triangles of a part are counter-clockwise and meet along whole edges. An edge of only one triangle lies on the
///    polygon's border. The triangle areas sum exactly to the polygon's area.
/// 3. The vertices of a part lie inside the polygon or on its border. Two polygons with a common edge have the same points and
///    heights on the edge.
/// 4. At each cell centre strictly inside a polygon, the surface is at most params.max_error above or below the region's
///    ground.
void check_detail_mesh(const DetailMesh& detail, const DetailSources& sources, const DetailParams& params, CheckReport& report);

/// Checks each product of a bake directly after its stage. Used by `navbake --check` and the tests.
struct CheckProbe : BakeProbe {
    CheckReport report;
    void after(Stage stage, const BakeProducts& products) override;
    bool needs_fates() const override { return true; }

private:
    std::optional<Heightfield> filtered_;  // solid heightfield after the filters; nullopt after the stage compact_heightfield
};

}  // namespace navspan
