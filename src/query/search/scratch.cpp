// How much memory a search keeps.

#include "navspan/query/scratch.h"

namespace navspan {
namespace {

template <class... Vectors>
size_t bytes(const Vectors&... vectors) {
    return (0 + ... + (vectors.capacity() * sizeof(typename Vectors::value_type)));
}

}  // namespace

size_t scratch_bytes(const SearchScratch& s) {
    return sizeof(s) + bytes(s.nodes, s.polygon_stamp, s.heap, s.string, s.line, s.funnel.nodes, s.funnel.deque) +
           bytes(s.path.holds, s.path.left, s.path.right, s.path.cost, s.path.crossing) +
           bytes(s.path.weighted.pieces, s.path.weighted.crossings) +
           bytes(s.flood.polygon_stamp, s.flood.heap, s.flood.reached, s.flood.points, s.flood.queue, s.flood.polygon_distance,
                 s.flood.listed, s.flood.cones, s.flood.around, s.flood.root_stamp) +
           bytes(s.exact.nodes, s.exact.roots, s.exact.heap, s.exact.slots, s.exact.stops, s.exact.stop_list,
                 s.exact.polygon_stamp, s.exact.queue, s.exact.chain, s.exact.blocks.stamps);
}

}  // namespace navspan
