#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/core/lattice.h"

namespace navspan {

/// An open span and the cell it lies in.
struct SpanCell {
    uint32_t span = kNoIndex;
    LatticePoint cell;
};

/// The square of the distance from a point to the segment from a to b.
double squared_distance_to_line(LatticePoint a, LatticePoint b, double x, double z);

/// True when two segments cross in a point inside both.
bool lines_cross(LatticePoint a, LatticePoint b, LatticePoint p, LatticePoint q);

/// Looks whether lines keep a radius from blocked cell edges (those with no ground linked across) of the ground they run along.
class WallClearanceCheck {
public:
    WallClearanceCheck(const CompactHeightfield& field, double radius) : field_(field), radius_(radius) {}

    /// What is wrong with a line between two corners of the grid, or nothing. All ground is visited that is linked to the given
    /// spans through cells closer than the radius to the line; no blocked edge of it may be closer than the radius to a point
    /// of the line beside it, nor may the line pass through what was carved out.
    std::string fault(LatticePoint a, LatticePoint b, const std::vector<SpanCell>& beside);

private:
    const CompactHeightfield& field_;
    double radius_;
    std::vector<uint32_t> visited_;  // per span: the last line that came by
    uint32_t line_ = 0;
    std::vector<SpanCell> pending_;
};

}  // namespace navspan
