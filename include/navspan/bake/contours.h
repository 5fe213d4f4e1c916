#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/config.h"
#include "navspan/bake/regions.h"
#include "navspan/core/lattice.h"

namespace navspan {

constexpr uint32_t kSeamRegion = 0xfffffffeu;  ///< ContourVertex::neighbour: walkable ground of a neighbour tile

/// A vertex of a contour and the properties of the edge that starts at it.
struct ContourVertex {
    int32_t x = 0,             ///< lattice point, relative to the grid's corner [cell]
        z = 0;                 ///< lattice point, relative to the grid's corner [cell]
    int32_t y = 0;             ///< height [vx]: the highest floor within reach of the cells that meet here
    uint32_t neighbour = 0;    ///< region on the other side of the edge to the next vertex, 0 = wall or drop,
                               ///< kSeamRegion = a neighbour tile
    bool area_border = false;  ///< true if the span linked across that edge has another area (at a wall: if it is not
                               ///< walkable). If a simplified edge replaces several cell edges, the first one decides
    /// Memberwise comparison.
    friend bool operator==(const ContourVertex&, const ContourVertex&) = default;
};

/// Position of a vertex.
inline LatticePoint point_of(const ContourVertex& v) {
    return {v.x, v.z};
}

/// A closed ring around a region (an outline) or inside it (a hole). Outlines run counter-clockwise seen from above, holes
/// clockwise, so the region is always on the left.
///
/// A raw ring follows unit cell edges. It never crosses itself or another ring of its region. It may visit a lattice point
/// twice if two cells of the region meet only at a corner, and two rings of a region may meet at such a point. A ring follows a
/// cell edge in both directions only if two adjacent cells of one region are not linked (a cliff inside a region; this does not
/// occur after erosion by a cell or more).
///
/// A simplified ring visits some of the vertices of the raw ring in the same order; consecutive vertices differ. Without
/// ContourParams::refine there are no further guarantees. With it:
///   - a ring encloses an area > 0, and crosses neither itself nor other rings of the same floor
///   - no vertex lies inside an edge of the rings of its region
///   - a ring visits a point twice only if its raw ring does
///   - both sides of a border between regions have the same vertices (x, z and y) in opposite order
///
/// Raw rings start at the end of their first cell edge in the order of rows, then cells, then directions. (For an outline, this
/// is the left edge of its leftmost cell in the lowest row.) Simplified rings start at the first of their vertices, in that
/// order, where the neighbour changes; if it never changes, at their smallest vertex (by x, then z).
struct Contour {
    uint32_t region = 0;     ///< region id
    uint8_t area = 0;        ///< area id of the region
    bool hole = false;       ///< true for a hole, false for an outline
    uint32_t first = 0;      ///< first entry in ContourSet::vertices
    uint32_t count = 0;      ///< number of simplified vertices, >= 3
    uint32_t raw_first = 0;  ///< first entry in ContourSet::raw_vertices
    uint32_t raw_count = 0;  ///< number of raw vertices: one per cell edge of the ring
};

/// A ring that needed special treatment, for the report.
struct ContourIssue {
    uint32_t region = 0;  ///< region id
    LatticePoint where;   ///< a vertex of the ring [cell]
    std::string what;     ///< what was done: "refined", "repaired", "dropped"
};

/// The borders of all regions. Contours are ordered by region; each outline is followed by its holes.
struct ContourSet {
    Grid grid;                                ///< cells of the field
    std::vector<Contour> contours;            ///< all rings
    std::vector<ContourVertex> vertices;      ///< simplified vertices
    std::vector<ContourVertex> raw_vertices;  ///< vertices as traced
    uint32_t refined = 0;                     ///< number of rings that got vertices back to prevent crossings
    std::vector<ContourIssue> trouble;        ///< rings repaired or dropped; empty for valid input
};

/// The simplified vertices of a contour.
inline std::span<const ContourVertex> simplified_ring(const ContourSet& set, const Contour& c) {
    return {set.vertices.data() + c.first, c.count};
}
/// The raw vertices of a contour.
inline std::span<const ContourVertex> raw_ring(const ContourSet& set, const Contour& c) {
    return {set.raw_vertices.data() + c.raw_first, c.raw_count};
}

/// Parameters of build_contours.
struct ContourParams {
    double max_error = 1.3;         ///< largest distance from a raw vertex to its simplified edge [cell], >= 0
    int32_t max_edge_length = 40;   ///< longer edges are split [cell], 0 = never
    bool split_wall_edges = true;   ///< split long edges at walls
    bool split_area_edges = false;  ///< split long edges between areas
    WallSimplification walls = WallSimplification::one_sided;  ///< whether edges at walls may cut into the clearance
    double clearance = 0;  ///< radius of the Euclidean erosion [cell]. With `refine` and a value above 0.5, one-sided wall
                           ///< edges may leave the eroded ground if they keep this distance from all blocked edges
    bool refine = true;    ///< put vertices back where simplified rings would cross, touch or collapse; Recast does not
};

/// Traces the border of each region along cell edges and simplifies it. Both sides of a border between two regions get the same
/// vertices, so that their polygons meet without gaps.
///
/// Borders between regions of one area become straight regardless of max_error. Area borders and walls keep within max_error.
/// One-sided walls never come closer than the clearance to a blocked edge (an edge without linked ground on the other side);
/// without a clearance, they only remove ground, never add it.
/// Sources: Douglas, Peucker, Algorithms for the reduction of the number of points required to represent a digitized line or
/// its caricature (1973); Mononen, Recast (2009).
ContourSet build_contours(const CompactHeightfield& field, const RegionMap& regions, const ContourParams& params);

}  // namespace navspan
