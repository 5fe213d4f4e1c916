#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "navmesh/graph/turning_vertex.h"
#include "query/hubs/sliced_work.h"
#include "query/hubs/view.h"

namespace navspan {

/// A straight edge of the visibility graph. It is taut: a shortest path can run along the edge and bend at both of its ends.
struct TautEdge {
    uint32_t to = 0;        ///< index in TurningGraph::vertices
    uint8_t bits = 0;       ///< taut_bits of the direction of the edge at its start
    uint8_t back_bits = 0;  ///< taut_bits of the opposite direction, at vertex `to`
};

/// The part of a polygon that a turning vertex sees through one edge: the points between two rays and on the rays.
struct ViewPart {
    uint32_t vertex = 0;    ///< index in TurningGraph::vertices; after sorting, rank (index in HubIndex::vertices)
    LatticePoint left,      ///< a point on the left ray
        right;              ///< a point on the right ray
    bool is_whole = false;  ///< true: the vertex sees the whole polygon; left and right are not used
};

/// The visibility graph of a mesh. Its vertices are the turning vertices (vertices around which shortest paths can bend) and
/// the ends of off-mesh links.
struct TurningGraph {
    std::vector<TurningVertex> vertices;  ///< turning vertices, ordered by half-edge; then the ends of links
    std::vector<uint32_t> offset;         ///< for each vertex: index of its first edge; vertices + 1 entries
    std::vector<TautEdge> edges;          ///< edges of a vertex are ordered by their other end
    std::vector<uint32_t> part_offset;    ///< for each polygon of the mesh: index of its first part; polygons + 1 entries
    std::vector<ViewPart> parts;          ///< ordered by polygon, then by vertex
    std::vector<HubStep> steps,           ///< links between vertices, sorted by `from`, then by `to`
        reversed_steps;                   ///< `steps` with `from` and `to` exchanged, sorted in the same way

    /// True if, for every link, there is a link of the same length in the opposite direction.
    bool is_symmetric() const;
};

/// Computes the visibility graph of a mesh. Deterministic for any number of threads.
/// @param hubs  index_link_costs must have set its link costs
/// @param threads  largest thread count of the Workers that run the work
/// @param graph  must be empty
std::unique_ptr<SlicedWork> turning_graph_work(const NavMesh& mesh, const HubIndex& hubs, unsigned threads,
                                               TurningGraph& graph);

}  // namespace navspan
