// Traces rings around the cells of a grid.
//
// In: cells with areas.
// Out: for each area, the rings on the lattice that bound its cells.
// Idea: Each side between a cell of the area and a cell outside becomes a directed edge with the area on its left. The tracer
// follows these edges. At a corner with two outgoing edges, it takes the left edge. This separates cells that touch only at a
// corner. When the tracer reaches a corner again, the edges since the first visit become a ring.
// Source: own method.
// Weak cases: none known.

#include "navspan/plan/cell_grid.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/predicates.h"

namespace navspan {
namespace {

// Directions of edges: +x, -z, -x, +z. Seen from above (x to the right, z down), each direction is a left turn from the
// previous direction.
constexpr std::array<int, 4> kStepX{1, 0, -1, 0}, kStepZ{0, -1, 0, 1};

// Traces all rings of one area.
class RingTracer {
public:
    RingTracer(const CellGrid& grid, uint8_t area, std::vector<uint8_t>& edges, GroundPlan& plan)
        : grid_(grid), area_(area), edges_(edges), plan_(plan) {}

    void trace_all() {
        for (int32_t z = 0; z <= grid_.depth; ++z) {
            for (int32_t x = 0; x <= grid_.width; ++x)
                mark_edges(x, z);
        }
        for (int32_t z = 0; z <= grid_.depth; ++z) {
            for (int32_t x = 0; x <= grid_.width; ++x) {
                while (edges_[at(x, z)] != 0)
                    trace({x, z});
            }
        }
    }

private:
    size_t at(int32_t x, int32_t z) const { return size_t(z) * (size_t(grid_.width) + 1) + size_t(x); }
    bool in(int32_t x, int32_t z) const { return grid_.area(x, z) == area_; }

    // Marks the edges that start at a corner. An edge has the area on its left and other cells on its right.
    void mark_edges(int32_t x, int32_t z) {
        const bool nw = in(x - 1, z - 1), ne = in(x, z - 1), sw = in(x - 1, z), se = in(x, z);
        edges_[at(x, z)] = uint8_t((ne && !se) | (nw && !ne) << 1 | (sw && !nw) << 2 | (se && !sw) << 3);
    }

    int take_edge(LatticePoint corner, int came) {
        uint8_t& edges = edges_[at(corner.x, corner.z)];
        // Prefer the left turn, which stays at the same cell.
        for (const int turn : {1, 0, 3, 2}) {
            const int direction = (came + turn) % 4;
            if (!(edges >> direction & 1)) continue;
            edges = uint8_t(edges & ~(1 << direction));
            return direction;
        }
        assert(false);
        return 0;
    }

    void trace(LatticePoint first) {
        // The previous call closed its last ring, which emptied walk_ and passed_.
        assert(walk_.empty() && passed_.empty());
        LatticePoint corner = first;
        int direction = 0;
        do {
            passed_[at(corner.x, corner.z)] = walk_.size();
            walk_.push_back(corner);
            direction = take_edge(corner, direction);
            corner = {corner.x + kStepX[size_t(direction)], corner.z + kStepZ[size_t(direction)]};
            const auto before = passed_.find(at(corner.x, corner.z));
            if (before != passed_.end()) close(before->second);
        } while (!walk_.empty());
    }

    // Moves all corners of walk_ with an index of at least `from` to a new ring. The ring omits collinear corners.
    void close(size_t from) {
        ring_.clear();
        const size_t n = walk_.size() - from;
        for (size_t i = 0; i < n; ++i) {
            const LatticePoint a = walk_[from + (i + n - 1) % n], b = walk_[from + i], c = walk_[from + (i + 1) % n];
            if (!is_collinear(a, b, c)) ring_.push_back(b);
        }
        add_ring(plan_, ring_);
        for (size_t i = from; i < walk_.size(); ++i)
            passed_.erase(at(walk_[i].x, walk_[i].z));
        walk_.resize(from);
    }

    const CellGrid& grid_;
    uint8_t area_;
    std::vector<uint8_t>& edges_;  // edges that start at each lattice corner: bit d for direction d
    GroundPlan& plan_;
    std::vector<LatticePoint> walk_, ring_;
    std::unordered_map<size_t, size_t> passed_;  // corner -> index in walk_; never iterated (unspecified order)
};

Status check_grid(const CellGrid& grid, const CellPlanParams& params) {
    const auto usage = [](std::string what) { return Error{ErrorKind::usage, "the cells: " + std::move(what)}; };
    if (!(params.cell_size > 0 && std::isfinite(params.cell_size)))
        return usage("cell_size is out of range; give a number above 0 [wu]");
    if (params.steps_per_cell < 1) return usage("steps_per_cell is out of range; give at least 1");
    if (grid.width < 0 || grid.depth < 0 || grid.areas.size() != uint64_t(grid.width) * uint64_t(grid.depth)) {
        return usage("the number of areas, " + std::to_string(grid.areas.size()) + ", is not width * depth, " +
                     std::to_string(grid.width) + " * " + std::to_string(grid.depth) + "; give one area per cell");
    }
    if (int64_t{std::max(grid.width, grid.depth)} * params.steps_per_cell <= kMaxTileExtent) return Done{};
    return Error{ErrorKind::failed, "the cells: a side has more than " + std::to_string(kMaxTileExtent) +
                                        " lattice steps; split the grid, or lower steps_per_cell"};
}

}  // namespace

Result<GroundPlan> plan_of_cells(const CellGrid& grid, const CellPlanParams& params) {
    if (Status valid = check_grid(grid, params); !valid) return valid.error();
    GroundPlan plan;
    plan.quantum = params.cell_size / params.steps_per_cell;
    std::array<bool, 256> used{};
    for (const uint8_t area : grid.areas)
        used[area] = true;
    std::vector<uint8_t> edges((size_t(grid.width) + 1) * (size_t(grid.depth) + 1), 0);
    for (int area = 1; area < 256; ++area) {
        if (!used[size_t(area)]) continue;
        add_shape(plan, uint8_t(area));
        RingTracer(grid, uint8_t(area), edges, plan).trace_all();
    }
    for (LatticePoint& point : plan.points)
        point = {point.x * params.steps_per_cell, point.z * params.steps_per_cell};
    return plan;
}

}  // namespace navspan
