// Computes the tile plan.
//
// In: triangles and the config.
// Out: the tiles that exist and, for each tile, the triangles that may touch its window.
// Idea: Tiles have equal size and are numbered from the origin of the lattice. A triangle is listed for each tile whose window
// touches the triangle's bounding box, with a margin of one cell. Tiles without triangles do not exist.
// Source: own method.
// Weak cases: A large slanted triangle is also listed for tiles that only its bounding box touches.

#include "bake/world/tile_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "bake/config/check_soup.h"
#include "bake/jumps/generate_links.h"
#include "bake/regions/interval_set.h"
#include "core/floor_div.h"
#include "core/group_by_count.h"
#include "core/memory.h"
#include "core/simd.h"
#include "core/text.h"
#include "navspan/core/no_index.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {
namespace {

// A rectangle in the x-z plane [wu].
struct BoxXz {
    double low_x = 0, low_z = 0, high_x = 0, high_z = 0;
};

BoxXz box_of(const DVec3& a, const DVec3& b, const DVec3& c) {
    const F64x2 p{a.x, a.z}, q{b.x, b.z}, r{c.x, c.z}, low = least(p, q, r), high = greatest(p, q, r);
    return {low[0], low[1], high[0], high[1]};
}

// True if each field of a box lies strictly between the same fields of both limits.
bool is_within(const BoxXz& box, const std::array<BoxXz, 2>& limits) {
    const auto& [from, to] = limits;
    const auto low = load<F64x2>(&box.low_x), high = load<F64x2>(&box.high_x);
    const I64x2 inside = (low > load<F64x2>(&from.low_x)) & (low < load<F64x2>(&to.low_x)) &
                         (high > load<F64x2>(&from.high_x)) & (high < load<F64x2>(&to.high_x));
    return !any(~inside);
}

// Consecutive triangles that have the same range of tiles.
struct RangeRun {
    uint32_t end = 0;  // index after the last triangle
    TileRectangle range;
};

// Finds the tiles whose windows touch the bounding boxes of triangles.
class TileFinder {
public:
    TileFinder(const VoxelConfig& config, int32_t halo)
        : origin_(config.lattice.origin),
          cell_size_(config.lattice.cell_size),
          tile_size_(config.tile_size),
          margin_(halo + 1) {}

    /// Finds the tiles of a box. Returns false if the box is too far from the origin.
    bool find(const BoxXz& box, TileRectangle& range) const {
        return find_along(box.low_x - origin_.x, box.high_x - origin_.x, range.x0, range.x1) &&
               find_along(box.low_z - origin_.z, box.high_z - origin_.z, range.z0, range.z1);
    }

    /// Returns lower and upper limits on the coordinates of a box. A box within these limits has exactly the tiles of `range`.
    /// A rounding tolerance tightens the limits.
    std::array<BoxXz, 2> limits_for(const TileRectangle& range) const {
        const double slack = cell_size_ * 0x1p-10;
        const auto corners = [&](int32_t tiles, double offset) {
            const auto position = [&](double origin, int32_t tile, int32_t margin) {
                return origin + ((double(tile) + tiles) * tile_size_ + margin) * cell_size_ + offset;
            };
            return BoxXz{position(origin_.x, range.x0, margin_), position(origin_.z, range.z0, margin_),
                         position(origin_.x, range.x1, -margin_), position(origin_.z, range.z1, -margin_)};
        };
        return {corners(0, slack), corners(1, -slack)};
    }

private:
    bool find_along(double low, double high, int32_t& first, int32_t& last) const {
        low /= cell_size_;
        high /= cell_size_;
        if (!(low > -kMaxLattice && high < kMaxLattice)) return false;
        first = floor_div(floor_to<int32_t>(low) - margin_, tile_size_);
        last = floor_div(floor_to<int32_t>(high) + margin_, tile_size_);
        return true;
    }

    const DVec3 origin_;
    const double cell_size_;
    const int32_t tile_size_, margin_;
};

// Finds the tiles of all triangles. Most triangles have the same tiles as the previous triangle, so this case is tested first.
Result<std::vector<RangeRun>> find_range_runs(const TriangleSoup& soup, const TileFinder& finder) {
    std::vector<RangeRun> runs;
    std::array<BoxXz, 2> limits{};
    limits[0].low_x = 1;  // lower limit 1, upper limit 0: no box is within the initial limits
    for (uint32_t i = 0; i < soup.triangles.size(); ++i) {
        const auto& [ia, ib, ic] = soup.triangles[i];
        const BoxXz box = box_of(soup.vertices[ia], soup.vertices[ib], soup.vertices[ic]);
        if (is_within(box, limits)) continue;
        TileRectangle range;
        if (!finder.find(box, range)) {
            return Error{ErrorKind::failed,
                         "the level lies more than 2^29 cells from the origin; move it, raise voxels.cell_size, or check the "
                         "input's scale for stray vertices"};
        }
        if (!runs.empty() && runs.back().range == range) continue;
        if (!runs.empty()) runs.back().end = i;
        runs.push_back({uint32_t(soup.triangles.size()), range});
        limits = finder.limits_for(range);
    }
    return runs;
}

// Stores the existing tiles in a table over their bounding rectangle. Used if the tiles are close together. Tiles are numbered
// in the order of (tile_z, tile_x).
class TileTable {
public:
    explicit TileTable(const TileRectangle& all) : all_(all), number_(all.width() * all.depth(), kNoIndex) {}
    void add(const TileRectangle& range) {
        visit_slots(range, [&](size_t slot) { number_[slot] = 0; });
    }
    void finish() {
        for (uint32_t& number : number_) {
            if (number != kNoIndex) number = tiles_++;
        }
    }
    uint64_t tiles() const { return tiles_; }
    /// Calls visit(number) for each tile in `range`. Precondition: `range` was added before.
    template <class Visit>
    void for_each(const TileRectangle& range, Visit visit) const {
        visit_slots(range, [&](size_t slot) { visit(number_[slot]); });
    }
    /// Calls visit(tile_x, tile_z) for all tiles in the order of their numbers.
    template <class Visit>
    void for_each(Visit visit) const {
        for (size_t slot = 0; slot < number_.size(); ++slot) {
            if (number_[slot] == kNoIndex) continue;
            visit(all_.x0 + int32_t(slot % all_.width()), all_.z0 + int32_t(slot / all_.width()));
        }
    }

private:
    template <class Visit>
    void visit_slots(const TileRectangle& range, Visit visit) const {
        for (int32_t z = range.z0; z <= range.z1; ++z) {
            const size_t row = size_t(z - all_.z0) * all_.width();
            for (int32_t x = range.x0; x <= range.x1; ++x)
                visit(row + size_t(x - all_.x0));
        }
    }

    const TileRectangle all_;
    std::vector<uint32_t> number_;
    uint32_t tiles_ = 0;
};

// Like TileTable, but stores intervals of tiles for each row. Used if the tiles may be far apart.
class TileRows {
public:
    void add_rows(const TileRectangle& range) { rows_.add(range.z0, range.z1); }
    void finish_rows() {
        rows_.finish();
        columns_.resize(rows_.size());
        before_.resize(rows_.size());
    }
    size_t rows() const { return rows_.size(); }
    void add(const TileRectangle& range) {
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
    /// Calls visit(number) for each tile in `range`. Precondition: `range` was added before.
    template <class Visit>
    void for_each(const TileRectangle& range, Visit visit) const {
        const size_t first_row = rows_.rank(range.z0);
        for (size_t row = first_row; row <= first_row + size_t(range.z1 - range.z0); ++row) {
            const size_t first = before_[row] + columns_[row].rank(range.x0);
            for (size_t t = first; t <= first + size_t(range.x1 - range.x0); ++t)
                visit(t);
        }
    }
    /// Calls visit(tile_x, tile_z) for all tiles in the order of their numbers.
    template <class Visit>
    void for_each(Visit visit) const {
        size_t row = 0;
        rows_.for_each([&](int32_t z) { columns_[row++].for_each([&](int32_t x) { visit(x, z); }); });
    }

private:
    IntervalSet rows_;                  // tile_z of the rows with tiles
    std::vector<IntervalSet> columns_;  // tile_x of the tiles of each row
    std::vector<size_t> before_;        // number of tiles in the rows before each row
    size_t tiles_ = 0;
};

// Lower bound on the memory of a plan [byte]. Counts the intervals of each row, the window and start offset of each tile, and
// one index for each pair of triangle and tile.
double min_plan_bytes(double rows, double tiles, double pairs) {
    constexpr double kRow = sizeof(IntervalSet) + 2 * sizeof(size_t) + 16;
    return kRow * rows + double(sizeof(TileWindow) + sizeof(uint32_t)) * tiles + double(sizeof(uint32_t)) * pairs;
}

Status check_plan_size(const MemoryBudget& budget, double bytes) {
    return check_budget(budget, "the tiles' lists of triangles", bytes, "raise tiles.size");
}

// Lists the triangles of each tile in the order of the soup, because the bytes of a tile depend on this order.
template <class Tiles>
TilePlan list_triangles(const Tiles& tiles, std::span<const RangeRun> runs, const VoxelConfig& config, int32_t halo) {
    TilePlan plan;
    plan.tiles.reserve(tiles.tiles());
    tiles.for_each([&](int32_t x, int32_t z) {
        plan.tiles.push_back({.tile_x = x,
                              .tile_z = z,
                              .x0 = x * config.tile_size,
                              .z0 = z * config.tile_size,
                              .size = config.tile_size,
                              .halo = halo});
    });
    const auto for_each_pair = [&](auto visit) {
        uint32_t begin = 0;
        for (const RangeRun& run : runs) {
            tiles.for_each(run.range, [&](size_t t) {
                for (uint32_t i = begin; i < run.end; ++i)
                    visit(t, i);
            });
            begin = run.end;
        }
    };
    group_by_count(tiles.tiles(), for_each_pair, plan.first, plan.triangles);
    return plan;
}

}  // namespace

int32_t halo_cells(const VoxelConfig& config) {
    // Each stage of the bake reads neighbour cells up to some distance; the halo is the sum of these distances. The initial 1:
    // linking tiles needs exact results in the first cell outside the tile.
    int32_t halo = 1;
    if (config.median_filter) halo += 1;
    // Erosion reads blocked edges within the radius, and the cells behind these edges.
    halo += config.erosion == ErosionMethod::chamfer ? config.walkable_radius : int32_t(std::ceil(config.radius));
    if (config.ledges != LedgeTest::off) halo += config.ledges == LedgeTest::slope_aware ? 2 : 1;
    return halo + generate_links_reach(generate_links_params(config));
}

Result<TilePlan> plan_tiles(const TriangleSoup& soup, const VoxelConfig& config, MemoryBudget budget) {
    if (budget.bytes <= 0) budget = {.bytes = memory_limit_bytes()};
    const int32_t halo = halo_cells(config);
    const Result<std::vector<RangeRun>> found = find_range_runs(soup, TileFinder(config, halo));
    if (!found) return found.error();
    const std::span<const RangeRun> runs = *found;
    TileRectangle all = runs.empty() ? TileRectangle{0, 0, 0, 0} : runs.front().range;
    uint64_t pairs = 0;
    uint32_t begin = 0;
    for (const RangeRun& run : runs) {
        const uint64_t tiles = run.range.width() * run.range.depth();
        if (tiles < kNoIndex) pairs += (run.end - begin) * tiles;
        if (tiles >= kNoIndex || pairs >= kNoIndex) {
            return Error{ErrorKind::failed, "triangles and the tiles they touch make more than 2^32 pairs; raise tiles.size"};
        }
        all = all.join(run.range);
        begin = run.end;
    }
    if (Status s = check_on_lattice(soup, config.lattice); !s) return s.error();

    constexpr uint64_t kFewTiles = 1 << 12;
    if (all.width() <= kFewTiles && all.width() * all.depth() <= kFewTiles) {
        TileTable tiles(all);
        for (const RangeRun& run : runs)
            tiles.add(run.range);
        tiles.finish();
        const double bytes = min_plan_bytes(0, double(tiles.tiles()), double(pairs));
        if (const Status fits = check_plan_size(budget, bytes); !fits) return fits.error();
        return list_triangles(tiles, runs, config, halo);
    }
    TileRows tiles;
    for (const RangeRun& run : runs)
        tiles.add_rows(run.range);
    tiles.finish_rows();
    const double bytes_of_rows = min_plan_bytes(double(tiles.rows()), 0, double(pairs));
    if (const Status fits = check_plan_size(budget, bytes_of_rows); !fits) return fits.error();
    for (const RangeRun& run : runs)
        tiles.add(run.range);
    tiles.finish();
    const double bytes = min_plan_bytes(double(tiles.rows()), double(tiles.tiles()), double(pairs));
    if (const Status fits = check_plan_size(budget, bytes); !fits) return fits.error();
    return list_triangles(tiles, runs, config, halo);
}

namespace {

// Numbers the vertices of some triangles in the order of the soup. If the used indices span a small range, uses a table, else
// binary search.
class UsedVertices {
public:
    explicit UsedVertices(std::vector<uint32_t> vertices) : used_(std::move(vertices)) {
        if (used_.empty()) return;
        const auto [low, high] = std::minmax_element(used_.begin(), used_.end());
        base_ = *low;
        constexpr size_t kMaxEach = 16;  // maximum number of table entries per triangle corner
        const size_t slots = size_t{*high} - *low + 1;
        if (slots > kMaxEach * used_.size()) {
            std::sort(used_.begin(), used_.end());
            used_.erase(std::unique(used_.begin(), used_.end()), used_.end());
            return;
        }
        number_.assign(slots, kNoIndex);
        for (const uint32_t v : used_)
            number_[v - base_] = 0;
        used_.clear();
        for (size_t slot = 0; slot < slots; ++slot) {
            if (number_[slot] == kNoIndex) continue;
            number_[slot] = uint32_t(used_.size());
            used_.push_back(base_ + uint32_t(slot));
        }
    }
    const std::vector<uint32_t>& ascending() const { return used_; }
    uint32_t number(uint32_t v) const {
        if (!number_.empty()) return number_[v - base_];
        return uint32_t(std::lower_bound(used_.begin(), used_.end(), v) - used_.begin());
    }

private:
    std::vector<uint32_t> used_;
    uint32_t base_ = 0;  // smallest used index
    // Indexed by vertex index - base_: number of the vertex, or kNoIndex. Empty if the used indices span a large range.
    std::vector<uint32_t> number_;
};

}  // namespace

TriangleSoup extract_triangles(const TriangleSoup& soup, std::span<const uint32_t> triangles) {
    std::vector<uint32_t> corners(3 * triangles.size());
    for (size_t k = 0; k < triangles.size(); ++k)
        std::copy_n(soup.triangles[triangles[k]].begin(), 3, corners.begin() + std::ptrdiff_t(3 * k));
    const UsedVertices used(std::move(corners));
    TriangleSoup out;
    out.vertices.resize(used.ascending().size());
    for (size_t n = 0; n < out.vertices.size(); ++n)
        out.vertices[n] = soup.vertices[used.ascending()[n]];
    out.triangles.resize(triangles.size());
    out.areas.resize(triangles.size());
    for (size_t k = 0; k < triangles.size(); ++k) {
        const auto& [a, b, c] = soup.triangles[triangles[k]];
        out.triangles[k] = {used.number(a), used.number(b), used.number(c)};
        out.areas[k] = soup.areas[triangles[k]];
    }
    // Areas are already assigned, so the names of groups are not needed.
    out.groups.resize(1);
    out.group_of.assign(triangles.size(), 0);
    return out;
}

}  // namespace navspan
