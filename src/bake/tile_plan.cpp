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
#include <bit>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "interval_set.h"
#include "navspan/bake/generate_links.h"
#include "navspan/core/floor_div.h"
#include "navspan/core/memory.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {
namespace {

constexpr uint32_t kNotUsed = 0xffffffffu;

// inclusive
struct TileRange {
    int32_t x0 = 0, z0 = 0, x1 = 0, z1 = 0;
};

// floor for values that fit; the library's own is a call on the baseline processor
int32_t whole(double v) {
    const auto down = int32_t(v);
    return down - (double(down) > v);
}

// the tiles that see a triangle; false when it lies too far away
bool range_of(const TriangleSoup& soup, const std::array<uint32_t, 3>& triangle, const VoxelConfig& config, int32_t halo,
              TileRange& range) {
    const DVec3 &a = soup.vertices[triangle[0]], &b = soup.vertices[triangle[1]], &c = soup.vertices[triangle[2]];
    // converting keeps the order, so the ends alone are converted
    const auto cells = [&config](double v, double origin) { return (v - origin) / config.lattice.cell_size; };
    const DVec3& origin = config.lattice.origin;
    const double low_x = cells(std::min(std::min(a.x, b.x), c.x), origin.x);
    const double high_x = cells(std::max(std::max(a.x, b.x), c.x), origin.x);
    const double low_z = cells(std::min(std::min(a.z, b.z), c.z), origin.z);
    const double high_z = cells(std::max(std::max(a.z, b.z), c.z), origin.z);
    if (!(low_x > -kMaxLattice && high_x < kMaxLattice && low_z > -kMaxLattice && high_z < kMaxLattice)) return false;
    const int32_t margin = halo + 1, size = config.tile_size;
    range = {floor_div(whole(low_x) - margin, size), floor_div(whole(low_z) - margin, size),
             floor_div(whole(high_x) + margin, size), floor_div(whole(high_z) + margin, size)};
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
    // a level of many triangles has no memory for their ranges
    constexpr size_t kFewTriangles = 1 << 15;
    std::vector<TileRange> ranges(soup.triangles.size() <= kFewTriangles ? soup.triangles.size() : 0);
    TileRows rows;
    TileRange range;
    uint64_t pairs = 0;
    for (size_t i = 0; i < soup.triangles.size(); ++i) {
        if (!range_of(soup, soup.triangles[i], config, halo, range)) {
            return Error{ErrorKind::failed,
                         "the level lies more than 2^29 cells from the origin: move it, raise voxels.cell_size, or check the "
                         "input's scale for stray vertices"};
        }
        pairs += (uint64_t(int64_t{range.x1} - range.x0) + 1) * (uint64_t(int64_t{range.z1} - range.z0) + 1);
        if (pairs >= kNotUsed) {
            return Error{ErrorKind::failed, "triangles and the tiles they touch make more than 2^32 pairs: raise tiles.size"};
        }
        rows.add_rows(range);
        if (!ranges.empty()) ranges[i] = range;
    }
    const auto range_again = [&](size_t i) -> const TileRange& {
        if (!ranges.empty()) return ranges[i];
        range_of(soup, soup.triangles[i], config, halo, range);
        return range;
    };
    rows.finish_rows();
    if (const double bytes = plan_bytes(double(rows.rows()), 0, double(pairs)); bytes > most) return too_many(bytes, most);
    for (size_t i = 0; i < soup.triangles.size(); ++i)
        rows.add(range_again(i));
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
    for (size_t i = 0; i < soup.triangles.size(); ++i)
        rows.for_each(range_again(i), [&](size_t t) { ++plan.first[t]; });
    std::exclusive_scan(plan.first.begin(), plan.first.end(), plan.first.begin(), 0u);
    plan.triangles.resize(pairs);
    for (size_t i = 0; i < soup.triangles.size(); ++i)
        rows.for_each(range_again(i), [&](size_t t) { plan.triangles[plan.first[t]++] = uint32_t(i); });
    std::shift_right(plan.first.begin(), plan.first.end(), 1);
    plan.first.front() = 0;
    return plan;
}

namespace {

// The vertices that some triangles use, numbered in the order of the soup. Where they stand close in the soup, a bit each tells
// who is among them, and the number is a count of bits; else they are sorted and searched for.
class UsedVertices {
public:
    explicit UsedVertices(std::vector<uint32_t> vertices) : used_(std::move(vertices)) {
        if (used_.empty()) return;
        const auto [low, high] = std::minmax_element(used_.begin(), used_.end());
        base_ = *low;
        const size_t words = (*high - *low) / 64 + size_t{1};
        if (words > used_.size()) {
            std::sort(used_.begin(), used_.end());
            used_.erase(std::unique(used_.begin(), used_.end()), used_.end());
            return;
        }
        bits_.resize(words);
        for (const uint32_t v : used_)
            bits_[(v - base_) / 64] |= uint64_t{1} << (v - base_) % 64;
        before_.reserve(words);
        used_.clear();
        for (size_t word = 0; word < words; ++word) {
            before_.push_back(uint32_t(used_.size()));
            for (uint64_t bits = bits_[word]; bits != 0; bits &= bits - 1)
                used_.push_back(base_ + uint32_t(word * 64) + uint32_t(std::countr_zero(bits)));
        }
    }
    const std::vector<uint32_t>& ascending() const { return used_; }
    uint32_t number(uint32_t v) const {
        if (bits_.empty()) return uint32_t(std::lower_bound(used_.begin(), used_.end(), v) - used_.begin());
        const uint32_t at = v - base_;
        return before_[at / 64] + uint32_t(std::popcount(bits_[at / 64] & ((uint64_t{1} << at % 64) - 1)));
    }

private:
    std::vector<uint32_t> used_;
    uint32_t base_ = 0;             // the first
    std::vector<uint64_t> bits_;    // from there on; empty when sorted
    std::vector<uint32_t> before_;  // per word: how many are in the words before
};

}  // namespace

TriangleSoup tile_soup(const TriangleSoup& soup, const TilePlan& plan, size_t t) {
    const std::span<const uint32_t> triangles(plan.triangles.data() + plan.first[t], plan.first[t + 1] - plan.first[t]);
    std::vector<uint32_t> corners;
    corners.reserve(3 * triangles.size());
    for (const uint32_t i : triangles)
        corners.insert(corners.end(), soup.triangles[i].begin(), soup.triangles[i].end());
    const UsedVertices used(std::move(corners));
    TriangleSoup out;
    out.vertices.reserve(used.ascending().size());
    for (const uint32_t v : used.ascending())
        out.vertices.push_back(soup.vertices[v]);
    out.triangles.reserve(triangles.size());
    out.areas.reserve(triangles.size());
    for (const uint32_t i : triangles) {
        const auto& [a, b, c] = soup.triangles[i];
        out.triangles.push_back({used.number(a), used.number(b), used.number(c)});
        out.areas.push_back(soup.areas[i]);
    }
    // areas are decided: what the groups were called is of no use to a tile
    out.groups.resize(1);
    out.group_of.assign(triangles.size(), 0);
    return out;
}

}  // namespace navspan
