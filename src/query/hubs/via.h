#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "query/hubs/graph.h"

namespace navspan {

/// Describes a path between a polygon and a hub: straight to `vertex`, then along the label of `vertex` for `hub`.
struct ViaLabel {
    uint32_t hub = 0, vertex = 0;  ///< ranks (indices in HubIndex::vertices)
    float distance = 0;            ///< distance between the vertex and the hub, rounded [cell]
    friend auto operator<=>(const ViaLabel&, const ViaLabel&) = default;
};

/// The via-labels of a polygon, and the parts of the polygon that turning vertices see.
struct PolygonVia {
    std::vector<ViaLabel> labels;  ///< sorted by hub, then by vertex
    std::vector<ViewPart> parts;   ///< sorted by vertex (a rank); contains only the parts of vertices that occur in `labels`
};

/// Computes the via-labels of all polygons, in each direction of the index. Omits a label if one other label of the same hub
/// can replace it without making any path longer. Also omits a label if its vertex is only an end of a link and its path does
/// not take the link. Deterministic for any number of threads.
/// @param graph  the parts of each polygon must be sorted by ViewPart::vertex, which must be a rank, not an index
/// @param index  its labels and vertices must be set
/// @param threads  largest thread count of the Workers that run the work
/// @param polygons  receives the via-labels, ordered by direction, then by polygon
std::unique_ptr<SlicedWork> via_label_work(const NavMesh& mesh, const TurningGraph& graph, const HubIndex& index,
                                           unsigned threads, std::vector<PolygonVia>& polygons);

}  // namespace navspan
