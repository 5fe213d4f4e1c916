// Tests whether the agent's body can move through the voxels along a jump or a drop.
//
// In: the solid voxels, the start and the trajectory of a link, and the size of the body.
// Out: true if no solid span blocks the body.
// Idea: Seen from above, the body is a disc that moves along a straight line. The disc overlaps a cell in one interval of the
// path. The trajectory gives the heights that the body sweeps in this interval. A solid span at these heights blocks the body.
// Source: Mononen, Automatic annotations in Killzone 3 and beyond (2011).
// Weak cases: A voxel fills its whole cell: geometry close to the body may block it.

#include "bake/jumps/sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navspan {
namespace {

constexpr double kTouch = 1e-6;  // smaller overlaps do not count as contact [cell], [vx]

struct LengthInterval {
    double from = std::numeric_limits<double>::infinity(), to = -std::numeric_limits<double>::infinity();
};

void include(LengthInterval& all, LengthInterval more) {
    if (!(more.from < more.to)) return;
    all.from = std::min(all.from, more.from);
    all.to = std::max(all.to, more.to);
}

// A point moves along one axis: after a path of length t, its coordinate is speed * t. Returns the interval of t in which the
// point is at most `half` away from `middle`.
LengthInterval slab_interval(double speed, double middle, double half) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (speed == 0) return std::fabs(middle) < half - kTouch ? LengthInterval{-kInfinity, kInfinity} : LengthInterval{};
    const double a = (middle - half) / speed, b = (middle + half) / speed;
    return {std::min(a, b), std::max(a, b)};
}

LengthInterval box_interval(double ux, double uz, double x, double z, double half_x, double half_z) {
    const LengthInterval a = slab_interval(ux, x, half_x), b = slab_interval(uz, z, half_z);
    return {std::max(a.from, b.from), std::min(a.to, b.to)};
}

LengthInterval circle_interval(double ux, double uz, double x, double z, double radius) {
    const double along = ux * x + uz * z, aside = ux * z - uz * x;
    const double left = radius * radius - aside * aside;
    if (!(left > 0)) return {};
    const double half = std::sqrt(left);
    return {along - half, along + half};
}

// Returns the interval of a disc's path in which the disc overlaps the cell with centre (x, z). The Minkowski sum of cell and
// disc is convex: the union of two boxes and four discs.
LengthInterval cell_interval(double ux, double uz, int32_t x, int32_t z, double radius) {
    LengthInterval all;
    include(all, box_interval(ux, uz, x, z, 0.5 + radius, 0.5));
    include(all, box_interval(ux, uz, x, z, 0.5, 0.5 + radius));
    for (const double dx : {-0.5, 0.5}) {
        for (const double dz : {-0.5, 0.5})
            include(all, circle_interval(ux, uz, x + dx, z + dz, radius));
    }
    return all;
}

struct Feet {
    double lowest = 0, highest = 0;
};

Feet feet_over(const LinkTrajectory& trajectory, double from, double to) {
    if (trajectory.drop > 0) return {to >= trajectory.length - kTouch ? -trajectory.drop : 0, 0};
    const double u0 = from / trajectory.length, u1 = to / trajectory.length;
    const double y0 = (trajectory.rise - trajectory.fall * u0) * u0, y1 = (trajectory.rise - trajectory.fall * u1) * u1;
    Feet feet{std::min(y0, y1), std::max(y0, y1)};
    if (trajectory.fall > 0) {
        const double top = trajectory.rise / (2 * trajectory.fall);
        if (top > u0 && top < u1) feet.highest = trajectory.rise * top / 2;
    }
    return feet;
}

}  // namespace

double step_length(int direction) {
    const LinkDirection d = kLinkDirections[size_t(direction)];
    return std::sqrt(double(d.x * d.x + d.z * d.z));
}

std::vector<SweptCell> sweep_disc(int direction, double radius, double longest) {
    const LinkDirection d = kLinkDirections[size_t(direction)];
    const double length = step_length(direction), ux = d.x / length, uz = d.z / length;
    const int32_t around = int32_t(std::ceil(radius)) + 1;
    const int32_t end_x = int32_t(std::lround(ux * longest)), end_z = int32_t(std::lround(uz * longest));
    std::vector<SweptCell> cells;
    for (int32_t z = std::min(0, end_z) - around; z <= std::max(0, end_z) + around; ++z) {
        for (int32_t x = std::min(0, end_x) - around; x <= std::max(0, end_x) + around; ++x) {
            const LengthInterval over = cell_interval(ux, uz, x, z, radius);
            if (over.to > kTouch && over.from < longest && over.to - over.from > kTouch) {
                cells.push_back({x, z, over.from, over.to});
            }
        }
    }
    std::stable_sort(cells.begin(), cells.end(), [](const SweptCell& a, const SweptCell& b) { return a.from < b.from; });
    return cells;
}

LinkTrajectory jump_trajectory(double length, double up, double peak) {
    // The parabola through (0, 0) and (1, up) with its top at height `peak`.
    const double rise = 2 * peak + 2 * std::sqrt(peak * (peak - up));
    return {.length = length, .rise = rise, .fall = rise - up};
}

bool is_path_free(const Heightfield& solid, const std::vector<SweptCell>& cells, const SweepStart& start,
                  const LinkTrajectory& trajectory, const SweptBody& body) {
    const Grid& grid = solid.grid;
    for (const SweptCell& cell : cells) {
        if (cell.from >= trajectory.length) break;
        const int32_t at_x = start.x + cell.x, at_z = start.z + cell.z;
        if (at_x < 0 || at_z < 0 || at_x >= grid.width || at_z >= grid.depth) continue;
        const double from = std::max(cell.from, 0.0), to = std::min(cell.to, trajectory.length);
        if (!(to - from > kTouch)) continue;
        const Feet feet = feet_over(trajectory, from, to);
        const double low = start.y + feet.lowest + body.foot + kTouch, high = start.y + feet.highest + body.height - kTouch;
        for (const Span& span : column_spans(solid, size_t(at_z) * size_t(grid.width) + size_t(at_x))) {
            if (span.bottom >= high) break;
            if (span.top > low) return false;
        }
    }
    return true;
}

}  // namespace navspan
