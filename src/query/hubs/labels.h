#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "navspan/navmesh/search_index.h"
#include "query/hubs/graph.h"

namespace navspan {

/// Computes hub labels of a visibility graph. If a shortest path bends at two vertices, one of their common hubs is on a
/// shortest path between them. For other pairs of vertices, the labels may overestimate the distance, which no query
/// needs. Fills the fields vertex_edge, label_offset and labels of the index. If there are one-way links, stores labels for
/// both directions. Deterministic for any number of threads.
/// @param graph  must be finished
/// @param threads  largest number of threads in Workers
/// @param rank  receives the rank (index in HubIndex::vertices) of each vertex of the graph
std::unique_ptr<SlicedWork> hub_label_work(const TurningGraph& graph, unsigned threads, HubIndex& index,
                                           std::vector<uint32_t>& rank);

}  // namespace navspan
