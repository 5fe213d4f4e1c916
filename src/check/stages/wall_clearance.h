#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/core/lattice.h"

namespace navspan {

/// An open span and its cell.
struct SpanCell {
    uint32_t span = kNoIndex;
    LatticePoint cell;
};

/// Squared distance from a point to the segment a..b.
double squared_distance_to_line(LatticePoint a, LatticePoint b, double x, double z);

/// True if two segments cross at a point interior to both.
bool lines_cross(LatticePoint a, LatticePoint b, LatticePoint p, LatticePoint q);

/// Checks that lines keep a distance from blocked cell edges: edges of open spans that have no link across.
class WallClearanceCheck {
public:
    WallClearanceCheck(const CompactHeightfield& field, double radius) : field_(field), radius_(radius) {}

    /// Returns what is wrong with a line between two grid corners, or an empty string. Visits all ground within the radius of
    /// the line that is connected by links to `beside`, the spans next to the line. A blocked edge of this ground must not be
    /// closer to the line than the radius, unless the nearest point is an end of the line. The line must not pass through
    /// carved cells.
    std::string fault(LatticePoint a, LatticePoint b, const std::vector<SpanCell>& beside);

private:
    const CompactHeightfield& field_;
    double radius_;
    std::vector<uint32_t> visited_;  // per span: number of the last line that visited it
    uint32_t line_ = 0;              // number of the current line
    std::vector<SpanCell> pending_;
};

}  // namespace navspan
