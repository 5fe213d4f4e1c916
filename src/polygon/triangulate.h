#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"

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

/// Does the same to many rings one after the other, in memory that is kept from one to the next.
class Triangulator {
public:
    Triangulator();
    ~Triangulator();

    /// @return valid until the next ring
    Triangulation& triangulate(std::span<const LatticePoint> ring);

private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace navspan
