#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/query/path.h"
#include "query/path/weighted.h"
#include "query/search/funnel.h"

namespace navspan {

/// A point between polygons[portal] and polygons[portal + 1] of a corridor where a path is held: at an off-mesh link, or where
/// the optimum crosses from one cost to another. Between two anchors the string is taut.
struct StringAnchor {
    uint32_t portal = 0;
    DVec3 before, after;  ///< on the surface, in polygons[portal] and in polygons[portal + 1]; equal except at links [wu]
};

/// Memory for turning a corridor into a path, reused between calls.
struct StringScratch {
    std::vector<Portal> string;     ///< the portals of the current part of the corridor, as segments
    std::vector<StringPoint> line;  ///< the string pulled through them
    FunnelScratch funnel;
    std::vector<StringAnchor> anchors;
    std::vector<FlatPortal> relative;  ///< portals of the current part, relative to its start [wu]
    std::vector<double> cost, crossing;
    std::vector<FlatPortal> portals;  ///< portals of the string pulled last [wu]
    std::vector<double> shares;       ///< crossings of a leg with its portals, as shares
    WeightedScratch weighted;
};

constexpr double kReached_cells = 1.0 / 1024;  ///< a corner closer to the agent counts as passed [cell]

/// Clears a path but keeps its memory.
void clear_path(Path& path);

/// Moves a point that is slightly outside of its polygon, seen from above, back into it.
SurfacePoint inside_polygon(const NavMesh& mesh, SurfacePoint point);

/// Fills the path's points, links, lengths and cost from its corridor, by pulling the string from `start` to the corridor's
/// end. With the weighted method, the string is held where the cheapest path crosses from one cost to another.
/// @param surface  true to fill the surface points too
void string_path(const NavMesh& mesh, const QueryFilter& filter, StringScratch& scratch, DVec3 start, bool surface, Path& path);

/// The polygons of a corridor and the portals between them.
struct CorridorView {
    std::span<const PolygonRef> polygons;
    std::span<const EdgeRef> portals;
};

struct StringEnds {
    DVec3 start, goal;  ///< in the first and in the last polygon [wu]
};

/// Returns the first corners of the string through a corridor, including the starts of links and the goal.
void string_corners(const NavMesh& mesh, const CorridorView& corridor, const StringEnds& ends, size_t most,
                    StringScratch& scratch, std::vector<CorridorCorner>& corners);

}  // namespace navspan
