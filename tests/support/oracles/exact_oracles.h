#pragma once

#include <span>
#include <utility>
#include <vector>

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "query/search/plane.h"

namespace navspan::support {

/// A point of a polygon on a lattice with a quarter of the lattice unit, so that the oracle can be exact with small numbers.
struct QuarterPoint {
    PolygonRef polygon;
    int64_t x = 0, z = 0;  ///< [1/4 lattice], in the polygon or on its border
};
DVec3 to_world(const NavMesh& mesh, const QuarterPoint& point);  ///< at height 0

/// Finds shortest lengths with a visibility graph. The nodes are the starts and ends of admitted links, and one node per vertex
/// and fan of admitted polygons around it. Two nodes see each other if the straight line between them can be walked from
/// polygon to polygon over shared edges. The graph does not use corners, cones or turns, and floors may overlap. It requires
/// areas that cost 1, and link ends on the quarter lattice.
class VisibilityGraph {
public:
    VisibilityGraph(const NavMesh& mesh, const QueryFilter& filter);
    double length(const QuarterPoint& start, const QuarterPoint& goal) const;  ///< [wu]; infinity if there is no path

private:
    struct Node {
        int64_t x = 0, z = 0;
        std::vector<uint32_t> polygons;  ///< the polygons around it, connected by edges that contain it
    };
    Node node_of(const QuarterPoint& point) const;
    bool sees(const Node& from, const Node& to) const;
    double distance(const Node& a, const Node& b) const;
    void add_fans();
    void add_links();

    const NavMesh& mesh_;
    const QueryFilter& filter_;
    std::vector<Node> nodes_;
    std::vector<std::vector<double>> step_;              ///< between nodes [wu]
    std::vector<std::pair<size_t, double>> link_steps_;  ///< for each link start: index of its end, and cost of the link [wu]
};

/// Returns the minimum over all corridors without a repeated polygon, each pulled taut [wu]. Infinity if there is no path. Does
/// not use links.
double shortest_of_all_corridors(const NavMesh& mesh, const QueryFilter& filter, const QuarterPoint& start,
                                 const QuarterPoint& goal);

/// Returns the length of the taut path through a corridor without links [wu].
double taut_length(const NavMesh& mesh, const QuarterPoint& start, const QuarterPoint& goal, std::span<const EdgeRef> portals);

}  // namespace navspan::support
