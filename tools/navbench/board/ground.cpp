// The reference for measuring baked meshes: the level's triangles in a grid of square bins.
//
// The code is deliberately simple and slow, and shares no geometric tests with the bake. It does not detect obstacles without a
// steep side, such as a floating horizontal sheet.

#include "navbench/board/ground.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "navmesh/mesh/plane_bounds.h"

namespace navspan::bench {
namespace {

// A wall rises above WallQuery::low by at least this height [wu]. The height exceeds rounding errors, so a triangle that ends
// at `low` is not a wall.
constexpr double kMinRise = 1e-6;

// Clips a polygon at a height. Returns the part above `level` for sign 1, below for sign -1.
std::vector<DVec3> clipped(const std::vector<DVec3>& polygon, double level, double sign) {
    std::vector<DVec3> kept;
    for (size_t i = 0; i < polygon.size(); ++i) {
        const DVec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
        const double da = sign * (a.y - level), db = sign * (b.y - level);
        if (da >= 0) kept.push_back(a);
        if ((da < 0) != (db < 0)) kept.push_back(a + (b - a) * (da / (da - db)));
    }
    return kept;
}

// Replaces `wall` by the point of a..b nearest to (x, z) if that point is closer.
void update_nearest(const DVec3& a, const DVec3& b, double x, double z, WallHit& wall) {
    const double dx = b.x - a.x, dz = b.z - a.z, length2 = dx * dx + dz * dz;
    const double t = length2 > 0 ? std::clamp(((x - a.x) * dx + (z - a.z) * dz) / length2, 0.0, 1.0) : 0;
    const double to_x = a.x + t * dx - x, to_z = a.z + t * dz - z, distance = std::hypot(to_x, to_z);
    if (distance < wall.distance) wall = {distance, to_x, to_z};
}

// True if (x, z) is inside the convex polygon seen from above. The polygon may be clockwise or counter-clockwise.
bool covers(const std::vector<DVec3>& polygon, double x, double z) {
    bool left = false, right = false;
    for (size_t i = 0; i < polygon.size(); ++i) {
        const DVec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
        const double side = (b.x - a.x) * (z - a.z) - (b.z - a.z) * (x - a.x);
        left |= side > 0;
        right |= side < 0;
    }
    return left != right;
}

}  // namespace

Ground::Ground(const TriangleSoup& soup, const AgentConfig& agent, double bin) : headroom_(agent.height), bin_(bin) {
    const PlaneBounds bounds = plane_bounds(soup.vertices);
    min_x_ = bounds.min_x;
    min_z_ = bounds.min_z;
    width_ = int32_t((bounds.max_x - min_x_) / bin) + 1;
    depth_ = int32_t((bounds.max_z - min_z_) / bin) + 1;
    walkable_.resize(size_t(width_) * size_t(depth_));
    steep_.resize(walkable_.size());
    const double least_up = std::cos(agent.max_slope * std::numbers::pi / 180);
    for (size_t t = 0; t < soup.triangles.size(); ++t) {
        const auto& [a, b, c] = soup.triangles[t];
        const DVec3 u = soup.vertices[b] - soup.vertices[a], v = soup.vertices[c] - soup.vertices[a];
        const DVec3 normal{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
        const double length = std::sqrt(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z);
        triangles_.push_back({{soup.vertices[a], soup.vertices[b], soup.vertices[c]}, normal.y > 0.05 * length});
        if (length > 0) add(normal.y >= least_up * length && soup.areas[t] != kNullArea ? walkable_ : steep_, uint32_t(t));
    }
}

size_t Ground::bin_of(double x, double z) const {
    const auto index = [this](double v, int32_t count) { return std::clamp(int32_t(std::floor(v / bin_)), 0, count - 1); };
    return size_t(index(z - min_z_, depth_)) * size_t(width_) + size_t(index(x - min_x_, width_));
}

void Ground::add(std::vector<std::vector<uint32_t>>& bins, uint32_t t) {
    const auto& [a, b, c] = triangles_[t].corners;
    const size_t low = bin_of(std::min({a.x, b.x, c.x}), std::min({a.z, b.z, c.z}));
    const size_t high = bin_of(std::max({a.x, b.x, c.x}), std::max({a.z, b.z, c.z}));
    const size_t width = size_t(width_);
    for (size_t z = low / width; z <= high / width; ++z)
        for (size_t x = low % width; x <= high % width; ++x)
            bins[z * width + x].push_back(t);
}

double Ground::height(const DVec3& point) const {
    std::vector<double> heights;
    for (const uint32_t t : walkable_[bin_of(point.x, point.z)]) {
        const auto& [a, b, c] = triangles_[t].corners;
        const double det = (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
        if (det == 0) continue;
        const double v = ((point.x - a.x) * (c.z - a.z) - (point.z - a.z) * (c.x - a.x)) / det;
        const double w = ((b.x - a.x) * (point.z - a.z) - (b.z - a.z) * (point.x - a.x)) / det;
        if (v < -1e-9 || w < -1e-9 || v + w > 1 + 1e-9) continue;
        heights.push_back(a.y + v * (b.y - a.y) + w * (c.y - a.y));
    }
    std::sort(heights.begin(), heights.end());
    double nearest = std::nan("");
    for (size_t i = 0; i < heights.size(); ++i) {
        if (i + 1 < heights.size() && heights[i + 1] - heights[i] < headroom_) continue;
        if (std::isnan(nearest) || std::fabs(heights[i] - point.y) < std::fabs(nearest - point.y)) nearest = heights[i];
    }
    return nearest;
}

WallHit Ground::wall(const WallQuery& query) const {
    const auto& [x, z, low, high, low_slanted, reach] = query;
    WallHit nearest;
    const size_t width = size_t(width_), from = bin_of(x - reach, z - reach), to = bin_of(x + reach, z + reach);
    for (size_t bz = from / width; bz <= to / width; ++bz) {
        for (size_t bx = from % width; bx <= to % width; ++bx) {
            for (const uint32_t t : steep_[bz * width + bx]) {
                const auto& [corners, slanted] = triangles_[t];
                if (std::max({corners[0].y, corners[1].y, corners[2].y}) < low + kMinRise) continue;
                // The part of the triangle between these two heights is a wall.
                const auto part = clipped(clipped({corners.begin(), corners.end()}, slanted ? low_slanted : low, 1), high, -1);
                if (part.size() > 2 && covers(part, x, z)) return {0, 0, 0};
                for (size_t i = 0; i < part.size(); ++i)
                    update_nearest(part[i], part[(i + 1) % part.size()], x, z, nearest);
            }
        }
    }
    return nearest.distance <= reach ? nearest : WallHit{};
}

}  // namespace navspan::bench
