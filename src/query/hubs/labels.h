#pragma once

#include <cstdint>
#include <vector>

#include "core/parallel.h"
#include "navspan/navmesh/search_index.h"
#include "query/hubs/graph.h"

namespace navspan {

/// Computes hub labels of a visibility graph. If a shortest path bends at two vertices, one of their common hubs is on a
/// shortest path between them. For other pairs of vertices, the labels may overestimate the distance. This does no harm,
/// because no shortest path has its first and last bend at such a pair. Fills the fields vertex_edge, label_offset and labels
/// of the index, with two directions if there are one-way links. Deterministic for any number of threads.
/// @return for each vertex of the graph: its rank (index in HubIndex::vertices)
std::vector<uint32_t> build_hub_labels(const TurningGraph& graph, Workers* workers, HubIndex& index);

}  // namespace navspan
