#pragma once

#include <cstdint>
#include <vector>

#include "bake/contours/contours.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/contours.h"
#include "navspan/core/lattice.h"

namespace navspan::contour {

/// Decides where wall lines may leave their region. Wall lines are simplified edges at walls, with
/// WallSimplification::one_sided. Outside its region, a wall line must stay at least the radius away from every blocked edge. A
/// blocked edge is a cell edge without linked ground behind it.
class WallClearance {
public:
    explicit WallClearance(const ContourParams& params);
    /// Finds the blocked edges. Must be called before the functions below.
    void find_walls(const CompactHeightfield& field);

    /// True if some wall lines may leave their regions.
    bool allows_outside() const { return !blocked_.empty(); }
    /// Returns the index of the span's connected component of the ground.
    uint32_t component_of(uint32_t span) const {
        return has_several_components_ ? run_component_[run_at(span)] : main_component_;
    }
    /// True if a segment of the line ab stays at least the radius away from all blocked edges of `component`. Only tests end
    /// points of blocked edges that project into the segment. a and b must be corners of eroded ground.
    /// @param low, high  start and end of the segment, as dot products of (point - a) with (b - a) [cell^2]
    bool keeps_radius(LatticePoint a, LatticePoint b, double low, double high, uint32_t component) const;
    /// False if an area volume removed ground close to this raw vertex (CompactHeightfield::carved).
    bool is_uncarved(LatticePoint p) const { return carved_.empty() || !has(carved_, p.x, p.z); }

    double max_outside_squared() const { return max_outside_squared_; }
    /// Limit on 2 * A / L of each wall line [cell]. A: ground that the line removes, minus ground that it adds. L: length of
    /// the line.
    double max_doubled_loss() const { return max_doubled_loss_; }

private:
    // One bit for each lattice point of the grid.
    using Corners = std::vector<uint64_t>;
    // An end point of a blocked edge outside main_component_.
    struct OtherCorner {
        int32_t x = 0;
        int32_t side = 0;  // 2 * row of cells, plus 1 if the point is on the +z side of the row
    };

    bool has(const Corners& corners, int32_t x, int32_t z) const {
        return corners[size_t(z) * words_ + (uint32_t(x) >> 6)] >> (x & 63) & 1;
    }
    void add(Corners& corners, int32_t x, int32_t z) const {
        corners[size_t(z) * words_ + (uint32_t(x) >> 6)] |= uint64_t{1} << (x & 63);
    }
    uint32_t run_at(uint32_t span) const;
    void find_components(const CompactHeightfield& field);
    void choose_main_component(const CompactHeightfield& field);
    void find_blocked(const CompactHeightfield& field);
    void find_carved(const CompactHeightfield& field);
    bool is_blocked_on(uint32_t component, int32_t x, int32_t z) const;

    bool needs_walls_ = false;       // false if all wall lines must stay inside their regions
    int32_t width_ = 0, depth_ = 0;  // size of the grid [cell]
    size_t words_ = 0;               // 64-bit words in a row of corners
    double radius_squared_ = 0;
    int32_t reach_ = 0;  // the radius, rounded up [cell]
    double max_outside_squared_ = 0, max_doubled_loss_ = 0;
    std::vector<uint32_t> run_first_, run_component_;  // for each Run: first span; connected component
    uint32_t main_component_ = 0;                      // the connected component with the most spans
    bool has_several_components_ = false;
    Corners blocked_;                         // end points of blocked edges of the main component
    Corners blocked_other_;                   // end points of blocked edges of other components; may be empty
    std::vector<OtherCorner> other_corners_;  // blocked_other_ as lists, one for each component, sorted by row
    std::vector<uint32_t> other_first_;       // start offsets of the lists in other_corners_
    Corners carved_;                          // corners close to ground that an area volume removed; empty if none
};

}  // namespace navspan::contour
