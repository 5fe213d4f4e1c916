#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "query/search/plane.h"

namespace navspan {

// The walk that raycast and move_along_surface share: straight over polygons, seen from above. See surface_walk.cpp.

// where to walk to
struct WalkTarget {
    PlanePoint point;
    double share = 1;  // of the way to the point asked for: less than 1 where that is too far for exact products
};
// a world point, or the one 2^31 cells from the start in its direction
WalkTarget walk_target(const TileFrame& frame, PlanePoint from, DVec3 world);
// world position of a point of an edge, 0 its start and 1 its end; the height is 0
DVec3 point_on_edge(const NavMesh& mesh, EdgeRef edge, double share);
enum class WalkEnd : uint8_t {
    target,  // there
    edge,    // at a wall, between its corners
    corner,  // at a corner around which no polygon lies ahead
};

class SurfaceWalk {
public:
    // the lists receive the polygons walked through and the portals between them
    SurfaceWalk(const NavMesh& mesh, const QueryFilter& filter, std::vector<PolygonRef>& polygons,
                std::vector<EdgeRef>& portals)
        : mesh_(mesh), filter_(filter), polygons_(polygons), portals_(portals) {}

    // stands in a polygon
    void begin(PolygonRef polygon, PlanePoint at);
    // straight from where it stands to a point. At a wall it still stands where it began.
    WalkEnd walk_to(PlanePoint target);
    // goes along an edge of its polygon to one of the edge's corners
    void go_to_corner(uint32_t edge, bool end);
    // at a blocked corner: into the polygon that has the wall on the corner's right or left side
    void go_to_wall(bool right);

    PolygonRef polygon() const { return polygon_; }
    PlanePoint at() const { return at_; }
    // at a wall: which; at a corner: the edge of the polygon that leaves it
    EdgeRef edge() const { return {polygon_.tile, edge_}; }
    // at a blocked corner: the walls next to it, as one looks out of it; the right one leaves the corner, the left one arrives
    EdgeRef wall(bool right) const { return right ? right_.wall : left_.wall; }
    // at a wall: how far along it
    double edge_share() const { return edge_share_; }
    // at a wall or corner: how far on the way to the target
    double ray_fraction() const { return ray_share_; }

private:
    // where the ray leaves a polygon
    enum class Exit : uint8_t { edge, corner, beyond_target };
    // the polygons of the fan around a corner that were visited so far on one side of the first polygon
    struct FanSide {
        EdgeRef leaving;     // edge that leaves the corner, of the last polygon
        EdgeRef wall;        // what comes after the last polygon; invalid while there may be more
        uint32_t steps = 0;  // polygons between the first and the last
        bool open = true;
    };

    // What the walk sees of the tile it is in, from the tile's corner [lattice]. These doubles are exact: 20 bits below the
    // lattice and 32 above it are all there is.
    struct View {
        const NavTile* tile = nullptr;
        double x = 0, z = 0;    // where it stands
        double dx = 0, dz = 0;  // from there to the target
        // more than rounding can change the products that tell sides, of the way and of an edge [lattice^2]
        double slack = 0, edge_slack = 0;
    };

    void look();
    int exact_side(const NavTile& tile, uint32_t edge) const;
    Exit find_exit();
    bool target_is_before_corner(PlanePoint corner);
    bool lies_ahead(EdgeRef leaving) const;
    bool step_around(FanSide& side, bool right) const;
    bool turn();
    void follow(uint32_t steps, bool right);
    bool cross();
    void enter(EdgeRef portal, EdgeRef twin);
    void stop_at_edge(const NavTile& tile);
    void stop_at_corner(PlanePoint corner);

    const NavMesh& mesh_;
    const QueryFilter& filter_;
    std::vector<PolygonRef>& polygons_;
    std::vector<EdgeRef>& portals_;
    PolygonRef polygon_;
    PlanePoint at_, target_;
    View view_;
    uint32_t edge_ = 0;  // of the polygon: where to look for the exit from; at a corner the edge that leaves it
    int edge_side_ = 0;  // on which side of the ray that edge starts, where known
    bool side_known_ = false;
    bool at_corner_ = false;  // stands on the start of edge_
    FanSide right_, left_;    // of the corner last blocked
    double edge_share_ = 0, ray_share_ = 0;
};

}  // namespace navspan
