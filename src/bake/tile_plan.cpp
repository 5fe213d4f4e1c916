// The tile plan: which tiles there are, and which triangles each of them sees.
//
// In: a soup in world units and the lattice. Out: tiles of equal size, numbered from the lattice's origin, so that a border
// between two tiles lies on the same lattice line whatever else is in the world. A triangle goes to every tile whose window,
// halo included, its bounding box touches, with a cell to spare for rounding. Only tiles that something touches exist, so a
// sparse world costs nothing in between. Which they are is found row by row as intervals, so that their number, and what
// memory a list of them takes, is known before there is one. The lists are made by counting, and keep the soup's order: a
// tile's product is a pure function of them.
//
// Weak case: a large slanted triangle goes to tiles that its box touches and it does not.

#include "navspan/bake/tile_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "interval_set.h"
#include "navspan/bake/generate_links.h"
#include "navspan/core/memory.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {
namespace {

constexpr uint32_t kNotUsed = 0xffffffffu;

// inclusive
struct TileRange {
    int32_t x0 = 0, z0 = 0, x1 = 0, z1 = 0;
};

int32_t floor_div(int64_t a, int64_t b) {
    return int32_t(a >= 0 ? a / b : -((b - 1 - a) / b));
}

// the tiles that see a triangle; false when it lies too far away
bool range_of(const TriangleSoup& soup, const std::array<uint32_t, 3>& triangle, const VoxelConfig& config, int32_t halo,
              TileRange& range) {
    double low_x = std::numeric_limits<double>::infinity(), high_x = -low_x, low_z = low_x, high_z = -low_x;
    for (const uint32_t v : triangle) {
        const double x = (soup.vertices[v].x - config.lattice.origin.x) / config.lattice.cell_size;
        const double z = (soup.vertices[v].z - config.lattice.origin.z) / config.lattice.cell_size;
        low_x = std::min(low_x, x), high_x = std::max(high_x, x);
        low_z = std::min(low_z, z), high_z = std::max(high_z, z);
    }
    if (!(low_x > -kMaxLattice && high_x < kMaxLattice && low_z > -kMaxLattice && high_z < kMaxLattice)) return false;
    const int64_t margin = int64_t{halo} + 1;
    range = {floor_div(int64_t(std::floor(low_x)) - margin, config.tile_size),
             floor_div(int64_t(std::floor(low_z)) - margin, config.tile_size),
             floor_div(int64_t(std::floor(high_x)) + margin, config.tile_size),
             floor_div(int64_t(std::floor(high_z)) + margin, config.tile_size)};
    return true;
}

// The tiles that triangles touch, row by row; numbered by (tile_z, tile_x).
class TileRows {
public:
    void add_rows(const TileRange& range) { rows_.add(range.z0, range.z1); }
    void finish_rows() {
        rows_.finish();
        columns_.resize(rows_.size());
        before_.resize(rows_.size());
    }
    size_t rows() const { return rows_.size(); }
    void add(const TileRange& range) {
        const size_t row = rows_.rank(range.z0);
        for (int32_t z = range.z0; z <= range.z1; ++z)
            columns_[row + size_t(z - range.z0)].add(range.x0, range.x1);
    }
    void finish() {
        for (size_t row = 0; row < columns_.size(); ++row) {
            columns_[row].finish();
            before_[row] = tiles_;
            tiles_ += columns_[row].size();
        }
    }
    uint64_t tiles() const { return tiles_; }
    /// Calls visit(number) for the tiles of a range that was added.
    template <class Visit>
    void for_each(const TileRange& range, Visit visit) const {
        const size_t first_row = rows_.rank(range.z0);
        for (size_t row = first_row; row <= first_row + size_t(range.z1 - range.z0); ++row) {
            const size_t first = before_[row] + columns_[row].rank(range.x0);
            for (size_t t = first; t <= first + size_t(range.x1 - range.x0); ++t)
                visit(t);
        }
    }
    /// Calls visit(tile_x, tile_z) for all tiles in their order.
    template <class Visit>
    void for_each(Visit visit) const {
        size_t row = 0;
        rows_.for_each([&](int32_t z) { columns_[row++].for_each([&](int32_t x) { visit(x, z); }); });
    }

private:
    IntervalSet rows_;                  // tile_z
    std::vector<IntervalSet> columns_;  // of each row: tile_x
    std::vector<size_t> before_;        // of each row: tiles in rows before
    size_t tiles_ = 0;
};

// a row of tiles has its intervals at least, a tile its window and its place in the list of triangles
double plan_bytes(double rows, double tiles, double pairs) {
    constexpr double kRow = sizeof(IntervalSet) + 2 * sizeof(size_t) + 16;
    return kRow * rows + double(sizeof(TileWindow) + sizeof(uint32_t)) * tiles + double(sizeof(uint32_t)) * pairs;
}

Error too_many(double bytes, double most) {
    const auto megabytes = [](double b) { return std::to_string(uint64_t(std::ceil(b / (1 << 20)))) + " MB"; };
    return Error{ErrorKind::failed, "to list which triangles each tile sees takes " + megabytes(bytes) +
                                        " or more, and there are " + megabytes(most) + ": raise tiles.size"};
}

}  // namespace

int32_t halo_cells(const VoxelConfig& config) {
    // one neighbour cell must be right, for the links across the border; what it is depends on
    int32_t halo = 1;
    if (config.median_filter) halo += 1;
    // blocked edges within the radius, and the cells beyond those edges
    halo += config.erosion == ErosionMethod::chamfer ? config.walkable_radius : int32_t(std::ceil(config.radius));
    if (config.ledges != LedgeTest::off) halo += config.ledges == LedgeTest::slope_aware ? 2 : 1;
    return halo + generate_links_reach(generate_links_params(config));
}

Result<TilePlan> plan_tiles(const TriangleSoup& soup, const VoxelConfig& config, double max_bytes) {
    const double most = max_bytes > 0 ? max_bytes : memory_limit_bytes();
    const int32_t halo = halo_cells(config);
    TileRows rows;
    TileRange range;
    uint64_t pairs = 0;
    for (const auto& triangle : soup.triangles) {
        if (!range_of(soup, triangle, config, halo, range)) {
            return Error{ErrorKind::failed,
                         "the level lies more than 2^29 cells from the origin: move it, raise voxels.cell_size, or check the "
                         "input's scale for stray vertices"};
        }
        pairs += (uint64_t(int64_t{range.x1} - range.x0) + 1) * (uint64_t(int64_t{range.z1} - range.z0) + 1);
        if (pairs >= kNotUsed) {
            return Error{ErrorKind::failed, "triangles and the tiles they touch make more than 2^32 pairs: raise tiles.size"};
        }
        rows.add_rows(range);
    }
    rows.finish_rows();
    if (const double bytes = plan_bytes(double(rows.rows()), 0, double(pairs)); bytes > most) return too_many(bytes, most);
    for (const auto& triangle : soup.triangles) {
        range_of(soup, triangle, config, halo, range);
        rows.add(range);
    }
    rows.finish();
    const double bytes = plan_bytes(double(rows.rows()), double(rows.tiles()), double(pairs));
    if (bytes > most) return too_many(bytes, most);

    TilePlan plan;
    plan.tiles.reserve(rows.tiles());
    rows.for_each([&](int32_t x, int32_t z) {
        plan.tiles.push_back({.tile_x = x,
                              .tile_z = z,
                              .x0 = x * config.tile_size,
                              .z0 = z * config.tile_size,
                              .size = config.tile_size,
                              .halo = halo});
    });
    // counts become beginnings, and those the ends of the tiles before while the triangles are filled in
    plan.first.assign(rows.tiles() + 1, 0);
    for (const auto& triangle : soup.triangles) {
        range_of(soup, triangle, config, halo, range);
        rows.for_each(range, [&](size_t t) { ++plan.first[t]; });
    }
    std::exclusive_scan(plan.first.begin(), plan.first.end(), plan.first.begin(), 0u);
    plan.triangles.resize(pairs);
    for (uint32_t i = 0; i < soup.triangles.size(); ++i) {
        range_of(soup, soup.triangles[i], config, halo, range);
        rows.for_each(range, [&](size_t t) { plan.triangles[plan.first[t]++] = i; });
    }
    std::shift_right(plan.first.begin(), plan.first.end(), 1);
    plan.first.front() = 0;
    return plan;
}

TriangleSoup tile_soup(const TriangleSoup& soup, const TilePlan& plan, size_t t) {
    const size_t count = plan.first[t + 1] - plan.first[t];
    std::vector<uint32_t> used;
    used.reserve(3 * count);
    for (uint32_t k = plan.first[t]; k < plan.first[t + 1]; ++k) {
        const auto& triangle = soup.triangles[plan.triangles[k]];
        used.insert(used.end(), triangle.begin(), triangle.end());
    }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    TriangleSoup out;
    out.vertices.reserve(used.size());
    for (const uint32_t v : used)
        out.vertices.push_back(soup.vertices[v]);
    const auto number = [&](uint32_t v) { return uint32_t(std::lower_bound(used.begin(), used.end(), v) - used.begin()); };
    out.triangles.reserve(count);
    out.areas.reserve(count);
    for (uint32_t k = plan.first[t]; k < plan.first[t + 1]; ++k) {
        const uint32_t i = plan.triangles[k];
        const auto& [a, b, c] = soup.triangles[i];
        out.triangles.push_back({number(a), number(b), number(c)});
        out.areas.push_back(soup.areas[i]);
    }
    // areas are decided: what the groups were called is of no use to a tile
    out.groups.resize(1);
    out.group_of.assign(count, 0);
    return out;
}

}  // namespace navspan
