#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "navmesh/mesh/trusted.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "query/search/plane.h"

namespace navspan {

// Walks straight over the polygons, for raycast and move_along_surface. See surface_walk.cpp.

// The end of a straight walk.
struct WalkTarget {
    PlanePoint point() const { return plane_point(*frame, local); }

    const TileFrame* frame;  // frame of the tile where the walk starts
    F64x2 local;             // x and z of the target, relative to the corner of this tile [lattice]
    double share = 1;        // fraction of the line from the start to the requested point; < 1 if that point is too far away
};
// Converts x and z of a world point to lattice coordinates. A point more than 2^31 cells from `from` in x or z is first moved
// straight towards `from`, to this distance.
inline WalkTarget walk_target(const TileFrame& frame, PlanePoint from, F64x2 world) {
    constexpr double kFarthest = 0x1p31;
    F64x2 local = local_xz(frame, world);
    double share = 1;
    // Nearer targets are within 2^31 of `from`, because no surface is farther than 2^30 from a tile.
    if (const F64x2 far = absolute(local); greatest(far[0], far[1]) > kFarthest / 4) [[unlikely]] {
        const F64x2 start{double(from.x) / kSubLattice - frame.x0, double(from.z) / kSubLattice - frame.z0};
        const F64x2 d = local - start, size = absolute(d);
        share = least(kFarthest / greatest(size[0], size[1]), 1.0);
        const F64x2 steps = (start + d * F64x2{share, share}) * kSubLattice;
        local = F64x2{double(nearest_integer(steps[0])), double(nearest_integer(steps[1]))} * (1 / kSubLattice);
    }
    return {&frame, rounded_to_sub_lattice(local), share};
}

// An edge seen from above.
struct EdgeLine {
    EdgeLine(const NavMesh& mesh, EdgeRef edge) : EdgeLine(trusted::tile_at(mesh, edge.tile), edge.edge) {}
    EdgeLine(const NavTile& tile, uint32_t edge) : frame(tile.frame) {
        const HalfEdge &a = tile.half_edges[edge], &b = tile.half_edges[trusted::next_edge(tile, edge)];
        x = a.x;
        z = a.z;
        dx = double(b.x) - a.x;
        dz = double(b.z) - a.z;
    }
    // Returns the world position at a fraction of the edge: 0 is the start, 1 is the end. The height is 0.
    DVec3 point(double share) const {
        const DVec3 p = to_world(frame, {x + share * dx, 0, z + share * dz});
        return {p.x, 0, p.z};
    }
    // Returns the unit normal of the edge that points into its polygon.
    DVec3 inward_normal() const {
        const double length = std::sqrt(dx * dx + dz * dz);
        return {dz / length, 0, -dx / length};
    }

    const TileFrame& frame;
    double x, z;    // the start, relative to the corner of the tile [lattice]
    double dx, dz;  // vector from the start to the end [lattice]
};

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
    // Starts at a point that may be outside the polygon. The first call of walk_to moves it inside if necessary.
    // @param tile  of the polygon
    // @param world  x and z of the point [wu]
    void begin_near(PolygonRef polygon, const NavTile& tile, F64x2 world) {
        const F64x2 position = nearest_in_tile(tile, world);
        begin(polygon, plane_point(tile.frame, position));
        is_near_ = true;
        ray_.tile = &tile;
        ray_.position = position;
    }
    // Moves to a point of a polygon. The lists do not change.
    void move_to(PolygonRef polygon, PlanePoint at);
    // Walks straight to a point. If the walk ends at a wall (WalkEnd::edge), at() does not change.
    WalkEnd walk_to(PlanePoint target);
    // Same. The first walk after begin_near must use this function, with a target in the frame of the tile where it starts.
    WalkEnd walk_to(const WalkTarget& target);
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
        F64x2 position{};  // x and z of the position, relative to the corner of the tile [lattice]
        F64x2 d{};         // vector from the position to the target [lattice]
        // Bounds on the rounding errors of side tests [lattice^2]. `slack`: test on which side of the ray a point lies.
        // `edge_slack`: test on which side of an edge the target lies.
        double slack = 0, edge_slack = 0;
    };

    struct Corners;

    void update_ray();
    void set_slacks();
    int exact_side(const NavTile& tile, uint32_t edge) const;
    Corners corners() const;
    Exit find_exit();
    Exit find_exit(const Corners& corners);
    Exit find_exit_exactly();
    WalkEnd walk_on(Exit exit);
    bool target_is_before_corner(PlanePoint corner);
    bool contains_ray(EdgeRef leaving) const;
    bool step_around(FanSide& side, bool right) const;
    bool turn_at_corner();
    void follow(uint32_t steps, bool right);
    bool cross();
    void enter(EdgeRef portal, EdgeRef twin);
    void stop_at_edge();
    void stop_at_corner(PlanePoint corner);

    const NavMesh& mesh_;
    const QueryFilter& filter_;
    std::vector<PolygonRef>& polygons_;
    std::vector<EdgeRef>& portals_;
    PolygonRef polygon_;
    PlanePoint at_, target_;
    LocalRay ray_;
    uint32_t edge_ = 0;       // an edge of polygon_ that find_exit() found; at a corner, the edge that starts there
    bool at_corner_ = false;  // true: the position is the start of edge_
    bool is_near_ = false;    // true: the position may be outside the polygon
    FanSide right_, left_;    // traversals around the corner that the walk reached last
    double edge_share_ = 0, ray_share_ = 0;
};

}  // namespace navspan
