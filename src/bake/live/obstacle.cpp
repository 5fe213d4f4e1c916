// Adds obstacles (doors, crates, bridges, rubble) to voxels.
//
// In: a solid heightfield and obstacles.
// Out: the heightfield with the obstacles merged in.
// Idea: Obstacles are converted to triangles and voxelized. A box or a cylinder is solid: each column gets one interval, from
// the lowest to the highest touched voxel. A TriangleObstacle is merged like triangles of the level.
// Source: Mononen, Detour TileCache (2011), for obstacles; Sutherland, Hodgman, Reentrant polygon clipping (1974).
// Weak cases: There may be ground inside a TriangleObstacle. Far beyond the lattice, rounding errors of coordinates may exceed
// a cell.

#include "navspan/bake/obstacle.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bake/config/check_soup.h"
#include "bake/live/clip_obstacle.h"
#include "bake/live/obstacle.h"
#include "bake/voxelize/columns.h"
#include "bake/voxelize/rasterize.h"
#include "core/angle.h"
#include "core/clip_ring.h"

namespace navspan {
namespace {

// Clips a convex ring to the half-space sign * coordinate <= sign * limit.
std::vector<DVec3> clipped_by_plane(std::span<const DVec3> ring, double DVec3::*coordinate, double limit, double sign) {
    std::vector<DVec3> out;
    const auto beyond = [&](DVec3 p) { return sign * (p.*coordinate - limit); };
    const auto crossing = [](DVec3 a, DVec3 b, double share) {
        // Start at the closer end: the rounding error grows with the distance from the start.
        return share <= 0.5 ? a + (b - a) * share : b + (a - b) * (1 - share);
    };
    clip_ring(ring, beyond, crossing, [&](DVec3 p) { out.push_back(p); });
    return out;
}

std::vector<DVec3> clipped(std::vector<DVec3> ring, const ClipSpace& space) {
    for (double DVec3::*coordinate : {&DVec3::x, &DVec3::y, &DVec3::z}) {
        ring = clipped_by_plane(ring, coordinate, space.min.*coordinate, -1);
        ring = clipped_by_plane(ring, coordinate, space.max.*coordinate, 1);
    }
    return ring;
}

class ObstacleSides {
public:
    /// @param clip  space to which the obstacle is clipped, or null
    ObstacleSides(ObstacleTriangles& out, uint32_t obstacle, const ClipSpace* clip)
        : out_(out), obstacle_(obstacle), clip_(clip) {}

    void triangle(const std::array<DVec3, 3>& corners, uint8_t area) {
        append_triangle(out_.soup, corners, area);
        out_.obstacle.push_back(obstacle_);
    }

    /// Adds a vertical prism. @param ring  base of the prism, counter-clockwise seen from above
    void prism(std::vector<DVec3> ring, double height, uint8_t top_area) {
        double top = ring[0].y + height;
        if (clip_) {
            if (top > clip_->max.y) top_area = kNullArea;
            for (DVec3& p : ring)
                p.y = std::clamp(p.y, clip_->min.y, clip_->max.y);
            top = std::clamp(top, clip_->min.y, clip_->max.y);
            ring = clipped(std::move(ring), *clip_);
            if (ring.size() < 3 || top == ring[0].y) return;
        }
        const auto up = [&](DVec3 p) { return DVec3{p.x, top, p.z}; };
        const size_t n = ring.size();
        for (size_t k = 0; k < n; ++k) {
            const DVec3 a = ring[k], b = ring[(k + 1) % n];
            triangle({a, b, up(b)}, kNullArea);
            triangle({a, up(b), up(a)}, kNullArea);
        }
        for (size_t k = 1; k + 1 < n; ++k) {
            triangle({up(ring[0]), up(ring[k]), up(ring[k + 1])}, top_area);
            triangle({ring[0], ring[k + 1], ring[k]}, kNullArea);
        }
    }

    void operator()(const BoxObstacle& box) {
        const double sine = sin_degrees(box.yaw), cosine = cos_degrees(box.yaw);
        std::vector<DVec3> ring;
        // The corners run counter-clockwise seen from above (x to the right, z down).
        for (const auto& [sx, sz] : {std::pair{-1.0, 1.0}, {1.0, 1.0}, {1.0, -1.0}, {-1.0, -1.0}}) {
            const double x = sx * box.half_extents.x, z = sz * box.half_extents.z;
            ring.push_back({box.center.x + x * cosine + z * sine, box.center.y - box.half_extents.y,
                            box.center.z - x * sine + z * cosine});
        }
        prism(ring, 2 * box.half_extents.y, box.top_area);
    }

    void operator()(const CylinderObstacle& cylinder) {
        constexpr int kSides = 24;
        const double radius = cylinder.radius / cos_degrees(180.0 / kSides);
        std::vector<DVec3> ring;
        for (int k = 0; k < kSides; ++k) {
            const double angle = 360.0 * k / kSides;
            ring.push_back({cylinder.center.x + radius * cos_degrees(angle), cylinder.center.y,
                            cylinder.center.z - radius * sin_degrees(angle)});
        }
        prism(ring, cylinder.height, cylinder.top_area);
    }

    void operator()(const TriangleObstacle& obstacle) {
        for (const auto& corners : obstacle.triangles) {
            if (!clip_) {
                triangle(corners, obstacle.area);
                continue;
            }
            const std::vector<DVec3> ring = clipped({corners.begin(), corners.end()}, *clip_);
            for (size_t k = 1; k + 1 < ring.size(); ++k)
                triangle({ring[0], ring[k], ring[k + 1]}, obstacle.area);
        }
    }

    void operator()(const AreaVolume&) {}

private:
    ObstacleTriangles& out_;
    uint32_t obstacle_;
    const ClipSpace* clip_;
};

struct ColumnInterval {
    uint32_t column = 0;
    Span span;
};

// Returns the part of the grid that the triangles may touch.
Grid grid_around(const Grid& grid, const TriangleSoup& soup, const Lattice& lattice) {
    double low_x = std::numeric_limits<double>::infinity(), low_z = low_x, high_x = -low_x, high_z = -low_x;
    for (const DVec3& v : soup.vertices) {
        const double x = (v.x - lattice.origin.x) / lattice.cell_size - grid.x0;
        const double z = (v.z - lattice.origin.z) / lattice.cell_size - grid.z0;
        low_x = std::min(low_x, x), high_x = std::max(high_x, x);
        low_z = std::min(low_z, z), high_z = std::max(high_z, z);
    }
    // The margin of one cell on each side absorbs rounding errors.
    const auto first = [](double low, int32_t size) { return int32_t(std::clamp(std::floor(low) - 1, 0.0, double(size))); };
    const auto end = [](double high, int32_t size) { return int32_t(std::clamp(std::floor(high) + 2, 0.0, double(size))); };
    const int32_t x0 = first(low_x, grid.width), z0 = first(low_z, grid.depth);
    return {.x0 = grid.x0 + x0,
            .z0 = grid.z0 + z0,
            .y0 = grid.y0,
            .width = std::max(0, end(high_x, grid.width) - x0),
            .depth = std::max(0, end(high_z, grid.depth) - z0)};
}

// For each column that the triangles touch, appends the interval from the lowest to the highest touched voxel.
Status add_intervals(const Grid& grid, const TriangleSoup& soup, const VoxelConfig& config,
                     std::vector<ColumnInterval>& intervals) {
    const Grid part = grid_around(grid, soup, config.lattice);
    const Result<Heightfield> field =
        rasterize_triangles(soup, soup.areas, config.lattice, part, {.area_merge_height = config.walkable_climb});
    if (!field) return field.error();
    for (int32_t z = 0; z < part.depth; ++z) {
        for (int32_t x = 0; x < part.width; ++x) {
            const auto spans = column_spans(*field, size_t(z) * size_t(part.width) + size_t(x));
            if (spans.empty()) continue;
            Span whole = spans.back();
            whole.bottom = spans.front().bottom;
            const auto column = uint32_t(z + part.z0 - grid.z0) * uint32_t(grid.width) + uint32_t(x + part.x0 - grid.x0);
            intervals.push_back({column, whole});
        }
    }
    return Done{};
}

TriangleSoup copy_triangles(const TriangleSoup& soup, std::span<const uint8_t> areas, size_t begin, size_t end) {
    TriangleSoup out;
    out.groups.resize(1);
    for (size_t i = begin; i < end; ++i)
        append_triangle(out, triangle_corners(soup, i), areas[i]);
    return out;
}

// Merges intervals into a copy of the field, in the given order. The intervals must be sorted by column.
Heightfield merged(const Heightfield& field, std::span<const ColumnInterval> intervals, int32_t merge_height) {
    Heightfield out{.grid = field.grid, .first = {}, .spans = {}};
    out.first.reserve(field.first.size());
    out.spans.reserve(field.spans.size() + intervals.size());
    std::vector<Span> column;
    size_t next = 0;
    for (size_t c = 0; c < cell_count(field.grid); ++c) {
        out.first.push_back(uint32_t(out.spans.size()));
        const auto spans = column_spans(field, c);
        if (next == intervals.size() || intervals[next].column != c) {
            out.spans.insert(out.spans.end(), spans.begin(), spans.end());
            continue;
        }
        column.assign(spans.begin(), spans.end());
        for (; next < intervals.size() && intervals[next].column == c; ++next)
            merge_interval(column, intervals[next].span, merge_height);
        out.spans.insert(out.spans.end(), column.begin(), column.end());
    }
    out.first.push_back(uint32_t(out.spans.size()));
    return out;
}

}  // namespace

ObstacleTriangles obstacle_triangles(std::span<const Obstacle> obstacles) {
    ObstacleTriangles out;
    out.soup.groups.resize(1);
    for (uint32_t i = 0; i < obstacles.size(); ++i)
        std::visit(ObstacleSides(out, i, nullptr), obstacles[i]);
    return out;
}

ObstacleTriangles clipped_obstacle_triangles(std::span<const Obstacle> obstacles, const Lattice& lattice,
                                             const ClipSpace& space) {
    ObstacleTriangles out;
    out.soup.groups.resize(1);
    for (uint32_t i = 0; i < obstacles.size(); ++i) {
        const TriangleSoup whole = obstacle_triangles(obstacles.subspan(i, 1)).soup;
        const bool fits = check_on_lattice(whole, lattice).ok() &&
                          std::all_of(whole.vertices.begin(), whole.vertices.end(),
                                      [&](const DVec3& v) { return space.min.y <= v.y && v.y <= space.max.y; });
        std::visit(ObstacleSides(out, i, fits ? nullptr : &space), obstacles[i]);
    }
    return out;
}

Result<Heightfield> with_obstacles(const Heightfield& field, std::span<const Obstacle> obstacles,
                                   const ObstacleTriangles& triangles, std::span<const uint8_t> areas,
                                   const VoxelConfig& config) {
    std::vector<ColumnInterval> intervals;
    for (size_t begin = 0; begin < triangles.obstacle.size();) {
        const uint32_t obstacle = triangles.obstacle[begin];
        const bool hollow = std::holds_alternative<TriangleObstacle>(obstacles[obstacle]);
        size_t end = begin + 1;
        while (!hollow && end < triangles.obstacle.size() && triangles.obstacle[end] == obstacle)
            ++end;
        const TriangleSoup part = copy_triangles(triangles.soup, areas, begin, end);
        if (Status s = add_intervals(field.grid, part, config, intervals); !s) return s.error();
        begin = end;
    }
    std::stable_sort(intervals.begin(), intervals.end(),
                     [](const ColumnInterval& a, const ColumnInterval& b) { return a.column < b.column; });
    return merged(field, intervals, config.walkable_climb);
}

}  // namespace navspan
