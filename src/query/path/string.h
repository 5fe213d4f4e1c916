#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/query/path.h"
#include "query/path/weighted.h"
#include "query/search/funnel.h"

namespace navspan {

/// A place between polygons[portal] and polygons[portal + 1] of a corridor where a path is held: at an off-mesh link, or where
/// the optimum crosses from one cost to another. Between two such places the string is pulled tight.
struct StringHold {
    uint32_t portal = 0;
    DVec3 before, after;  ///< on the surface, in polygons[portal] and in polygons[portal + 1]; the same but for links [wu]
};

/// Memory of turning a corridor into a path, reused from call to call.
struct StringScratch {
    std::vector<Portal> string;     ///< the portals of the current part of the corridor, as segments
    std::vector<StringPoint> line;  ///< the string pulled through them
    FunnelScratch funnel;
    std::vector<StringHold> holds;
    std::vector<FlatPortal> relative;  ///< portals of the current part, relative to its start [wu]
    std::vector<double> cost, crossing;
    std::vector<FlatPortal> portals;  ///< of the string just pulled [wu]
    std::vector<double> shares;       ///< of a leg of the string: where it crosses its portals
    WeightedScratch weighted;
};

constexpr double kReached_cells = 1.0 / 1024;  ///< a corner so near to the agent is behind it [cell]

/// Empties a path; its memory stays.
void clear_path(Path& path);

/// Draws a point of the surface that stands a hair outside its polygon, seen from above, back into it.
SurfacePoint inside_polygon(const NavMesh& mesh, SurfacePoint point);

/// Fills the path's points, links, lengths and cost from its corridor: the string pulled through it from `start` to the
/// corridor's end; with the weighted method, held where the cheapest way crosses from one cost to another.
/// @param surface  whether to fill the surface points too
void string_path(const NavMesh& mesh, const QueryFilter& filter, StringScratch& scratch, DVec3 start, bool surface, Path& path);

/// The polygons of a corridor and the portals between them.
struct CorridorView {
    std::span<const PolygonRef> polygons;
    std::span<const EdgeRef> portals;
};

struct StringEnds {
    DVec3 start, goal;  ///< in the first and in the last polygon [wu]
};

/// The first corners of the string pulled through a corridor, the ends of links and the goal among them.
void string_corners(const NavMesh& mesh, const CorridorView& corridor, const StringEnds& ends, size_t most,
                    StringScratch& scratch, std::vector<CorridorCorner>& corners);

}  // namespace navspan
