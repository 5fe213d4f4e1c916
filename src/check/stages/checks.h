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
inline std::string lattice_text(LatticePoint p) {
    return "(" + std::to_string(p.x) + ", " + std::to_string(p.z) + ")";
}

/// Checks that the arrays have equal lengths, indices and areas are in range, and positions are finite.
void check_triangle_soup(const TriangleSoup& soup, CheckReport& report);

/// Checks a solid heightfield. There is one more offset than there are columns, and offsets never decrease. The spans of a
/// column are sorted, not empty, and do not touch. Span::fate is `walkable` if and only if the span has an area.
void check_heightfield(const Heightfield& field, CheckReport& report);

/// Applies the slow reference version of a filter, if the parameters enable the filter. Changes Span::area and Span::fate of
/// each span that the filter affects. Returns the number of changed spans.
uint32_t reference_filter(Filter filter, Heightfield& field, const FilterParams& params);

/// Reconstructs the solid heightfield after each filter from the SpanFate that the bake recorded for each span. Each of these
/// heightfields must pass check_heightfield and equal the result of the reference filter.
/// @param solid  the heightfield after rasterization
/// @param fates  one SpanFate per span, from filter_and_compact
void check_filters(const Heightfield& solid, std::span<const SpanFate> fates, const FilterParams& params, CheckReport& report);

/// Checks a compact heightfield. The arrays per span have equal lengths. The rows together list every run once, and the runs
/// together list every span once. The runs of a row are sorted by x0, then by floor. The open spans of a cell are disjoint.
/// Links are symmetric, join adjacent cells, and respect climb and clearance. If two spans of adjacent cells could be linked
/// but are not, at least one of the two has a link to another span in the other's cell.
void check_compact_heightfield(const CompactHeightfield& field, CheckReport& report);

/// Builds the compact heightfield from the walkable spans of a filtered solid heightfield. Slow and simple: cell by cell.
/// @param walkable_height  minimum free height that the two ends of a link have in common [vx]
/// @param link_climb       maximum height difference between the two floors of a link [vx]
CompactHeightfield reference_compact(const Heightfield& filtered, int32_t walkable_height, int32_t link_climb);

/// Compares a compact heightfield with reference_compact.
void check_compact_against_reference(const Heightfield& filtered, const CompactHeightfield& field, CheckReport& report);

/// The path of a link between the centres of two cells.
struct LinkPath {
    int32_t x = 0, z = 0, y = 0;              ///< start: cell (x, z) [cell] and height y of its floor [vx]
    int32_t end_x = 0, end_z = 0, end_y = 0;  ///< end: cell (end_x, end_z) [cell] and height end_y of its floor [vx]
    double peak = -1;                         ///< height of the top of a jump above the start [vx]; negative for a drop
};

/// True if the agent's body intersects a solid span at one of many samples along the path.
/// @param more  enlarges the body, horizontally [cell] and vertically [vx]; may be negative
bool is_blocked(const Heightfield& solid, const LinkPath& path, const GenerateLinksParams& params, double more);

/// Checks generated links. They are sorted without duplicates, and each starts in a cell of params.own. Both ends are walkable
/// floors. Length, height and depth respect the limits. At least one of several trajectories is free: along it, the agent's
/// body intersects no solid span. A two-way link also has a free trajectory in the reverse direction. No walk that
/// stays close to the two ends connects them (see kMaxDetourFactor).
void check_generated_links(std::span<const GeneratedLink> links, const Heightfield& solid, const CompactHeightfield& field,
                           const GenerateLinksParams& params, CheckReport& report);

/// Compares a distance field with a slow computation span by span: distance 0 at borders, two chamfer passes, blur.
void check_distance_field(const CompactHeightfield& field, const DistanceField& distance, CheckReport& report);

/// Checks the invariants of a region map:
/// 1. The map has one entry per span, and one area and one cell count per region. Every region 1..region_count has a span.
/// 2. Only walkable spans have a region. small_spans counts the walkable spans without a region.
/// 3. All spans of a region have its area, and their number is its cell count.
/// 4. Each region is connected through links between its own spans.
/// 5. No region overlaps itself vertically: no cell has two spans of one region.
void check_region_map(const CompactHeightfield& field, const RegionMap& map, CheckReport& report);

/// Checks that the partition `sheets` leaves no two regions that could be merged. Two linked regions of one area can be merged
/// if no cell has spans of both, because a region has at most one span per cell. Ignores maps of the wrong size;
/// check_region_map reports them.
void check_sheets(const CompactHeightfield& field, const RegionMap& map, CheckReport& report);

/// Returns the regions with a cliff inside (see Contour). Their raw rings follow the cliff in both directions.
std::set<uint32_t> regions_with_cliffs(const ContourSet& set);

/// Checks the invariants of contours:
/// 1. Raw rings consist of cell edges. The ring's region is on the left; the neighbour that a vertex names is on the right.
/// 2. The raw rings of a region enclose exactly as many cells as the region has spans.
/// 3. A simplified ring consists of vertices of its raw ring in order. It has at least three vertices, and consecutive vertices
/// differ.
/// 4. Contours are ordered by region, an outline before its holes. Outlines run counter-clockwise, holes clockwise.
/// The following invariants apply only if params.refine is set:
/// 5. One-sided wall simplification respects its limits. If params.clearance is at most half a cell, no raw vertex lies to the
///    left of the wall edge that replaces it. Otherwise three limits apply:
/// - A raw vertex lies to the left of its wall edge by at most the diagonal of a cell.
/// - A wall edge with a raw vertex on its left stays at least params.clearance away from the blocked cell edges (see
///   build_contours) around its region. It passes through no cell from which a volume removed the ground
///   (CompactHeightfield::carved).
/// - The area that a wall edge removes, minus the area that it adds, is at most max(0.5 cell, 0.375 max_error) times its
///   length.
/// 6. Wall edges and borders between areas are within max_error of the raw vertices that they replace.
/// 7. Simplified rings enclose area. Holes lie inside their outline and outside each other.
/// 8. Every edge between two regions of the tile occurs in both regions, in opposite directions and with the same heights.
/// 9. Simplified edges of one region do not cross or overlap, and no vertex of the region lies inside one of its edges. In a
///    region with a cliff inside (see Contour), only crossings are forbidden. If two regions do not overlap vertically, their
///    edges do not cross, and no vertex of one region lies inside an edge between the other region and its neighbour.
/// Regions listed in set.issues are exempt from 2 and 8.
void check_contours(const CompactHeightfield& field, const RegionMap& regions, const ContourSet& set,
                    const ContourParams& params, CheckReport& report);

/// Checks the invariants of a PolyMesh:
/// 1. Polygons are convex (collinear corners are allowed) and counter-clockwise, and consecutive vertices differ. They have
///    3..max_vertices vertices, not counting collinear vertices on a seam.
/// 2. Neighbours are mutual and traverse their common edge in opposite directions.
/// 3. The areas of the polygons of a region sum exactly to the area inside the region's contours.
/// 4. An edge without a neighbour of the same region is an edge of the region's contours. On a seam, it lies on one or several
///    of these edges.
/// 5. Each region has as many polygon edges without a neighbour as its contours have wall edges. So all other contour
///    edges have polygons on both sides. Regions that border a neighbour tile are exempt.
/// 6. No vertex of a region lies inside an edge of the region's polygons, unless the region has a cliff inside (see Contour).
/// @param refined  true if the contours were refined (ContourParams::refine); otherwise 5 and 6 are not checked
void check_poly_mesh(const PolyMesh& mesh, const ContourSet& contours, const PolyMeshParams& params, CheckReport& report,
                     bool refined = true);

/// The inputs of a detail mesh.
struct DetailSources {
    const PolyMesh& mesh;
    const CompactHeightfield& field;
    const RegionMap& regions;
    const GroundTriangles* ground = nullptr;  ///< triangles that build_detail_mesh used; null: heights of the field
};

/// Checks the invariants of a detail mesh:
/// 1. Every polygon has a part, all offsets and indices are in range, and all heights are finite.
/// 2. The triangles of a part are counter-clockwise, meet along whole edges, and have unshared edges only on the polygon's
/// border. Their areas sum exactly to the polygon's area.
/// 3. A part's vertices lie in or on the polygon. Both polygons of a shared edge have the same points and heights on it.
/// 4. At the centre of each cell in which the polygon's region has ground, the surface is at most params.max_error above or
/// below the ground. Only centres strictly inside the polygon are tested.
void check_detail_mesh(const DetailMesh& detail, const DetailSources& sources, const DetailParams& params, CheckReport& report);

/// Checks the invariants of each product of a bake directly after its stage. Used by `navbake --check` and the tests.
struct CheckProbe : BakeProbe {
    CheckReport report;
    void after(Stage stage, const BakeProducts& products) override;
    bool needs_fates() const override { return true; }

private:
    std::optional<Heightfield> filtered_;  // solid heightfield after the filters; nullopt after compact_heightfield
};

}  // namespace navspan
