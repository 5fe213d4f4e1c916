#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/funnel.h"

namespace navspan {

/// Memory of the queries that spread from polygon to polygon, reused from call to call.
struct FloodScratch {
    struct Waiting {
        double key = 0;      ///< the smaller the sooner; equal ones by polygon
        PolygonRef polygon;  ///< waiting to be looked at
    };
    struct Point {
        double distance = 0;  ///< of the shortest way here so far [2^-20 lattice]
        uint32_t stamp = 0;   ///< the query that wrote this
    };
    struct Reached {
        double distance = 0;  ///< [2^-20 lattice]
        uint32_t id = 0;      ///< of the point
    };
    /// What a point sees through an edge, between the lines to two vertices.
    struct Cone {
        EdgeRef entry;           ///< of the polygon behind
        PlanePoint left, right;  ///< vertices
    };
    std::vector<uint32_t> polygon_stamp;  ///< per polygon of the mesh: the query that reached it
    uint32_t stamp = 0;                   ///< of the query in hand
    std::vector<Waiting> heap;
    std::vector<PolygonRef> reached;       ///< in the order of being reached
    std::vector<Point> points;             ///< of corners and links
    std::vector<Reached> queue;            ///< points, the nearest first
    std::vector<Cone> cones;               ///< to be looked through
    std::vector<PolygonRef> around;        ///< polygons that hold the point in hand
    std::vector<uint32_t> root_stamp;      ///< per polygon: the last point it was found to hold
    uint32_t roots = 0;                    ///< number of such points
    std::vector<double> polygon_distance;  ///< per polygon, where stamped [2^-20 lattice]
    std::vector<PolygonRef> listed;        ///< what collect_reachable gave a query that asked it
};

/// A query that spreads over the surface and what it begins with.
struct FloodRequest {
    PolygonRef start;                     ///< counts as admitted
    const QueryFilter* filter = nullptr;  ///< null: default_filter
};

/// All polygons that can be walked to, over portals and admitted off-mesh links in their direction; the start first, each once.
void collect_reachable(const NavMesh& mesh, FloodScratch& scratch, const FloodRequest& request, std::vector<PolygonRef>& out);

/// Whether one polygon can be walked to from another, over portals and admitted off-mesh links in their direction.
bool is_reachable(const NavMesh& mesh, FloodScratch& scratch, const FloodRequest& request, PolygonRef goal);

/// Area of polygons seen from above [wu^2].
double area_of(const NavMesh& mesh, std::span<const PolygonRef> polygons);

}  // namespace navspan
