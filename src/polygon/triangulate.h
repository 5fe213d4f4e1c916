#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"
#include "polygon/box_tree.h"

namespace navspan {

/// Triangles that fill a ring. Half-edge 3 t + k of triangle t runs from its corner k to its corner (k + 1) % 3.
struct Triangulation {
    std::vector<std::array<uint32_t, 3>> triangles;  ///< positions in the ring, counter-clockwise seen from above
    std::vector<uint32_t> twins;  ///< per half-edge: the same edge in the triangle across, or kNoIndex for the ring's own
    uint32_t spikes = 0;          ///< spikes without area that were taken off; 0 on sound input
    std::vector<uint32_t> rest;   ///< positions of the ring that was left when no ear was to be found; empty on sound input
};

/// Cuts a sound ring that runs counter-clockwise (see ring.h) into triangles with corners at its corners, by cutting off ears,
/// the one with the shortest third side first (ties: the one whose first corner comes first in the ring). A corner in a
/// straight run is a corner of triangles like any other, and no triangle is flat. The triangles' areas sum to the ring's,
/// exactly. The ring may visit points several times, as bridges to holes do. Sources: Meisters, Polygons have ears (1975);
/// Eberly, Triangulation by ear clipping (2002); the order is that of Mononen, Recast (2009).
Triangulation triangulate(std::span<const LatticePoint> ring);

/// A corner of a ring that ears are cut off.
struct EarCorner {
    LatticePoint p;
    uint32_t next = 0, prev = 0;
    uint32_t edge = kNoIndex;  // half-edge of a triangle on the other side of the edge to the next corner
    uint32_t stamp = 0;        // raised when the state as an ear is looked at again; heap entries of old stamps are void
    bool alive = true;
    bool convex = false;
};

/// A corner that may be cut off next.
struct Ear {
    int64_t length = 0;  // squared third side
    uint32_t first = 0;  // the corner before the tip
    uint32_t tip = 0, stamp = 0;
};

/// What cutting ears off a ring needs.
struct EarClipper {
    std::vector<EarCorner> corners;
    std::vector<Ear> heap;
    BoxTree blockers;   // corners that are not strictly convex; empty where they are few
    uint32_t left = 0;  // corners still in the ring

    std::vector<uint32_t> reflex;  // those corners in the beginning
    std::vector<LatticeBox> boxes;
};

/// Does the same to many rings one after the other, in memory that is kept from one to the next.
class Triangulator {
public:
    /// @return valid until the next ring
    Triangulation& triangulate(std::span<const LatticePoint> ring);

private:
    EarClipper clipper_;
    Triangulation out_;
};

}  // namespace navspan
