#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "navspan/core/vec.h"
#include "support/text/random.h"

namespace navspan::support {

/// A set of cells; nonzero = inside.
struct CellSet {
    int32_t width = 0, depth = 0;
    std::vector<uint8_t> inside;
    bool at(int32_t x, int32_t z) const {
        return x >= 0 && z >= 0 && x < width && z < depth && inside[size_t(z) * size_t(width) + size_t(x)];
    }
};

/// Rings of lattice points. Ring r is points[first[r] .. first[r + 1]).
struct Rings {
    std::vector<LatticePoint> points;
    std::vector<uint32_t> first{0};
    size_t count() const { return first.size() - 1; }
};

/// True if two edges of the rings conflict (segments_conflict).
bool have_conflict(const Rings& rings);

/// Returns a 4-connected component of a random set of cells, with a random density of holes.
CellSet random_cells(Random& random, int32_t width, int32_t depth);

/// Traces the border of a set of cells with every lattice point on it and the inside on the left. If two cells touch only in a
/// corner, the ring turns so that it stays with its cell. If `random` is given, it turns either way, so that rings touch in
/// vertices.
Rings trace_rings(const CellSet& cells, Random* random = nullptr);

/// Drops points between collinear edges.
Rings drop_collinear(const Rings& rings);

/// Drops up to `tries` random corners. Drops a corner only if the rings stay valid and no other corner ends up on the wrong
/// side of the border.
Rings simplify_randomly(Random& random, const Rings& rings, int tries);

/// Returns twice the sum of the signed areas of all rings.
int64_t total_doubled_area(const Rings& rings);

std::string drawing(const CellSet& cells);
std::string listing(const Rings& rings);

}  // namespace navspan::support
