#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "navspan/core/vec.h"

namespace navspan {

/// The order that sweeps take points in: by x, then z.
inline bool is_before(LatticePoint p, LatticePoint q) {
    return p.x != q.x ? p.x < q.x : p.z < q.z;
}

/// Calls visit(i, k), i < k, once for every pair of segments that meet, and for some others whose boxes overlap.
/// @param is_new  empty, or per segment: only pairs with a new one are visited
void visit_close_edges(std::span<const Segment> segments, std::span<const uint8_t> is_new,
                       const std::function<void(uint32_t, uint32_t)>& visit);

}  // namespace navspan
