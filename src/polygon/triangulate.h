#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"
#include "polygon/box_tree.h"

namespace navspan {

/// The triangles of a ring. Half-edge 3 t + k of triangle t runs from corner k to corner (k + 1) % 3.
struct Triangulation {
    std::vector<std::array<uint32_t, 3>> triangles;  ///< positions in the ring, counter-clockwise seen from above
    std::vector<uint32_t> twins;  ///< for each half-edge: the same edge in the adjacent triangle, or kNoIndex on the border
    uint32_t spikes = 0;          ///< number of removed zero-area spikes; 0 on sound input
    std::vector<uint32_t> rest;   ///< positions of the corners that remained when there was no ear; empty on sound input
};

/// Triangulates a sound counter-clockwise ring (see ring.h) by clipping ears, the ear with the shortest third side first (ties:
/// the ear whose first corner comes first in the ring). No triangle is degenerate. The areas of the triangles sum exactly to
/// the area of the ring.
/// Sources: Meisters, Polygons have ears (1975); Eberly, Triangulation by ear clipping (2002); Mononen, Recast (2009), for the
/// order.
Triangulation triangulate(std::span<const LatticePoint> ring);

/// A corner of the ring.
struct EarCorner {
    LatticePoint p;
    uint32_t next = 0, prev = 0;
    uint32_t edge = kNoIndex;  // half-edge of a finished triangle along the edge to the next corner; kNoIndex: no such triangle
    uint32_t stamp = 0;        // incremented when the corner is tested again; heap entries with older stamps are stale
    bool alive = true;
    bool convex = false;
};

/// A heap entry: a corner that can be cut off.
struct Ear {
    int64_t length = 0;  // squared length of the third side
    uint32_t first = 0;  // the corner before the tip
    uint32_t tip = 0, stamp = 0;
};

/// State of ear clipping.
struct EarClipper {
    std::vector<EarCorner> corners;
    std::vector<Ear> heap;
    BoxTree blockers;   // tree of the corners that are not strictly convex; empty if there are few
    uint32_t left = 0;  // number of corners still in the ring

    std::vector<uint32_t> reflex;  // corners that were not strictly convex at the start
    std::vector<LatticeBox> boxes;
};

/// Triangulates many rings one after the other and reuses the memory.
class Triangulator {
public:
    /// @return valid until the next call
    Triangulation& triangulate(std::span<const LatticePoint> ring);

private:
    EarClipper clipper_;
    Triangulation out_;
};

}  // namespace navspan
