// Finds the lattice on which the corners of Detour's polygons lie.
//
// In: tiles whose positions are 32-bit floats.
// Out: a lattice.
// Idea: Recast places corners on a cell grid. Each tile stores the inverse of the cell size (bvQuantFactor). If all corners lie
// on that grid, the grid is the lattice. Otherwise, the lattice divides each cell into up to 1024 steps per axis. Rounding then
// moves corners by at most half a step.
// Source: own method.
// Weak cases: In a wide world, the lattice has fewer steps per cell.

#include "io/detour/lattice.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace navspan {
namespace {

constexpr int kMaxHalvings = 10;
constexpr double kFloatStep = 0x1p-23;

// Calls visit(position) for every corner of every ground polygon.
template <class Visit>
void for_each_corner(const DetourSet& set, Visit visit) {
    for (const DetourTile& tile : set.tiles) {
        for (size_t p = 0; p < tile.details.size(); ++p) {
            for (size_t i = 0; i < tile.polygons[p].corner_count; ++i)
                visit(&tile.vertices[size_t{3} * tile.polygons[p].corners[i]]);
        }
    }
}

// Returns the cell size: the shortest decimal number (at most 7 digits) whose inverse equals the factor in single precision.
// Returns 1 / factor if no such number exists.
double cell_of(float factor) {
    const double cell = 1 / double(factor);
    for (int digits = 1; digits <= 7; ++digits) {
        char text[40];
        const char* const end = std::to_chars(text, text + sizeof text, cell, std::chars_format::scientific, digits - 1).ptr;
        double rounded = 0;
        std::from_chars(text, end, rounded);
        if (1 / float(rounded) == factor || float(1 / rounded) == factor) return rounded;
    }
    return cell;
}

bool is_quantum(double q) {
    return q >= 1e-9 && q <= 1e9;
}

struct LevelExtent {
    double low[2], high[2];  // bounds of x and z relative to the origin [wu]
    bool is_empty() const { return low[0] > high[0]; }
    bool fits(double quantum) const {
        double widest = 0, farthest = 0;
        for (int i = 0; i < 2; ++i) {
            widest = std::max(widest, high[i] - low[i]);
            farthest = std::max({farthest, std::fabs(low[i]), std::fabs(high[i])});
        }
        return widest / quantum <= kMaxTileExtent - 2 && farthest / quantum <= kMaxLattice - 2;
    }
};

LevelExtent extent_of(const DetourSet& set, DVec3 origin) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    LevelExtent extent{{kFar, kFar}, {-kFar, -kFar}};
    for_each_corner(set, [&](const float* p) {
        const double at[2] = {double(p[0]) - origin.x, double(p[2]) - origin.z};
        for (int i = 0; i < 2; ++i) {
            extent.low[i] = std::min(extent.low[i], at[i]);
            extent.high[i] = std::max(extent.high[i], at[i]);
        }
    });
    return extent;
}

bool holds_all(const DetourSet& set, const DetourLattice& lattice) {
    bool all = true;
    const auto test = [&](double coordinate, double origin) {
        const double steps = (coordinate - origin) / lattice.quantum;
        const double slack = 1.0 / 16 + 4 * kFloatStep * (std::fabs(coordinate) + std::fabs(origin)) / lattice.quantum;
        all &= slack < 0.25 && std::fabs(steps - std::floor(steps + 0.5)) <= slack;
    };
    for_each_corner(set, [&](const float* p) {
        test(double(p[0]), lattice.origin.x);
        test(double(p[2]), lattice.origin.z);
    });
    return all;
}

}  // namespace

Result<DetourLattice> find_detour_lattice(const DetourSet& set) {
    DetourLattice lattice;
    lattice.origin = {double(set.header.origin[0]), 0, double(set.header.origin[2])};
    const LevelExtent extent = extent_of(set, lattice.origin);
    if (extent.is_empty()) return input_error("the tile set has no polygons");
    const float factor = set.tiles.empty() ? 0 : set.tiles[0].header.tree_factor;
    lattice.quantum = factor > 0 && is_quantum(1 / double(factor)) ? cell_of(factor) : 1;
    if (extent.fits(lattice.quantum) && holds_all(set, lattice)) {
        lattice.is_exact = true;
        return lattice;
    }
    lattice.quantum = std::ldexp(lattice.quantum, -kMaxHalvings);
    // The loop terminates, because read_detour_set limits coordinates to 1e9.
    while (!is_quantum(lattice.quantum) || !extent.fits(lattice.quantum))
        lattice.quantum *= 2;
    return lattice;
}

}  // namespace navspan
