#pragma once

#include <span>
#include <utility>
#include <vector>

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "query/search/plane.h"

namespace navspan::support {

/// A point in a polygon. Its coordinates are multiples of a quarter of a lattice unit, which 64-bit integers can represent
/// exactly.
struct QuarterPoint {
    PolygonRef polygon;
    int64_t x = 0, z = 0;  ///< position in the polygon or on its border [1/4 lattice]
};
DVec3 to_world(const NavMesh& mesh, const QuarterPoint& point);  ///< returns the point at height 0 [wu]

/// Finds the lengths of shortest paths with a visibility graph.
///
/// The nodes are the starts and ends of admitted links, and one node for each fan of each vertex. A fan is a group of admitted
/// polygons at a vertex that are connected by edges. Two nodes are connected if the straight line between them can be walked.
/// Unlike the exact search, the graph includes vertices at which no path can turn. Floors may overlap.
///
/// All areas must cost 1. The coordinates of all link ends must be multiples of a quarter of a lattice unit.
class VisibilityGraph {
public:
    VisibilityGraph(const NavMesh& mesh, const QueryFilter& filter);
    double length(const QuarterPoint& start, const QuarterPoint& goal) const;  ///< [wu]; infinity if there is no path

private:
    struct Node {
        int64_t x = 0, z = 0;
        std::vector<uint32_t> polygons;  ///< the fan of polygons around the node
    };
    Node node_of(const QuarterPoint& point) const;
    bool sees(const Node& from, const Node& to) const;
    double distance(const Node& a, const Node& b) const;
    void add_fans();
    void add_links();

    const NavMesh& mesh_;
    const QueryFilter& filter_;
    std::vector<Node> nodes_;
    std::vector<std::vector<double>> step_;              ///< distance between each pair of nodes [wu]
    std::vector<std::pair<size_t, double>> link_steps_;  ///< for each link start: node of the link's end, and cost [wu]
};

/// Returns the length of the shortest path that uses no links [wu]; infinity if there is no path. Finds the taut path through
/// every corridor that visits no polygon twice.
double shortest_of_all_corridors(const NavMesh& mesh, const QueryFilter& filter, const QuarterPoint& start,
                                 const QuarterPoint& goal);

/// Returns the length of the taut path through the corridor with these portals [wu]. The corridor contains no links.
double taut_length(const NavMesh& mesh, const QuarterPoint& start, const QuarterPoint& goal, std::span<const EdgeRef> portals);

}  // namespace navspan::support
