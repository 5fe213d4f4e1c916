#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navmesh/mesh/trusted.h"
#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"
#include "navspan/query/path.h"
#include "query/path/leg_crossings.h"
#include "query/path/weighted.h"
#include "query/search/funnel.h"

namespace navspan {

/// A fixed point of a path between polygons[portal] and polygons[portal + 1] of its corridor: an off-mesh link, or the start of
/// an area with a different cost (weighted method).
struct StringAnchor {
    uint32_t portal = 0;
    DVec3 before, after;  ///< positions in polygons[portal] and polygons[portal + 1]; for links, the two ends [wu]
};

/// Memory for turning a corridor into a path, reused between calls.
struct StringScratch {
    std::vector<Portal> string;     ///< the portals between two anchors, as segments
    std::vector<StringPoint> line;  ///< the taut string through these portals
    FunnelScratch funnel;
    std::vector<StringAnchor> anchors;
    std::vector<FlatPortal> relative;  ///< the portals between two links, relative to the point where the string starts [wu]
    std::vector<double> cost, crossing;
    std::vector<FlatPortal> portals;    ///< the same portals as in `string` [wu]
    std::vector<double> leg_crossings;  ///< where a leg of the string crosses each portal: 0 (left end) to 1 (right end)
    WeightedScratch weighted;
};

constexpr double kReached_cells = 1.0 / 1024;  ///< a corner this close to the agent counts as passed [cell]

/// Clears a path but keeps its memory.
void clear_path(Path& path);

/// Moves a point into its polygon if it is slightly outside, seen from above. Otherwise returns the point unchanged.
SurfacePoint inside_polygon(const NavMesh& mesh, SurfacePoint point);

/// Pulls a string from `start` to the end of the corridor. Fills the points, links, lengths and cost of the path.
/// @param surface  true: also fills the surface points
void string_path(const NavMesh& mesh, const QueryFilter& filter, StringScratch& scratch, DVec3 start, bool surface, Path& path);

/// A path without links that hub labels have found.
struct HubTurns {
    std::span<const uint32_t> vertices;  ///< indices of the turning vertices in HubIndex::vertices, from start to end
    PlanePoint start, end;               ///< both ends of the path, inside their polygons [2^-20 lattice]
};

/// Fills the points, lengths and cost of a path. path.corridor.end must be set.
void path_over_turns(const NavMesh& mesh, const QueryFilter& filter, const HubTurns& turns, const SurfacePoint& start,
                     Path& path);

struct CorridorView {
    std::span<const PolygonRef> polygons;
    std::span<const EdgeRef> portals;
};

/// True if portals[i] is a link of the mesh that leads from polygons[i] to polygons[i + 1].
inline bool link_leads_on(const NavMesh& mesh, const CorridorView& corridor, size_t i) {
    const uint32_t link = corridor.portals[i].edge;
    return link < mesh.links.size() && mesh.links[link].from == corridor.polygons[i] &&
           mesh.links[link].to == corridor.polygons[i + 1];
}

/// True if, for first <= i < last, portals[i] is an edge of polygons[i] in the mesh. Does not test the polygon on the other
/// side of the edge.
inline bool edges_lead_on(const NavMesh& mesh, const CorridorView& corridor, size_t first, size_t last) {
    uint32_t slot = kNoIndex;
    std::span<const uint32_t> edge_polygon;  // NavTile::edge_polygon of tile `slot`
    for (size_t i = first; i < last; ++i) {
        const EdgeRef portal = corridor.portals[i];
        if (portal.tile != slot) {
            slot = portal.tile;
            if (slot >= mesh.tiles.size()) return false;
            edge_polygon = trusted::tile_at(mesh, slot).edge_polygon;
        }
        const PolygonRef from = corridor.polygons[i];
        if (portal.edge >= edge_polygon.size() || edge_polygon[portal.edge] != from.polygon || from.tile != slot) return false;
    }
    return true;
}

struct StringEnds {
    DVec3 start, goal;  ///< in the first and in the last polygon [wu]
};

/// Writes the first corners of the string through a corridor, including starts of links and the goal. Tests all portals up to
/// the first link after these corners. Returns false if a tested portal is not in the mesh or does not lead out of its polygon.
/// Precondition: the first and the last polygon are in the mesh.
bool string_corners(const NavMesh& mesh, const CorridorView& corridor, const StringEnds& ends, size_t max_corners,
                    StringScratch& scratch, std::vector<CorridorCorner>& corners);

}  // namespace navspan
