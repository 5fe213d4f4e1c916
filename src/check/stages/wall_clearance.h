#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/core/lattice.h"
#include "navspan/core/no_index.h"

namespace navspan {

/// An open span and its cell.
struct SpanCell {
    uint32_t span = kNoIndex;
    LatticePoint cell;
};

/// Squared distance from the point (x, z) to the segment a..b.
double squared_distance_to_line(LatticePoint a, LatticePoint b, double x, double z);

/// True if two segments cross at a point interior to both.
bool lines_cross(LatticePoint a, LatticePoint b, LatticePoint p, LatticePoint q);

/// Checks that lines keep a minimum distance, the radius [cell], from blocked cell edges. A cell edge is blocked if an open
/// span has no link across the edge.
class WallClearanceCheck {
public:
    WallClearanceCheck(const CompactHeightfield& field, double radius) : field_(field), radius_(radius) {}

    /// Checks the segment a..b between two grid corners. Returns a description of the first error, or an empty string. Starts
    /// at `seeds`, the spans next to the segment. Visits all linked spans within the radius. Errors are:
    /// 1. A blocked edge of a visited span crosses the segment.
    /// 2. An end of a blocked edge projects strictly between a and b, and its distance from the segment is below the radius.
    /// 3. The segment passes through the cell of a carved span (CompactHeightfield::carved).
    std::string fault(LatticePoint a, LatticePoint b, const std::vector<SpanCell>& seeds);

private:
    const CompactHeightfield& field_;
    double radius_;
    std::vector<uint32_t> visited_;  // for each span: number of the last line whose flood fill visited the span
    uint32_t line_ = 0;              // number of the current line
    std::vector<SpanCell> pending_;
};

}  // namespace navspan
