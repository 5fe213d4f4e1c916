#pragma once

#include <cstdint>
#include <vector>

#include "core/parallel.h"
#include "navmesh/graph/turning_vertex.h"
#include "query/hubs/view.h"

namespace navspan {

/// An edge of the visibility graph. It is taut: a shortest path can run along the edge and bend at both of its ends.
struct TautEdge {
    uint32_t to = 0;        ///< index in TurningGraph::vertices
    uint8_t bits = 0;       ///< taut_bits of the direction of the edge at its start
    uint8_t back_bits = 0;  ///< taut_bits of the opposite direction at its end
};

/// The part of a polygon that a turning vertex sees through one edge, between two rays or on them.
struct ViewPart {
    uint32_t vertex = 0;  ///< index in TurningGraph::vertices; later its rank (index in HubIndex::vertices)
    LatticePoint left,    ///< a point on the left ray; the position of the vertex if the vertex sees the whole polygon
        right;            ///< a point on the right ray; the position of the vertex if the vertex sees the whole polygon
};

/// The visibility graph of the turning vertices of a mesh (vertices around which shortest paths can bend).
struct TurningGraph {
    std::vector<TurningVertex> vertices;  ///< ordered by half-edge
    std::vector<uint32_t> offset;         ///< for each vertex: index of its first edge; vertices + 1 entries
    std::vector<TautEdge> edges;          ///< edges of a vertex are ordered by their other end
    std::vector<uint32_t> part_offset;    ///< for each polygon of the mesh: index of its first part; polygons + 1 entries
    std::vector<ViewPart> parts;          ///< ordered by polygon, then by vertex
};

/// Computes the turning vertices (vertices around which shortest paths can bend), the taut edges between them (see TautEdge),
/// and the parts of polygons that each vertex sees. Deterministic for any number of threads.
/// @param skip_island  for each island: 1 to leave out its vertices
TurningGraph build_turning_graph(const NavMesh& mesh, const std::vector<uint8_t>& skip_island, Workers* workers);

}  // namespace navspan
