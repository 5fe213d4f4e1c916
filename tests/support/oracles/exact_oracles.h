#pragma once

#include <span>
#include <utility>
#include <vector>

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "query/search/plane.h"

namespace navspan::support {

/// A point of a polygon on the lattice of quarters (of a lattice unit), so that the oracle can be exact with small numbers.
struct QuarterPoint {
    PolygonRef polygon;
    int64_t x = 0, z = 0;  ///< [1/4 lattice], in the polygon or on its rim
};
DVec3 to_world(const NavMesh& mesh, const QuarterPoint& point);  ///< at height 0

/// Shortest lengths by a visibility graph: all vertices are nodes, one for each fan of admitted polygons around it, and all
/// starts and ends of admitted links; two see each other where the straight line between them can be walked from polygon to
/// polygon over shared edges. So it knows nothing of corners, cones or turns, and floors may overlap. For areas that cost 1
/// and starts and ends of links on the lattice of quarters.
class VisibilityGraph {
public:
    VisibilityGraph(const NavMesh& mesh, const QueryFilter& filter);
    double length(const QuarterPoint& start, const QuarterPoint& goal) const;  ///< [wu]; infinity: no way

private:
    struct Place {
        int64_t x = 0, z = 0;
        std::vector<uint32_t> polygons;  ///< around it, joined by edges that hold it
    };
    Place place_of(const QuarterPoint& point) const;
    bool sees(const Place& from, const Place& to) const;
    double distance(const Place& a, const Place& b) const;
    void add_fans();
    void add_links();

    const NavMesh& mesh_;
    const QueryFilter& filter_;
    std::vector<Place> places_;
    std::vector<std::vector<double>> step_;              ///< between places [wu]
    std::vector<std::pair<size_t, double>> link_steps_;  ///< a link's start, followed by its end, and what it costs [wu]
};

/// The shortest over all corridors without a repeated polygon, each pulled taut [wu]; infinity: no way. Without links.
double shortest_of_all_corridors(const NavMesh& mesh, const QueryFilter& filter, const QuarterPoint& start,
                                 const QuarterPoint& goal);

/// Length of the string through a corridor without links [wu].
double taut_length(const NavMesh& mesh, const QuarterPoint& start, const QuarterPoint& goal, std::span<const EdgeRef> portals);

}  // namespace navspan::support
