#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "navspan/navmesh/corners.h"
#include "navspan/query/exact.h"

// The parts of the exact search share this: one call of begin, step or finish with all that it looks at.

namespace navspan {

class ExactEngine {
public:
    using Node = ExactScratch::Node;
    using Root = ExactScratch::Root;
    using Kind = ExactScratch::NodeKind;
    static constexpr uint32_t kNoEdge = ExactScratch::kNoEdge;
    static constexpr uint32_t kNoSlot = ExactScratch::kNoSlot;
    static constexpr double kNever = std::numeric_limits<double>::infinity();

    ExactEngine(const NavMesh& mesh, ExactScratch& scratch, ExactSearch& search)
        : mesh_(mesh), filter_(*search.request.filter), scratch_(scratch), search_(search) {}

    void begin();                    ///< forgets everything and starts out for search.target
    void step(uint64_t nodes);       ///< expands so many nodes
    void trace(Corridor& corridor);  ///< the way found as a corridor

private:
    // a side of a cone: a vertex, or the line ahead of the root
    struct Side {
        LatticePoint vertex;
        bool ahead = false;
    };

    // exact.cpp
    void restart();
    void set_link_bound();
    bool flood_reaches(PolygonRef goal);
    void settle();

    // exact_expand.cpp
    void expand(uint32_t id);
    void expand_cone(uint32_t id);
    void expand_turn(uint32_t id);
    void expand_inside(uint32_t id);
    void see_behind_turn(uint32_t id, EdgeRef crossed);
    void see_all_around(uint32_t id, EdgeRef in);
    void see_along(uint32_t id, EdgeRef edge);
    void push_cone(uint32_t parent, uint32_t root, EdgeRef exit, Side left, Side right);
    void push_turn(uint32_t parent, Kind kind, EdgeRef crossed);
    uint32_t straight_from(uint32_t root, PlanePoint to) const;
    void push_link(uint32_t parent, const OffMeshLink& link, PlanePoint start);
    void push(const Node& node, double key);
    template <typename Sees>
    void offer(uint32_t id, PolygonRef polygon, Sees sees);
    double lower_bound(const Root& root, PlanePoint a, PlanePoint b, PlanePoint left, PlanePoint right) const;
    double lower_bound(PlanePoint from) const;
    PlanePoint side_point(const Root& root, Side side) const { return side.ahead ? root.ahead : plane_point(side.vertex); }
    bool is_stale(const Node& node) const;
    bool may_cross(EdgeRef exit, EdgeRef& entry) const;
    double link_length(const OffMeshLink& link) const;

    const NavTile& tile(uint32_t slot) const { return *mesh_.tiles[slot]; }
    PlanePoint start_of(EdgeRef e) const { return plane_point(lattice_point(tile(e.tile), e.edge)); }
    EdgeRef after(EdgeRef e) const { return {e.tile, next_edge(tile(e.tile), e.edge)}; }
    EdgeRef before(EdgeRef e) const {
        const NavPolygon& p = polygon_of(mesh_, polygon_at(mesh_, e));
        return {e.tile, e.edge == p.first_edge ? p.first_edge + p.edge_count - 1 : e.edge - 1};
    }
    Side vertex_side(EdgeRef e) const { return {lattice_point(tile(e.tile), e.edge), false}; }

    // exact_trace.cpp
    PolygonRef polygon_of_node(const Node& node) const;
    PolygonRef origin_of_node(const Node& node) const;
    void trace_turn(const Node& node, PolygonRef until, Corridor& corridor) const;

    void next_flood();
    bool mark(PolygonRef polygon);  // for the flood in hand; false when it was marked already

    // of a point in line with u and w
    static bool is_between(PlanePoint p, PlanePoint u, PlanePoint w) {
        return std::min(u.x, w.x) <= p.x && p.x <= std::max(u.x, w.x) && std::min(u.z, w.z) <= p.z && p.z <= std::max(u.z, w.z);
    }
    static double length(double x, double z) { return std::sqrt(x * x + z * z); }
    static double distance(PlanePoint a, PlanePoint b) { return length(double(b.x - a.x), double(b.z - a.z)); }

    const NavMesh& mesh_;
    const QueryFilter& filter_;
    ExactScratch& scratch_;
    ExactSearch& search_;
};

}  // namespace navspan
