// The exact height of the ground at a point.
//
// In: the triangle soup and the area of each triangle.
// Out: the walkable triangles, prepared for point and row queries and binned by square blocks of cells.
// Idea: two triangles with a common edge compute points on that edge from the same end point, with identical results. So each
// point on the edge is on at least one of the two triangles. All computations are in double and use only + - * /. Surfaces may
// lie above each other: a query specifies a vertical range, and the highest ground in this range is returned.
// Weak cases: if a low obstacle is walkable only because of filter low_hanging, the ground there is the walkable surface below
// the obstacle, if there is one.

#include "bake/detail/height_source.h"

#include <cmath>
#include <utility>

#include "core/group_by_count.h"

namespace navspan {
namespace {

// Computes t from its corners. Returns false if the triangle has no area seen from above.
bool prepare(std::array<DVec3, 3> corners, HeightTriangle& t) {
    const auto& [a, b, c] = corners;
    const double abx = b.x - a.x, abz = b.z - a.z, acx = c.x - a.x, acz = c.z - a.z;
    const double turn = abz * acx - abx * acz;
    if (!(std::fabs(turn) > 1e-12)) return false;
    t.x = a.x, t.z = a.z, t.y = a.y;
    t.slope_x = (abz * (c.y - a.y) - acz * (b.y - a.y)) / turn;
    t.slope_z = (acx * (b.y - a.y) - abx * (c.y - a.y)) / turn;
    t.min_x = std::min({a.x, b.x, c.x});
    t.max_x = std::max({a.x, b.x, c.x});
    t.min_z = std::min({a.z, b.z, c.z});
    t.max_z = std::max({a.z, b.z, c.z});
    t.min_y = std::min({a.y, b.y, c.y});
    t.max_y = std::max({a.y, b.y, c.y});

    // In a triangle that is counter-clockwise seen from above, the inside is on the higher-x side of each edge that points
    // towards higher z.
    int left = 0, right = 0;
    for (size_t k = 0; k < 3; ++k) {
        const DVec3& from = corners[k];
        const DVec3& to = corners[(k + 1) % 3];
        if (from.z == to.z) continue;
        const DVec3& low = from.z < to.z ? from : to;
        const DVec3& high = from.z < to.z ? to : from;
        const LineOverZ<double> side{low.z, low.x, (high.x - low.x) / (high.z - low.z)};
        const bool inside_above = (from.z < to.z) == (turn > 0);
        (inside_above ? t.left[size_t(left++)] : t.right[size_t(right++)]) = side;
    }
    if (left == 1) t.left[1] = t.left[0];
    if (right == 1) t.right[1] = t.right[0];
    return left > 0 && right > 0;
}

// Calls visit(bin) for each bin that the triangle touches.
template <class Visit>
void visit_bins(const TriangleHeights& heights, const HeightTriangle& t, Visit visit) {
    const double block = heights.block;
    const auto bin_of = [block](double v, int32_t bins) {
        const double bin = std::min(std::max(v / block, -1.0), double(bins));
        return int32_t(bin) - (bin < int32_t(bin));
    };
    const int32_t first_z = std::max(bin_of(t.min_z - 2 * kOnTriangle, heights.bins_z), 0);
    const int32_t last_z = std::min(bin_of(t.max_z + 2 * kOnTriangle, heights.bins_z), heights.bins_z - 1);
    for (int32_t bz = first_z; bz <= last_z; ++bz) {
        // Upper bound on the extent in x. The extreme x of a side is at the lower or the upper border of this row of bins.
        const double z0 = std::min(std::max(bz * block, t.min_z), t.max_z);
        const double z1 = std::min(std::max((bz + 1) * block, t.min_z), t.max_z);
        const auto lowest = [&](const LineOverZ<double>& side) { return std::min(side.at(z0), side.at(z1)); };
        const auto highest = [&](const LineOverZ<double>& side) { return std::max(side.at(z0), side.at(z1)); };
        const double from = std::max(lowest(t.left[0]), lowest(t.left[1]));
        const double to = std::min(highest(t.right[0]), highest(t.right[1]));
        const int32_t first_x = std::max(bin_of(from - 2 * kOnTriangle, heights.bins_x), 0);
        const int32_t last_x = std::min(bin_of(to + 2 * kOnTriangle, heights.bins_x), heights.bins_x - 1);
        for (int32_t bx = first_x; bx <= last_x; ++bx)
            visit(size_t(bz) * size_t(heights.bins_x) + size_t(bx));
    }
}

}  // namespace

TriangleHeights bin_walkable_triangles(const TriangleSoup& soup, std::span<const uint8_t> areas, const Lattice& lattice,
                                       const Grid& grid) {
    TriangleHeights heights;
    heights.grid = grid;
    heights.bins_x = (grid.width + heights.block - 1) / heights.block;
    heights.bins_z = (grid.depth + heights.block - 1) / heights.block;
    const size_t bins = size_t(heights.bins_x) * size_t(heights.bins_z);
    heights.bin_first.assign(bins + 1, 0);
    if (bins == 0) return heights;

    const auto corner = [&](uint32_t i) {
        const DVec3 p = soup.vertices[i] - lattice.origin;
        return DVec3{p.x / lattice.cell_size - grid.x0, p.y / lattice.cell_height - grid.y0, p.z / lattice.cell_size - grid.z0};
    };
    // HeightTriangle is large: reserve memory once and construct each one in its final position.
    heights.triangles.reserve(soup.triangles.size() - size_t(std::count(areas.begin(), areas.end(), kNullArea)));
    for (size_t i = 0; i < soup.triangles.size(); ++i) {
        if (areas[i] == kNullArea) continue;
        const auto& [a, b, c] = soup.triangles[i];
        if (!prepare({corner(a), corner(b), corner(c)}, heights.triangles.emplace_back())) heights.triangles.pop_back();
    }

    std::vector<std::pair<size_t, uint32_t>> pairs;
    pairs.reserve(heights.triangles.size() * 2);
    for (size_t i = 0; i < heights.triangles.size(); ++i) {
        visit_bins(heights, heights.triangles[i], [&](size_t bin) { pairs.push_back({bin, uint32_t(i)}); });
    }
    const auto for_each_pair = [&](auto visit) {
        for (const auto& [bin, triangle] : pairs)
            visit(bin, triangle);
    };
    group_by_count(bins, for_each_pair, heights.bin_first, heights.items);
    return heights;
}

std::optional<double> ground_height(const TriangleHeights& heights, const HeightQuery& query) {
    if (heights.bins_x == 0 || heights.bins_z == 0) return std::nullopt;
    const auto bin_of = [&](double v, int32_t bins) {
        return size_t(std::min(std::max(v / heights.block, 0.0), double(bins - 1)));
    };
    const size_t bin = bin_of(query.z, heights.bins_z) * size_t(heights.bins_x) + bin_of(query.x, heights.bins_x);
    std::optional<double> best;
    for (uint32_t k = heights.bin_first[bin]; k < heights.bin_first[bin + 1]; ++k) {
        const HeightTriangle& t = heights.triangles[heights.items[k]];
        if (t.min_y > query.highest || t.max_y < query.lowest) continue;
        const RowExtent extent = row_extent(t, query.z);
        if (query.x < extent.from || query.x > extent.to) continue;
        const double y = plane_height(t, query.x, query.z);
        if (y < query.lowest || y > query.highest) continue;
        if (!best || y > *best) best = y;
    }
    return best;
}

}  // namespace navspan
