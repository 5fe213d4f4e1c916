#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "query/search/plane.h"

namespace navspan {

// Walks straight over the polygons, for raycast and move_along_surface. See surface_walk.cpp.

// The end of a straight walk.
struct WalkTarget {
    PlanePoint point;
    double share = 1;  // position of `point` from the start (0) to the requested point (1); < 1 if that point is too far away
};
// Converts a world point to lattice coordinates. A point more than 2^31 cells from `from` in x or z is first moved straight
// towards `from`, to this distance.
WalkTarget walk_target(const TileFrame& frame, PlanePoint from, const DVec3& world);
// World position of a point on an edge; share 0 is the start, 1 the end. The height is 0.
DVec3 point_on_edge(const NavMesh& mesh, EdgeRef edge, double share);
enum class WalkEnd : uint8_t {
    target,  // the target was reached
    edge,    // a wall stopped the walk between the ends of an edge
    corner,  // the walk stopped at a corner: the line continues into none of its polygons
};

class SurfaceWalk {
public:
    // The lists receive the polygons crossed and the portals between them.
    SurfaceWalk(const NavMesh& mesh, const QueryFilter& filter, std::vector<PolygonRef>& polygons,
                std::vector<EdgeRef>& portals)
        : mesh_(mesh), filter_(filter), polygons_(polygons), portals_(portals) {}

    void begin(PolygonRef polygon, PlanePoint at);
    // Moves to a point of a polygon. The lists do not change.
    void move_to(PolygonRef polygon, PlanePoint at);
    // Walks straight to a point. If the walk ends at a wall (WalkEnd::edge), at() does not change.
    WalkEnd walk_to(PlanePoint target);
    // Moves to the start or, if `end` is true, the end of an edge of the current polygon.
    void go_to_corner(uint32_t edge, bool end);
    // After WalkEnd::corner: walks around the corner into the polygon of wall(right). Precondition: wall(right) is valid.
    void go_to_wall(bool right);

    PolygonRef polygon() const { return polygon_; }
    PlanePoint at() const { return at_; }
    // After WalkEnd::edge: the edge hit. After WalkEnd::corner: the edge of the current polygon that starts at the corner.
    EdgeRef edge() const { return {polygon_.tile, edge_}; }
    // After WalkEnd::corner: the walls adjacent to the corner, if any. The right wall starts at the corner, the left wall ends
    // there.
    EdgeRef wall(bool right) const { return right ? right_.wall : left_.wall; }
    // After WalkEnd::edge: position on edge(), from 0 (start) to 1 (end).
    double edge_share() const { return edge_share_; }
    // After WalkEnd::edge or corner: position on the straight line from the start of the walk (0) to the target (1).
    double ray_fraction() const { return ray_share_; }

private:
    enum class Exit : uint8_t { edge, corner, beyond_target };
    // State of a traversal of the polygons around a corner, in one direction.
    struct FanSide {
        EdgeRef leaving;     // edge of the current polygon that starts at the corner
        EdgeRef wall;        // wall at which the traversal ended; invalid until it ends
        uint32_t steps = 0;  // number of portals crossed
        bool open = true;    // false: ended at a wall
    };

    // The position and target in the coordinates of the current tile [lattice]. The doubles are exact: coordinates have at most
    // 20 fractional and 32 integer bits.
    struct LocalRay {
        const NavTile* tile = nullptr;
        double x = 0, z = 0;    // the position, relative to the corner of the tile
        double dx = 0, dz = 0;  // vector from the position to the target
        // Bounds on the rounding errors of side tests [lattice^2]. `slack`: test on which side of the ray a point lies.
        // `edge_slack`: test on which side of an edge the target lies.
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
    LocalRay ray_;
    uint32_t edge_ = 0;  // edge of polygon_ at which find_exit() starts; at a corner, the edge that starts there
    int edge_side_ = 0;  // if side_known_: the start of edge_ is left (1) or right (-1) of the ray, or collinear (0)
    bool side_known_ = false;
    bool at_corner_ = false;  // true: the position is the start of edge_
    FanSide right_, left_;    // traversals around the corner that the walk reached last
    double edge_share_ = 0, ray_share_ = 0;
};

}  // namespace navspan
