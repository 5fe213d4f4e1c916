// Finds a lattice that contains given points.
//
// In: points in world units.
// Out: a step such that the x and z of all points are multiples of the step.
// Idea: Queries are exact because coordinates are stored as whole numbers of steps. A coordinate is accepted only if it is a
// multiple of the step, up to the rounding error of its decimal digits.
// Source: own method.
// Weak cases: Coordinates with many digits need a small step, which limits the width of the world.

#include "navmesh/mesh/lattice_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/text.h"
#include "navmesh/mesh/plane_bounds.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {
namespace {

using std::to_string;

// Returns the index of the first point that is not on the lattice, or the number of points.
size_t find_off_lattice(std::span<const DVec3> points, double quantum) {
    for (size_t v = 0; v < points.size(); ++v) {
        if (!lattice_steps(points[v].x, quantum) || !lattice_steps(points[v].z, quantum)) return v;
    }
    return points.size();
}
bool are_on_lattice(std::span<const DVec3> points, double quantum) {
    return find_off_lattice(points, quantum) == points.size();
}

// The longer side of the points' bounding rectangle, and the largest distance from the origin along an axis [wu].
struct PointExtent {
    double side = 0, reach = 0;
    bool fits(double quantum) const { return side / quantum <= kMaxTileExtent && reach / quantum <= kMaxLattice; }
};

PointExtent point_extent(std::span<const DVec3> points) {
    const PlaneBounds b = plane_bounds(points);
    return {std::max(b.max_x - b.min_x, b.max_z - b.min_z),
            std::max({std::fabs(b.min_x), std::fabs(b.max_x), std::fabs(b.min_z), std::fabs(b.max_z)})};
}

// Returns 1, 1/2, 1/4, 1/8, 1/10, 1/16 ... 1e-9: binary and decimal fractions in descending order.
std::vector<double> fractions() {
    std::vector<double> steps_down;
    for (double q = 1; q >= 1e-9; q /= 2)
        steps_down.push_back(q);
    for (double divisor = 10; divisor <= 1e9; divisor *= 10)
        steps_down.push_back(1 / divisor);
    std::sort(steps_down.begin(), steps_down.end(), std::greater<>());
    return steps_down;
}

Error off_lattice(std::span<const DVec3> points, double quantum, const PointName& name) {
    const PointExtent extent = point_extent(points);
    const double for_width = extent.side / kMaxTileExtent, for_reach = extent.reach / kMaxLattice;
    const char* const where = for_width >= for_reach ? " for a world this wide" : " for a world so far from the origin";
    return {ErrorKind::input, name(find_off_lattice(points, quantum)) + " is not a multiple of " + number_text(quantum) +
                                  "; round the coordinates to multiples of one step, at least " +
                                  number_text(std::max(for_width, for_reach)) + where};
}

Error too_wide(double quantum) {
    return {ErrorKind::failed, "the world is more than " + to_string(kMaxTileExtent) + " steps of " + number_text(quantum) +
                                   " wide or more than 2^29 steps from the origin; move it there or use a coarser step"};
}

}  // namespace

std::optional<int64_t> lattice_steps(double coordinate, double quantum) {
    const double ratio = coordinate / quantum, whole = std::floor(ratio + 0.5);
    const double slack = 1e-9 + 4 * std::numeric_limits<double>::epsilon() * std::fabs(ratio);
    if (!(std::fabs(whole) < 0x1p62) || std::fabs(ratio - whole) > slack) return std::nullopt;
    return int64_t(whole);
}

bool lattice_fits(std::span<const DVec3> points, double quantum) {
    return point_extent(points).fits(quantum);
}

Result<double> fit_lattice(std::span<const DVec3> points, double wanted, const PointName& name) {
    if (wanted != 0 && !(wanted >= 1e-9 && wanted <= 1e9)) {
        return Error{ErrorKind::usage, "the quantum must be a number from 1e-9 to 1e9, or 0"};
    }
    const PointExtent extent = point_extent(points);
    if (wanted != 0) {
        if (!extent.fits(wanted)) return too_wide(wanted);
        if (!are_on_lattice(points, wanted)) return off_lattice(points, wanted, name);
        return wanted;
    }
    if (!extent.fits(1)) {
        double quantum = 2;
        while (quantum < 0x1p29 && !extent.fits(quantum))
            quantum *= 2;
        if (!extent.fits(quantum)) return too_wide(quantum);
        if (!are_on_lattice(points, quantum)) return off_lattice(points, quantum, name);
        return quantum;
    }
    double finest = 1;
    for (const double quantum : fractions()) {
        if (!extent.fits(quantum)) break;
        if (are_on_lattice(points, quantum)) return quantum;
        finest = quantum;
    }
    return off_lattice(points, finest, name);
}

}  // namespace navspan
