#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/contours.h"
#include "navspan/core/lattice.h"

namespace navspan::contour {

/// Decides where one-sided wall lines may leave their region: they must keep the radius from every blocked cell edge.
class WallClearance {
public:
    WallClearance(const CompactHeightfield& field, const ContourParams& params);

    /// False if no wall line may leave its region.
    bool allows_outside() const { return !blocked_.empty(); }
    /// Returns the connected component of the ground that contains the span.
    uint32_t component_of(uint32_t span) const {
        return has_several_components_ ? run_component_[run_at(span)] : main_component_;
    }
    /// True if no blocked edge of the component is closer than the radius to the given part of the line ab. Both a and b are
    /// corners of eroded ground. Edges whose projection lies outside of that part are ignored.
    /// @param low, high  start and end of the part, as dot products of (point - a) with (b - a)
    bool keeps_radius(LatticePoint a, LatticePoint b, double low, double high, uint32_t ground) const;
    /// True if a line may pass outside of this raw vertex: no ground close to it was carved out.
    bool is_uncarved(LatticePoint p) const { return carved_.empty() || !has(carved_, p.x, p.z); }

    double max_outside_squared() const { return max_outside_squared_; }
    /// Largest area that a line may lose per cell of its length, minus the area that it gains outside, times two [cell^2].
    double max_doubled_loss() const { return max_doubled_loss_; }

private:
    // One bit per corner of the grid.
    using Corners = std::vector<uint64_t>;
    // A corner at the end of a blocked edge that does not belong to the main component.
    struct OtherCorner {
        int32_t x = 0;
        bool above = false;  // true: on the upper side of the edge's row of cells, false: on the lower side
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

    int32_t width_ = 0, depth_ = 0;  // of the grid [cell]; each axis has one corner more
    size_t words_ = 0;               // per row of corners
    double radius_squared_ = 0;
    int32_t reach_ = 0;  // how far beyond the line a row of corners can matter [cell]
    double max_outside_squared_ = 0, max_doubled_loss_ = 0;
    std::vector<uint32_t> run_first_, run_component_;  // per run: first span, component
    uint32_t main_component_ = 0;                      // the component with the most spans
    bool has_several_components_ = false;              // true if there is more than one component
    Corners blocked_;                                  // of the main component
    Corners blocked_other_;                            // of other components; empty if there are none
    std::vector<OtherCorner> other_corners_;           // the same corners as a list, by row of cells
    std::vector<uint32_t> other_row_first_;            // per row of cells and one more: start offset in other_corners_
    Corners carved_;                                   // corners close to carved ground; empty if no ground was carved
};

}  // namespace navspan::contour
