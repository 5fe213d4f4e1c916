// The tile plan: which tiles there are, and which triangles each of them sees.
//
// In: a soup in world units and the lattice. Out: tiles of equal size, numbered from the lattice's origin, so that a border
// between two tiles lies on the same lattice line whatever else is in the world. A triangle goes to every tile whose window,
// halo included, its bounding box touches, with a cell to spare for rounding. Only tiles that something touches exist, so a
// sparse world costs nothing in between. The lists are made by counting, and keep the soup's order: a tile's product is a pure
// function of them.
//
// Weak case: a large slanted triangle goes to tiles that its box touches and it does not.

#include "navspan/bake/tile_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

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

// A number for every tile, made when it is first asked for. Triangles come in the order in which they were modelled, so the
// tile asked for is nearly always the one before.
class TileCounts {
public:
    uint64_t& operator()(int32_t tile_z, int32_t tile_x) {
        const std::pair place{tile_z, tile_x};
        if (!last_ || last_->first != place) last_ = &*counts_.try_emplace(place, 0).first;
        return last_->second;
    }
    std::map<std::pair<int32_t, int32_t>, uint64_t>& ordered() { return counts_; }

private:
    std::map<std::pair<int32_t, int32_t>, uint64_t> counts_;  // by (tile_z, tile_x)
    decltype(counts_)::value_type* last_ = nullptr;
};

}  // namespace

int32_t halo_cells(const VoxelConfig& config) {
    // one neighbour cell must be right, for the links across the border; what it is depends on
    int32_t halo = 1;
    if (config.median_filter) halo += 1;
    // blocked edges within the radius, and the cells beyond those edges
    halo += config.erosion == ErosionMethod::chamfer ? config.walkable_radius : int32_t(std::ceil(config.radius));
    if (config.ledges != LedgeTest::off) halo += config.ledges == LedgeTest::slope_aware ? 2 : 1;
    return halo;
}

Result<TilePlan> plan_tiles(const TriangleSoup& soup, const VoxelConfig& config) {
    const int32_t halo = halo_cells(config);
    TileCounts count;  // of triangles
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
        for (int32_t z = range.z0; z <= range.z1; ++z) {
            for (int32_t x = range.x0; x <= range.x1; ++x)
                ++count(z, x);
        }
    }
    TilePlan plan;
    plan.first.push_back(0);
    for (auto& [place, triangles] : count.ordered()) {
        plan.tiles.push_back({.tile_x = place.second,
                              .tile_z = place.first,
                              .x0 = place.second * config.tile_size,
                              .z0 = place.first * config.tile_size,
                              .size = config.tile_size,
                              .halo = halo});
        const uint64_t before = plan.first.back();
        plan.first.push_back(uint32_t(before + triangles));
        triangles = before;  // from here on: where the tile's next triangle goes
    }
    plan.triangles.resize(pairs);
    for (uint32_t i = 0; i < soup.triangles.size(); ++i) {
        range_of(soup, soup.triangles[i], config, halo, range);
        for (int32_t z = range.z0; z <= range.z1; ++z) {
            for (int32_t x = range.x0; x <= range.x1; ++x)
                plan.triangles[count(z, x)++] = i;
        }
    }
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
