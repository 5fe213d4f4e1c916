#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "navspan/core/vec.h"
#include "support/text/random.h"

namespace navspan::support {

/// A set of cells, true = inside.
struct CellSet {
    int32_t width = 0, depth = 0;
    std::vector<uint8_t> inside;
    bool at(int32_t x, int32_t z) const {
        return x >= 0 && z >= 0 && x < width && z < depth && inside[size_t(z) * size_t(width) + size_t(x)];
    }
};

/// Rings of lattice points, ring r is points[first[r] .. first[r + 1]).
struct Rings {
    std::vector<LatticePoint> points;
    std::vector<uint32_t> first{0};
    size_t count() const { return first.size() - 1; }
};

/// True when two of their edges conflict (segments_conflict).
bool have_conflict(const Rings& rings);

/// The 4-connected part of a random set of cells that holds some cell; grids with few holes to many.
CellSet random_cells(Random& random, int32_t width, int32_t depth);

/// The border of a set of cells, every lattice point of it, the inside on the left. Where two cells touch in a corner the ring
/// turns to stay with its cell; with a `random`, it turns either way, so that rings touch in vertices.
Rings trace_rings(const CellSet& cells, Random* random = nullptr);

/// Drops corners of straight runs.
Rings drop_straight(const Rings& rings);

/// Drops up to `tries` random corners, each only where the rings stay sound and keep no other corner out of its place.
Rings simplify_randomly(Random& random, const Rings& rings, int tries);

/// Twice the signed area of all rings together.
int64_t total_doubled_area(const Rings& rings);

std::string drawing(const CellSet& cells);
std::string listing(const Rings& rings);

}  // namespace navspan::support
