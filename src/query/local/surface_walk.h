#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "query/search/plane.h"

namespace navspan {

// The walk shared by raycast and move_along_surface: straight over polygons, seen from above. See surface_walk.cpp.

// where to walk to
struct WalkTarget {
    PlanePoint point;
    double share = 1;  // of the ray to the requested point; less than 1 if that point is too far for exact products
};
// Converts a world point. If it is too far, returns the point 2^31 cells from the start in its direction.
WalkTarget walk_target(const TileFrame& frame, PlanePoint from, DVec3 world);
// World position of a point on an edge; share 0 is the start, 1 the end. The height is 0.
DVec3 point_on_edge(const NavMesh& mesh, EdgeRef edge, double share);
enum class WalkEnd : uint8_t {
    target,  // reached
    edge,    // at a wall, between the ends of an edge
    corner,  // at a corner around which no polygon lies ahead
};

class SurfaceWalk {
public:
    // The lists receive the polygons crossed and the portals between them.
    SurfaceWalk(const NavMesh& mesh, const QueryFilter& filter, std::vector<PolygonRef>& polygons,
                std::vector<EdgeRef>& portals)
        : mesh_(mesh), filter_(filter), polygons_(polygons), portals_(portals) {}

    // Sets the position.
    void begin(PolygonRef polygon, PlanePoint at);
    // Walks straight from the current position to a point. If a wall stops the walk, the position does not change.
    WalkEnd walk_to(PlanePoint target);
    // Moves along an edge of the current polygon to one of the edge's corners.
    void go_to_corner(uint32_t edge, bool end);
    // At a blocked corner: enters the polygon that has the wall on the right or left side of the corner.
    void go_to_wall(bool right);

    PolygonRef polygon() const { return polygon_; }
    PlanePoint at() const { return at_; }
    // At a wall: the edge hit. At a corner: the edge of the current polygon that starts there.
    EdgeRef edge() const { return {polygon_.tile, edge_}; }
    // At a blocked corner: the walls next to it, as seen from it. The right wall starts there, the left wall ends there.
    EdgeRef wall(bool right) const { return right ? right_.wall : left_.wall; }
    // At a wall: position on the edge, as a share.
    double edge_share() const { return edge_share_; }
    // at a wall or corner: how far on the way to the target
    double ray_fraction() const { return ray_share_; }

private:
    // Where the ray leaves a polygon.
    enum class Exit : uint8_t { edge, corner, beyond_target };
    // State of the walk over the polygons around a corner, in one of the two directions.
    struct FanSide {
        EdgeRef leaving;     // edge of the last polygon that starts at the corner
        EdgeRef wall;        // wall after the last polygon; invalid while there may be more polygons
        uint32_t steps = 0;  // polygons between the first and the last
        bool open = true;
    };

    // The walk in coordinates relative to the corner of the current tile [lattice]. These doubles are exact: coordinates have
    // only 20 bits below the lattice and 32 above it.
    struct View {
        const NavTile* tile = nullptr;
        double x = 0, z = 0;    // the position
        double dx = 0, dz = 0;  // from the position to the target
        // bounds on the rounding errors of the side predicates, for the ray and for an edge [lattice^2]
        double slack = 0, edge_slack = 0;
    };

    void look();
    int exact_side(const NavTile& tile, uint32_t edge) const;
    Exit find_exit();
    bool target_is_before_corner(PlanePoint corner);
    bool contains_ray(EdgeRef leaving) const;
    bool step_around(FanSide& side, bool right) const;
    bool turn_at_corner();
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
    uint32_t edge_ = 0;  // of the polygon: where the search for the exit starts; at a corner, the edge that starts there
    int edge_side_ = 0;  // side of the ray on which that edge starts, if side_known_
    bool side_known_ = false;
    bool at_corner_ = false;  // the position is the start of edge_
    FanSide right_, left_;    // around the corner that blocked last
    double edge_share_ = 0, ray_share_ = 0;
};

}  // namespace navspan
