#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "navspan/navmesh/search_index.h"
#include "query/hubs/graph.h"

namespace navspan {

/// Computes hub labels of a visibility graph. Let v and w be two vertices at which one shortest path bends. The labels of v and
/// the labels of w then have a common hub on a shortest path between v and w, so they give the exact distance. For other pairs
/// of vertices, the labels may give a distance that is too large; queries never combine the labels of such a pair. Fills the
/// fields vertex_edge, label_offset and labels of the index. If there are one-way links, stores labels for both directions.
/// Deterministic for any number of threads.
/// @param graph  finished visibility graph
/// @param threads  largest thread count of the Workers that run the work
/// @param rank  receives the rank (index in HubIndex::vertices) of each vertex of the graph
std::unique_ptr<SlicedWork> hub_label_work(const TurningGraph& graph, unsigned threads, HubIndex& index,
                                           std::vector<uint32_t>& rank);

}  // namespace navspan
