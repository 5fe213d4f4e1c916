// Finds the vertices around which shortest paths can bend.
//
// In: the half-edge records of a mesh.
// Out: for each fan (polygons that are joined by edges around one vertex), whether shortest paths can bend there. If so, also
// the walls around which they bend.
// Idea: Walk around the vertex counter-clockwise from the first wall. The direction of each edge at the vertex is classified
// relative to this wall as ahead, left, opposite or right. Each polygon covers at most half a turn. The sequence of classes
// therefore shows whether the fan covers more than half a turn, and whether it covers a full turn or more.
// Source: own method.
// Weak cases: none known.

#include "navmesh/graph/turning_vertex.h"

namespace navspan {
namespace {

// Returns the direction of the ray from `at` through `to`, relative to the ray from `at` through `ahead`: 0 same direction, 1
// left, 2 opposite, 3 right.
int half_plane(LatticePoint at, LatticePoint ahead, LatticePoint to) {
    const int64_t side = orient2d(at, ahead, to);
    if (side != 0) return side > 0 ? 1 : 3;
    return dot2d(at, ahead, to) > 0 ? 0 : 2;
}

}  // namespace

bool turning_vertex(const NavMesh& mesh, uint32_t edge, TurningVertex& vertex) {
    const SearchEdge* edges = mesh.search_edges.data();
    if (!(edges[edge].corner & 1)) return false;
    vertex.edge = edge;
    vertex.at = edges[edge].start;
    vertex.x = vertex.at.x;
    vertex.z = vertex.at.z;
    vertex.first = edges[ring_after(edges, edge)].start;
    // Direction of vertex.last relative to vertex.first, as half_plane returns it, plus 4 per full turn of the fan.
    int covered = 0;
    for_each_in_fan(edges, edge, [&](uint32_t e) {
        vertex.last = edges[ring_before(edges, e)].start;
        const int side = half_plane(vertex.at, vertex.first, vertex.last);
        covered += (side - covered % 4 + 4) % 4;
    });
    vertex.is_wedge = edges[edge].twin == kNoIndex && covered < 4;
    return covered >= 3;
}

}  // namespace navspan
