// Allocates the memory of queries on first use, and computes its size in bytes.

#include "navspan/query/scratch.h"

#include "query/state.h"

namespace navspan {
namespace {

template <class... Vectors>
size_t bytes(const Vectors&... vectors) {
    return (0 + ... + (vectors.capacity() * sizeof(typename Vectors::value_type)));
}

size_t bytes_of(const AStarScratch& s) {
    return bytes(s.nodes, s.entered.stamps, s.heap, s.blocks.stamps);
}

size_t bytes_of(const ExactScratch& s) {
    return bytes(s.nodes, s.roots, s.heap, s.slots, s.stops, s.stop_list, s.flood.stamps, s.queue, s.chain, s.blocks.stamps);
}

size_t bytes_of(const HubScratch& s) {
    return bytes(s.common, s.meetings, s.turns, s.links, s.polygons, s.portals);
}

size_t bytes_of(const ClearanceScratch& s) {
    return bytes(s.meshes, s.position);
}

size_t bytes_of(const StringScratch& s) {
    return bytes(s.string, s.line, s.funnel.nodes, s.funnel.deque, s.anchors, s.relative, s.cost, s.crossing, s.portals,
                 s.leg_crossings, s.weighted.segments, s.weighted.crossings);
}

size_t bytes_of(const FloodScratch& s) {
    return bytes(s.marks.stamps, s.heap, s.reached, s.points, s.queue, s.polygon_distance, s.listed, s.cones, s.root_polygons,
                 s.is_root_polygon.stamps);
}

size_t bytes_of(const SurfaceScratch& s) {
    return bytes(s.flat, s.portals, s.leg_crossings, s.line, s.funnel.nodes, s.funnel.deque, s.triangles, s.layer, s.steps,
                 s.nodes, s.queue, s.strip, s.points, s.ground, s.crossings);
}

}  // namespace

SearchScratch::SearchScratch() noexcept = default;
SearchScratch::~SearchScratch() = default;
SearchScratch::SearchScratch(SearchScratch&& other) noexcept = default;
SearchScratch& SearchScratch::operator=(SearchScratch&& other) noexcept = default;

SearchState& SearchScratch::allocate() {
    state_ = std::make_unique<SearchState>();
    return *state_;
}

size_t scratch_bytes(const SearchScratch& scratch) {
    if (!scratch.state_) return sizeof(scratch);
    const SearchState& s = *scratch.state_;
    return sizeof(scratch) + sizeof(s) + bytes_of(s.astar) + bytes_of(s.exact) + bytes_of(s.hubs) + bytes_of(s.clearance) +
           bytes_of(s.string) + bytes_of(s.flood) + bytes_of(s.surface);
}

}  // namespace navspan
