// Checks that lines keep a distance from blocked cell edges. Finds the cell edges by a flood fill around each line.

#include "check/stages/wall_clearance.h"

#include <algorithm>
#include <cmath>

#include "bake/field/open_spans.h"
#include "check/stages/checks.h"
#include "core/predicates.h"

namespace navspan {
namespace {

constexpr double kClearanceEpsilon = 1e-7;  // rounding tolerance [cell]
constexpr int32_t kSideStepX[4] = {-1, 0, 1, 0};
constexpr int32_t kSideStepZ[4] = {0, 1, 0, -1};
// Both ends of each side of a cell, relative to the cell.
constexpr LatticePoint kSideCorners[4][2] = {{{0, 0}, {0, 1}}, {{0, 1}, {1, 1}}, {{1, 1}, {1, 0}}, {{1, 0}, {0, 0}}};

// True if p projects strictly between a and b, and its distance from the line is less than the radius.
bool is_within_radius(LatticePoint a, LatticePoint b, LatticePoint p, double radius) {
    const int64_t dx = int64_t{b.x} - a.x, dz = int64_t{b.z} - a.z;
    const int64_t along = dx * (int64_t{p.x} - a.x) + dz * (int64_t{p.z} - a.z), length = dx * dx + dz * dz;
    return along > 0 && along < length &&
           double(std::abs(orient2d(a, b, p))) < (radius - kClearanceEpsilon) * std::sqrt(double(length));
}

bool passes_through_cell(LatticePoint a, LatticePoint b, LatticePoint cell) {
    if (std::max(a.x, b.x) <= cell.x || std::min(a.x, b.x) > cell.x) return false;
    if (std::max(a.z, b.z) <= cell.z || std::min(a.z, b.z) > cell.z) return false;
    bool left = false, right = false;
    for (const LatticePoint corner : {cell, {cell.x + 1, cell.z}, {cell.x, cell.z + 1}, {cell.x + 1, cell.z + 1}}) {
        const int64_t side = orient2d(a, b, corner);
        left |= side > 0;
        right |= side < 0;
    }
    return left && right;
}

}  // namespace

double squared_distance_to_line(LatticePoint a, LatticePoint b, double x, double z) {
    const double dx = double(b.x) - a.x, dz = double(b.z) - a.z;
    const double length = dx * dx + dz * dz;
    const double t = length > 0 ? std::clamp((dx * (x - a.x) + dz * (z - a.z)) / length, 0.0, 1.0) : 0.0;
    const double off_x = a.x + t * dx - x, off_z = a.z + t * dz - z;
    return off_x * off_x + off_z * off_z;
}

bool lines_cross(LatticePoint a, LatticePoint b, LatticePoint p, LatticePoint q) {
    return sign_of(orient2d(a, b, p)) * sign_of(orient2d(a, b, q)) < 0 &&
           sign_of(orient2d(p, q, a)) * sign_of(orient2d(p, q, b)) < 0;
}

std::string WallClearanceCheck::fault(LatticePoint a, LatticePoint b, const std::vector<SpanCell>& seeds) {
    visited_.resize(field_.span_count(), 0);
    ++line_;
    pending_ = seeds;
    const double reach = radius_ + 0.75;
    for (const SpanCell& place : seeds)
        visited_[place.span] = line_;
    while (!pending_.empty()) {
        const auto [i, cell] = pending_.back();
        pending_.pop_back();
        if (!field_.carved.empty() && field_.carved[i] && passes_through_cell(a, b, cell)) {
            return "crosses eroded ground at " + lattice_text(cell);
        }
        for (int d = 0; d < 4; ++d) {
            const uint32_t next = neighbour(field_, i, d);
            if (next == kNoIndex) {
                const LatticePoint p{cell.x + kSideCorners[d][0].x, cell.z + kSideCorners[d][0].z};
                const LatticePoint q{cell.x + kSideCorners[d][1].x, cell.z + kSideCorners[d][1].z};
                if (is_within_radius(a, b, p, radius_) || is_within_radius(a, b, q, radius_) || lines_cross(a, b, p, q)) {
                    return "is closer than the radius to the blocked edge at " + lattice_text(p);
                }
                continue;
            }
            const LatticePoint there{cell.x + kSideStepX[d], cell.z + kSideStepZ[d]};
            // `reach` exceeds the radius by more than half a cell diagonal. If any point of a cell is within the radius, the
            // cell's centre is within `reach`.
            if (visited_[next] == line_ || squared_distance_to_line(a, b, there.x + 0.5, there.z + 0.5) > reach * reach)
                continue;
            visited_[next] = line_;
            pending_.push_back({next, there});
        }
    }
    return {};
}

}  // namespace navspan
