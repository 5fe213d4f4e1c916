#pragma once

#include <cstdint>
#include <vector>

#include "core/union_find.h"
#include "navspan/bake/contours.h"
#include "navspan/core/no_index.h"

namespace navspan {

/// Maps contour vertices to mesh vertices, and pairs the edges on both sides of a border. A contour edge has the index of its
/// start vertex.
struct ContourWeld {
    std::vector<uint32_t> next;    ///< for each contour vertex: next vertex in its ring
    std::vector<uint32_t> region;  ///< for each contour vertex: region id of its ring
    std::vector<uint32_t> across;  ///< for each contour edge: reverse edge in the neighbour region, or kNoIndex
    std::vector<uint8_t> touches;  ///< 1 for each contour vertex with an earlier vertex of its region at the same point
    UnionFind vertices;            ///< sets of contour vertices that form one mesh vertex; the root is the lowest index
};

ContourWeld weld_contours(const ContourSet& contours);

}  // namespace navspan
