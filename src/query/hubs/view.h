#pragma once

#include <cstdint>
#include <vector>

#include "navmesh/graph/turning_vertex.h"
#include "navspan/core/no_index.h"

namespace navspan {

/// The part of a polygon that a turning vertex sees through one edge: the points between two rays and on the rays. A turning
/// vertex is a vertex around which shortest paths can bend.
struct SeenPart {
    uint32_t polygon = 0;  ///< first half-edge of the polygon
    /// Half-edge whose start is on the left ray; kNoIndex: the vertex is in the polygon, so it sees the whole polygon.
    uint32_t left = kNoIndex;
    uint32_t right = kNoIndex;  ///< half-edge whose start is on the right ray
};

/// The part of the mesh that a turning vertex or an end of a link sees along the surface. Contains only directions in which a
/// shortest path that bends at the vertex can arrive or leave. Reused between calls.
struct VertexView {
    std::vector<SeenPart> parts;     ///< a polygon has several entries if it is seen through several edges
    std::vector<uint32_t> vertices;  ///< half-edges that start at visible corners of polygons; a corner may occur several times
    std::vector<SeenPart> stack;     ///< for look_around; SeenPart::polygon is the half-edge by which the view enters
};

/// Computes the view of a turning vertex or an end of a link. All tests are exact. The view spreads from polygon to polygon
/// through portals, so overlapping floors stay apart.
void look_around(const NavMesh& mesh, const TurningVertex& vertex, VertexView& view);

}  // namespace navspan
