#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "navspan/core/vec.h"
#include "support/text/random.h"

namespace navspan::support {

/// A set of cells in a rectangle. A cell is in the set if its entry of `inside` is not 0.
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

/// True if any two edges of the rings conflict; see segments_conflict.
bool have_conflict(const Rings& rings);

/// Fills a rectangle with a random set of cells and returns a 4-connected component of this set. The density of the set is
/// random too.
CellSet random_cells(Random& random, int32_t width, int32_t depth);

/// Traces the border of a set of cells as rings, with the set on their left. The rings have a vertex at every lattice point of
/// the border. If two cells of the set touch only at a corner, a ring follows the border of one cell past this corner. If
/// `random` is given, the ring may cross to the border of the other cell instead.
Rings trace_rings(const CellSet& cells, Random* random = nullptr);

/// Returns the rings without the points whose two edges are collinear.
Rings drop_collinear(const Rings& rings);

/// Makes `tries` attempts to remove a random corner and returns the resulting rings. Keeps a corner if its removal would make
/// the rings invalid or put another corner on the wrong side of the border.
Rings simplify_randomly(Random& random, const Rings& rings, int tries);

/// Returns twice the sum of the signed areas of all rings.
int64_t total_doubled_area(const Rings& rings);

std::string drawing(const CellSet& cells);
std::string listing(const Rings& rings);

}  // namespace navspan::support
