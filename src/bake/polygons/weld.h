#pragma once

#include <cstdint>
#include <vector>

#include "core/union_find.h"
#include "navspan/bake/contours.h"
#include "navspan/core/no_index.h"

namespace navspan {

/// Which corners of all contours are one vertex of the mesh, and which edges are the two sides of one border. A contour edge
/// goes by the index of the contour vertex it starts at.
struct ContourWeld {
    std::vector<uint32_t> next;    ///< per contour vertex: the next in its ring
    std::vector<uint32_t> region;  ///< per contour vertex: region id of its ring
    std::vector<uint32_t> across;  ///< per contour edge: the same edge walked the other way by the region across, or kNoIndex
    std::vector<uint8_t> touches;  ///< per contour vertex: 1 where one before it in its region lies on the same point
    UnionFind vertices;            ///< contour vertices that are one vertex of the mesh; named by the lowest index
};

ContourWeld weld_contours(const ContourSet& contours);

}  // namespace navspan
