#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/contours.h"

namespace navspan {

constexpr uint32_t kNoEdge = 0xffffffffu;

/// Which corners of all contours are one vertex of the mesh, and which edges are the two sides of one border. A contour edge
/// goes by the index of the contour vertex it starts at.
struct ContourWeld {
    std::vector<uint32_t> next;    ///< per contour vertex: the next in its ring
    std::vector<uint32_t> region;  ///< per contour vertex: region id of its ring
    std::vector<uint32_t> across;  ///< per contour edge: the same edge walked the other way by the region across, or kNoEdge
    std::vector<uint8_t> touches;  ///< per contour vertex: 1 where one before it in its region lies on the same point
    std::vector<uint32_t> parent;  ///< union-find over contour vertices; roots are the lowest index
};

ContourWeld weld_contours(const ContourSet& contours);

uint32_t find_vertex(ContourWeld& weld, uint32_t i);
void unite_vertices(ContourWeld& weld, uint32_t i, uint32_t j);

}  // namespace navspan
