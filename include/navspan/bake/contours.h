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

constexpr uint32_t kSeamRegion = 0xfffffffeu;  ///< across lies walkable ground of a neighbour tile

/// A corner of a contour and what lies across the edge that starts at it.
struct ContourVertex {
    int32_t x = 0, z = 0;      ///< lattice point relative to the grid's corner [cell]
    int32_t y = 0;             ///< height [vx]: the highest floor of the cells that meet here within reach
    uint32_t neighbour = 0;    ///< region across the edge from this vertex to the next, 0 = wall or drop,
                               ///< kSeamRegion = a neighbour tile
    bool area_border = false;  ///< the span linked across that edge has another area (at a wall: it is not walkable); where a
                               ///< simplified edge stands for several cell edges, the first of them decides
    friend bool operator==(const ContourVertex&, const ContourVertex&) = default;
};

inline LatticePoint point_of(const ContourVertex& v) {
    return {v.x, v.z};
}

/// One closed ring around (outline) or inside (hole) a region. Outlines run counter-clockwise seen from above, holes clockwise:
/// the region is always on the left.
///
/// A raw ring follows unit cell edges. It never crosses itself or another ring of its region, but it may visit a lattice point
/// twice where two cells of the region meet at a corner only, and two rings of a region may meet in such a point. Only where
/// two neighbouring cells of one region are not linked (a cliff inside a region: never after erosion by a cell or more) a ring
/// runs along the same cell edges there and back.
///
/// A simplified ring visits some of the raw ring's vertices in the same order; consecutive ones differ. With
/// ContourParams::refine it encloses area > 0, crosses neither itself nor other rings of the same floor, and no vertex of it
/// lies inside an edge of its region's rings; double visits remain possible where the raw ring has them. Both sides of a
/// border between regions then have the same vertices (x, z and y), in opposite order. Without `refine` none of that is sure.
///
/// Raw rings start at the end of their first cell edge in the order of rows, then cells, then directions (for an outline that
/// is the left edge of its leftmost cell in the lowest row). Simplified rings start at the first of their vertices, in that
/// order, at which what lies across changes, or where it never does at their smallest vertex (by x, then z).
struct Contour {
    uint32_t region = 0;     ///< region id
    uint8_t area = 0;        ///< area id of the region
    bool hole = false;       ///< runs clockwise around something that is not the region
    uint32_t first = 0;      ///< first entry in ContourSet::vertices
    uint32_t count = 0;      ///< number of simplified vertices, >= 3
    uint32_t raw_first = 0;  ///< first entry in ContourSet::raw_vertices
    uint32_t raw_count = 0;  ///< number of raw vertices: one for every cell edge of the ring
};

/// A ring that had to be treated specially, for the report.
struct ContourTrouble {
    uint32_t region = 0;  ///< region id
    LatticePoint where;   ///< a vertex of the ring [cell]
    std::string what;     ///< "refined", "repaired", "dropped"
};

/// Borders of all regions. Contours are ordered by region, each outline followed by the holes inside it.
struct ContourSet {
    Grid grid;
    std::vector<Contour> contours;
    std::vector<ContourVertex> vertices;      ///< simplified
    std::vector<ContourVertex> raw_vertices;  ///< as traced
    uint32_t refined = 0;                     ///< rings that got vertices back so that nothing crosses
    std::vector<ContourTrouble> trouble;      ///< rings repaired or dropped; empty on sound input
};

inline std::span<const ContourVertex> simplified_ring(const ContourSet& set, const Contour& c) {
    return {set.vertices.data() + c.first, c.count};
}
inline std::span<const ContourVertex> raw_ring(const ContourSet& set, const Contour& c) {
    return {set.raw_vertices.data() + c.raw_first, c.raw_count};
}

struct ContourParams {
    double max_error = 1.3;        ///< how far a simplified edge may pass from a raw vertex [cell], >= 0
    int32_t max_edge_length = 40;  ///< longer edges are split [cell], 0 = never
    bool split_wall_edges = true;
    bool split_area_edges = false;
    WallSimplification walls = WallSimplification::one_sided;
    double clearance = 0;  ///< radius of the Euclidean erosion [cell]: with `refine`, one-sided walls may pass outside of the
                           ///< eroded ground where they keep it from all blocked edges; up to 0.5 they may not
    bool refine = true;    ///< put vertices back where simplified rings would cross, touch or collapse; Recast does not
};

/// Traces the border of every region along cell edges and simplifies it. Both sides of a border between two regions give the
/// same vertices, so that the meshes made of them meet without gaps. Borders between regions of one area become straight
/// however far they bend, area borders and walls keep within max_error; one-sided walls never come closer than the
/// clearance to a blocked edge (one without ground linked across it), and without a clearance only ever lose ground to the
/// wall. Sources: Douglas, Peucker, Algorithms for the reduction of the number of points required to represent a digitized line
/// or its caricature (1973); Mononen, Recast (2009).
ContourSet build_contours(const CompactHeightfield& field, const RegionMap& regions, const ContourParams& params);

}  // namespace navspan
