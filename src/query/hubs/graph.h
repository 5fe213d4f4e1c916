#pragma once

#include <cstdint>
#include <vector>

#include "core/parallel.h"
#include "navmesh/graph/turning_vertex.h"
#include "query/hubs/view.h"

namespace navspan {

/// A taut edge of the visibility graph: a path can bend at both of its ends.
struct TautEdge {
    uint32_t to = 0;        ///< index in TurningGraph::vertices
    uint8_t bits = 0;       ///< taut_bits of the direction of the edge at its start
    uint8_t back_bits = 0;  ///< taut_bits of the opposite direction at its end
};

/// The visibility graph of the turning vertices of a mesh.
struct TurningGraph {
    std::vector<TurningVertex> vertices;  ///< ordered by half-edge
    std::vector<uint32_t> offset;         ///< for each vertex: index of its first edge; vertices + 1 entries
    std::vector<TautEdge> edges;          ///< edges of a vertex are ordered by their other end
    std::vector<uint32_t> part_offset;    ///< for each polygon of the mesh: index of its first part; polygons + 1 entries
    std::vector<HubPart> parts;           ///< ordered by polygon, then by vertex; HubPart::vertex is an index in `vertices`
};

/// Computes the turning vertices, their taut edges, and the parts of polygons that the vertices see. Vertices are processed
/// in parallel; the result does not depend on the number of threads.
/// @param skip_island  for each island: 1 to leave out its vertices
TurningGraph build_turning_graph(const NavMesh& mesh, const std::vector<uint8_t>& skip_island, Workers* workers);

}  // namespace navspan
