#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "navspan/core/vec.h"

namespace navspan {

/// A piece of a straight line.
struct Segment {
    LatticePoint a, b;
};

/// Calls visit(i, k), i < k, for every pair of segments that meet, and for some others whose boxes overlap; ordered by i.
void visit_close_edges(std::span<const Segment> segments, const std::function<void(uint32_t, uint32_t)>& visit);

}  // namespace navspan
