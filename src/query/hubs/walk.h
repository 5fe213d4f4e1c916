#pragma once

#include "navmesh/mesh/corners.h"
#include "query/hubs/search.h"
#include "query/search/plane.h"
#include "query/search/surface_walk.h"

namespace navspan {

/// Walks along a path found by hub labels and lists its polygons and portals.
class HubWalk {
public:
    /// @param start  the start of the request, snapped
    /// @param goal   the goal of the request, snapped
    HubWalk(const NavMesh& mesh, const CorridorRequest& request, PlanePoint start, PlanePoint goal, HubScratch& scratch)
        : mesh_(mesh),
          request_(request),
          start_(start),
          goal_(goal),
          scratch_(scratch),
          walk_(mesh, *request.filter, scratch.polygons, scratch.portals) {}

    /// Walks from the start along HubScratch::turns and HubScratch::links to the goal; straight to the goal if there are no
    /// turns. Fills HubScratch::polygons and HubScratch::portals. Returns false if a wall blocks the walk, or if the walk
    /// enters a wrong polygon.
    bool follow();

private:
    bool walk_to_vertex(const TurningVertex& next);
    bool take_link(uint32_t link, const TurningVertex& end);
    uint32_t corner_in(PolygonRef polygon, uint32_t fan) const;
    bool enters(PolygonRef polygon);
    bool crosses_to(PolygonRef polygon);
    bool goes_around(uint32_t corner, uint32_t goal, bool clockwise);
    void cross(uint32_t exit);
    const SearchEdge& edge(uint32_t e) const { return mesh_.search_edges[e]; }
    uint32_t ring_after(uint32_t e) const { return navspan::ring_after(mesh_.search_edges.data(), e); }

    const NavMesh& mesh_;
    const CorridorRequest& request_;
    PlanePoint start_, goal_;
    HubScratch& scratch_;
    SurfaceWalk walk_;
};

}  // namespace navspan
