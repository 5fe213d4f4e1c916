#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/contours.h"
#include "navspan/core/lattice.h"

namespace navspan::contour {

/// Where one-sided wall lines may leave the region: as long as they keep the radius from every blocked cell edge.
class WallClearance {
public:
    WallClearance(const CompactHeightfield& field, const ContourParams& params);

    /// False when no wall line may leave its region.
    bool allows_outside() const { return !blocked_.empty(); }
    /// The ground that hangs together with an open span.
    uint32_t component_of(uint32_t span) const { return has_several_components_ ? run_component_[run_at(span)] : main_component_; }
    /// True when no blocked edge of the ground is closer than the radius to a part of the line between two corners of eroded
    /// ground; only edges beside that part are looked for.
    /// @param low, high  the part, as scalar products of the way along the line with the line
    bool keeps_radius(LatticePoint a, LatticePoint b, double low, double high, uint32_t ground) const;
    /// True when a line may pass beyond this raw vertex as far as lines may at most: nothing near it was carved out.
    bool is_uncarved(LatticePoint p) const { return carved_.empty() || !has(carved_, p.x, p.z); }

    double max_outside_squared() const { return max_outside_squared_; }
    /// Ground that a line may lose for each cell of its length, what it gains outside being taken off, twice [cell^2].
    double max_doubled_loss() const { return max_doubled_loss_; }

private:
    // A bit per corner of the grid.
    using Corners = std::vector<uint64_t>;
    // A corner that a blocked edge of another ground than the main one ends at.
    struct OtherCorner {
        int32_t x = 0;
        bool above = false;  // at the upper side of the edge's row of cells, else the lower
        uint32_t ground = 0;
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
    bool is_blocked_on(uint32_t ground, int32_t x, int32_t z) const;

    int32_t width_ = 0, depth_ = 0;  // of the grid [cell]; there is one corner more each way
    size_t words_ = 0;               // per row of corners
    double radius_squared_ = 0;
    int32_t reach_ = 0;  // rows beyond a line's ends that count
    double max_outside_squared_ = 0, max_doubled_loss_ = 0;
    std::vector<uint32_t> run_first_, run_component_;  // per run
    uint32_t main_component_ = 0;                      // the one with the most spans
    bool has_several_components_ = false;                          // grounds
    Corners blocked_;                               // of the main ground
    Corners blocked_other_;                     // of others; empty without any
    std::vector<OtherCorner> other_corners_;               // the same one by one, by row of cells
    std::vector<uint32_t> other_row_first_;               // per row of cells and one more: its first in other_corners_
    Corners carved_;                                // something close was carved out; empty: nothing anywhere
};

}  // namespace navspan::contour
