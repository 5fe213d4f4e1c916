#pragma once

#include <cstdint>
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

/// The laws of a triangle soup: arrays of one length, indices and areas in range, positions finite.
void check_triangle_soup(const TriangleSoup& soup, CheckReport& report);

/// The laws of a solid field: one offset per column and one more, rising; spans of a column sorted, disjoint with free height
/// in between (touching spans would have been merged), within kMaxHeight; walkable fate exactly where there is an area.
void check_heightfield(const Heightfield& field, CheckReport& report);

/// The slow reference version of one filter, if the parameters ask for it: one span at a time, as the rule says. Changes areas
/// and fates; returns how many spans it changed.
uint32_t reference_filter(Filter filter, Heightfield& field, const FilterParams& params);

/// The solid field after each filter, as derived from the fates of filter_and_compact: it keeps the invariants of a solid field
/// and equals the result of the reference filter.
/// @param solid  as rasterisation leaves it
void check_filters(const Heightfield& solid, const FilterParams& params, CheckReport& report);

/// The laws of a compact heightfield: arrays of one length; rows, runs and spans without gaps; runs of a row ordered by x0,
/// then floor; the open spans of a cell disjoint; the neighbour relation symmetric, between neighbour cells, within climb and
/// clearance; and no pair of spans left unlinked that could be linked.
void check_compact_heightfield(const CompactHeightfield& field, CheckReport& report);

/// A way of an agent between the middles of two cells.
struct LinkPath {
    int32_t x = 0, z = 0, y = 0;              ///< cell of the start [cell] and its floor [vx]
    int32_t end_x = 0, end_z = 0, end_y = 0;  ///< the same of the end
    double peak = -1;                         ///< of a jump: how high it rises above the start [vx]; negative: a drop
};

/// True when one of many samples along the way finds a solid span in the body.
/// @param more  by how much the body is larger all around [cell], [vx]
bool is_blocked(const Heightfield& solid, const LinkPath& way, const GenerateLinksParams& params, double more);

/// Laws of generated links: ascending, each once; they start in params.own; both ends are floors to stand on; no longer,
/// higher or deeper than asked for; a body sampled along the way is stopped on none of its arcs, nor on the way back of those
/// that lead both ways; one cannot as well walk.
void check_generated_links(std::span<const GeneratedLink> links, const Heightfield& solid, const CompactHeightfield& field,
                           const GenerateLinksParams& params, CheckReport& report);

/// The law of a distance field: it is what the definition gives when it is followed span by span (border, two passes, blur).
void check_distance_field(const CompactHeightfield& field, const DistanceField& distance, CheckReport& report);

/// The laws of a region map:
/// 1. one entry a span, one area and one cell count an id, ids dense: each of 1..region_count has a span;
/// 2. only walkable spans have a region, and those without are counted in small_spans;
/// 3. all spans of a region have its area, and there are as many as its cell count says;
/// 4. each region is connected through links between spans of its own;
/// 5. no region lies above itself: no column holds two of its spans.
void check_region_map(const CompactHeightfield& field, const RegionMap& map, CheckReport& report);

/// The law of sheets: where regions of one area are linked, the two share a column, so they could not have been one.
/// A map that is no region map at all is left to check_region_map.
void check_sheets(const CompactHeightfield& field, const RegionMap& map, CheckReport& report);

/// Regions with a cliff inside: a raw ring runs there and back along it, and so may a simplified one.
std::set<uint32_t> regions_with_cliffs(const ContourSet& set);

/// The laws of contours.
///  1. Raw rings run along unit cell edges with their region on the left; what they say lies across does.
///  2. The raw rings of a region enclose exactly as many cells as the region has spans.
///  3. Simplified rings visit vertices of their raw ring in order, at least three, consecutive ones on different points.
///  4. Contours are ordered by region, an outline before its holes; outlines run counter-clockwise, holes clockwise.
/// With params.refine also:
///  5. when walls are one-sided, no raw vertex lies to the left of the wall edge that stands for it; with a clearance beyond
///     half a cell it may, up to a cell's diagonal away, if the edge keeps the clearance from all blocked edges of its ground
///     and does not pass through what was carved out. Then the ground that an edge loses, less what it gains, is at most half a
///     cell wide on an average, or 0.375 max_error;
///  6. walls and area borders keep within max_error of their raw vertices;
///  7. simplified outlines enclose area, holes lie inside their outline and outside of each other;
///  8. every edge between regions of the tile has its reverse on the other side, with the same heights;
///  9. simplified edges of a region, and of regions that share no column, neither cross nor lie on one another, and no vertex
///     lies inside an edge of its region or inside an edge between regions; along a cliff inside a region (see Contour) only
///     crossing is ruled out.
/// A region named in set.trouble is exempt from 2, 7 and 8.
void check_contours(const CompactHeightfield& field, const RegionMap& regions, const ContourSet& set,
                    const ContourParams& params, CheckReport& report);

/// The laws of a PolyMesh: polygons are convex (straight corners are legal), counter-clockwise and of 3..max_vertices different
/// vertices, straight ones inside edges on a seam not counted; neighbours are mutual and walk the common edge opposite ways;
/// the polygons of a region sum to the area inside its contours, exactly; an edge without a neighbour in its region is an edge
/// of the region's contours, so no T-junction lies inside a region; every edge of a contour with a region across it has a
/// polygon across it; no vertex of a region lies inside an edge of a polygon of it or of the polygon across, unless a cliff
/// lies inside the region (see Contour).
/// @param refined  the contours were refined (ContourParams::refine); the last two laws do not hold without
void check_poly_mesh(const PolyMesh& mesh, const ContourSet& contours, const PolyMeshParams& params, CheckReport& report,
                     bool refined = true);

/// What a detail mesh was made of.
struct DetailSources {
    const PolyMesh& mesh;
    const CompactHeightfield& field;
    const RegionMap& regions;
    const TriangleHeights* heights = nullptr;  ///< as build_detail_mesh was given them
};

/// 1. Every polygon has a part, all offsets and indices are in range, all heights finite.
/// 2. A part's triangles turn counter-clockwise, join edge to edge, end only on the polygon's edges, and their areas sum to the
///    polygon's area, exactly.
/// 3. A part's vertices lie in or on the polygon; the points on a shared edge are the same, with the same heights, in both.
/// 4. At every cell centre strictly inside the polygon that has ground in the polygon's region, the surface is within
///    params.max_error of that ground.
void check_detail_mesh(const DetailMesh& detail, const DetailSources& sources, const DetailParams& params, CheckReport& report);

/// Tests every invariant of every product as soon as a bake has made it. What `navbake --check` and the tests watch bakes with.
struct CheckProbe : BakeProbe {
    CheckReport report;
    void after(Stage stage, const BakeProducts& products) override;
};

}  // namespace navspan
