#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "navspan/core/lattice.h"

namespace navspan {

/// Value of ContourVertex::neighbour if the edge borders walkable ground of a neighbour tile.
constexpr uint32_t kSeamRegion = 0xfffffffeu;

/// A vertex of a contour, with the properties of the edge to the next vertex.
struct ContourVertex {
    int32_t x = 0,           ///< lattice point, relative to the grid's corner [cell]
        z = 0;               ///< lattice point, relative to the grid's corner [cell]
    int32_t y = 0;           ///< height [vx]: the highest floor among the linked open spans that meet at this point
    uint32_t neighbour = 0;  ///< region across the edge; kSeamRegion: a neighbour tile; 0: wall, drop or unassigned ground
    /// True if the spans on both sides of the edge are linked and have different area ids (0 is possible). A simplified edge
    /// has the value of its first cell edge.
    bool area_border = false;
    /// Memberwise comparison.
    friend bool operator==(const ContourVertex&, const ContourVertex&) = default;
};

/// Returns the position of a vertex.
inline LatticePoint point_of(const ContourVertex& v) {
    return {v.x, v.z};
}

/// A closed ring: the outer border of a region (an outline) or an inner border (a hole). The region is on the left: seen from
/// above, outlines run counter-clockwise and holes clockwise.
///
/// A raw ring follows unit cell edges. It never crosses itself or another ring of its region. If two cells of a region touch
/// only at a corner, rings may visit that point twice. If two adjacent cells of a region are not linked (a cliff), a ring may
/// follow their common edge in both directions. Erosion by at least one cell removes such cliffs.
///
/// A simplified ring visits some vertices of the raw ring in the same order. Consecutive vertices differ. If
/// ContoursConfig::refine is set:
///   - A simplified ring encloses an area > 0. It crosses neither itself nor other rings of the same floor.
///   - No vertex lies in the interior of an edge of the same region.
///   - A simplified ring visits a point twice only if the raw ring does.
///   - Two regions that share a border have the same vertices (x, z and y) there, in opposite order.
///
/// To find the start of a raw ring, sort its cell edges by row, then by cell, then by direction. The ring starts at the end
/// point of the first edge in this order. A simplified ring starts at the first raw vertex that simplification must keep. If
/// no vertex must be kept, the ring starts at the vertex with the smallest (x, z).
struct Contour {
    uint32_t region = 0;     ///< region id
    uint8_t area = 0;        ///< area id of the region
    bool hole = false;       ///< true for a hole, false for an outline
    uint32_t first = 0;      ///< index of its first vertex in ContourSet::vertices
    uint32_t count = 0;      ///< number of simplified vertices, >= 3
    uint32_t raw_first = 0;  ///< index of its first vertex in ContourSet::raw_vertices
    uint32_t raw_count = 0;  ///< number of raw vertices: one for each cell edge
};

/// A problem with a ring or a region; listed in the report.
struct ContourIssue {
    uint32_t region = 0;  ///< region id
    LatticePoint where;   ///< position of the problem [cell]
    /// For a ring: "dropped" or "a cliff inside is left out". For a region: "not triangulated completely", "hole not merged" or
    /// "not linked to a neighbour region".
    std::string what;
};

/// The borders of all regions. Contours are ordered by region; each outline is followed by its holes.
struct ContourSet {
    Grid grid;                                ///< cells of the field
    std::vector<Contour> contours;            ///< all rings
    std::vector<ContourVertex> vertices;      ///< simplified vertices
    std::vector<ContourVertex> raw_vertices;  ///< vertices before simplification
    uint32_t refined = 0;                     ///< number of rings in which vertices were put back
    std::vector<ContourIssue> issues;         ///< rings that were dropped; if `refine` was set, only zero-area rings
};

/// Returns the simplified vertices of a contour. None if the set does not have them.
inline std::span<const ContourVertex> simplified_ring(const ContourSet& set, const Contour& c) {
    if (uint64_t{c.first} + c.count > set.vertices.size()) return {};
    return {set.vertices.data() + c.first, c.count};
}
/// Returns the raw vertices of a contour. None if the set does not have them.
inline std::span<const ContourVertex> raw_ring(const ContourSet& set, const Contour& c) {
    if (uint64_t{c.raw_first} + c.raw_count > set.raw_vertices.size()) return {};
    return {set.raw_vertices.data() + c.raw_first, c.raw_count};
}

}  // namespace navspan
