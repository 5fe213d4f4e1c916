// Measures a level, and guesses its units.
//
// In: triangles, and the height of the agent.
// Out: measurements, and the factor by which the level must be scaled.
// Idea: A level for an agent has parts of the agent's size: walls, doors, steps, rocks. Three typical sizes are measured: edges
// of small triangles, small parts, and small objects (object_sizes.cpp). The size of a part is the distance between two
// consecutive points where a horizontal line crosses triangles. If the geometric mean of these sizes is much larger than the
// agent, the level is too large. If edges, parts and the level itself are small, the level is too small. A single small object,
// or a small height of the level, shows that the level is not too large: in a level of inches, posts and storeys are 39 times
// as large as the agent.
// Source: own method.
// Weak cases: Flat levels, single solids and coarse terrain without objects are not recognized as too large.

#include "bake/config/level_samples.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "core/statistics.h"

namespace navspan {
namespace {

constexpr size_t kFewest = 16;  // minimum number of triangles or distances for a guess

// Thresholds in multiples of the agent's height.
constexpr double kMayBeLarge = 2;  // objects are measured if the geometric mean of small_edge and small_part is above this
constexpr double kLargeObject = 8;
constexpr double kLargeMean = 6;
constexpr double kLargePart = 2;
constexpr double kThin = 16;          // a level is not too large if its height or one of its sides is at most this
constexpr size_t kFewestObjects = 5;  // minimum number of large objects that show that a level is too large
// Thresholds for levels without objects. A level is smooth terrain if small_part is at least kEdgesPerPart times small_edge.
// Hills have no typical size. Smooth terrain counts as too large only if its triangles are very large (kHugeEdge).
constexpr double kLargeEdge = 3.5;
constexpr double kHugeEdge = 10;
constexpr double kEdgesPerPart = 4;
constexpr size_t kFewestPlanes = 8;   // the sizes of a single box or ramp, which has fewer planes, are no evidence
constexpr double kSmallMean = 0.6;    // too small if the geometric mean of large_part and the horizontal extent is below this
constexpr double kSmallExtent = 0.4;  // too small if there are no parts and the horizontal extent is below this
// A level is too small only if all its extents are below 1, or large_part is below kTinyPart. The steps of stairs are larger.
constexpr double kTinyPart = 0.05;

// The usual unit errors are millimetres, centimetres and inches. If the sizes are wrong by a factor above kMillimetres, the
// unit is taken to be millimetres.
// Geometric mean of the typical sizes in a usual level, as a multiple of the agent's height.
constexpr double kUsualSize = 0.75;
constexpr double kMillimetres = 400;

double largest_extent(const LevelSamples& level) {
    return std::max({level.bounds.extent(0), level.bounds.extent(1), level.bounds.extent(2)});
}

// A plane: its unit normal and its distance from a corner of the level. Rounded, so that equal planes are equal despite
// rounding errors.
using Plane = std::array<double, 4>;

// @param length  length of the normal
Plane plane_of(const DVec3& normal, double length, double distance, double level_extent) {
    constexpr double kNormalSteps = 64, kDistanceSteps = 1000;
    return {std::round(kNormalSteps * normal.x / length), std::round(kNormalSteps * normal.y / length),
            std::round(kNormalSteps * normal.z / length), std::round(kDistanceSteps * distance / level_extent)};
}

void measure_triangles(const TriangleSoup& soup, LevelSamples& level) {
    constexpr size_t kMostMeasured = 2048;
    const size_t stride = soup.triangles.size() / kMostMeasured + 1;
    std::vector<double> edges;
    std::vector<Plane> planes;
    std::array<double, 3> moment{};
    for (size_t i = 0; i < soup.triangles.size(); i += stride) {
        const auto [a, b, c] = triangle_corners(soup, i);
        const DVec3 ab = b - a, ac = c - a, bc = c - b, normal = cross(ab, ac);
        const double squared = dot(normal, normal), area = std::sqrt(squared) / 2 * double(stride);
        const std::array<double, 3> along{normal.x, normal.y, normal.z};
        const std::array<double, 3> centre{(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3};
        for (size_t axis = 0; axis < 3; ++axis) {
            if (along[axis] * along[axis] >= kFlatCosine2 * squared) continue;
            level.steep_area[axis] += area;
            moment[axis] += area * centre[axis];
        }
        const double length = std::sqrt(squared);
        if (length > 0)
            planes.push_back(plane_of(normal, length, dot(normal, a - level.bounds.min) / length, largest_extent(level)));
        edges.push_back(std::sqrt(std::max({dot(ab, ab), dot(ac, ac), dot(bc, bc)})));
    }
    for (size_t axis = 0; axis < 3; ++axis) {
        if (level.steep_area[axis] > 0) level.steep_centre[axis] = moment[axis] / level.steep_area[axis];
    }
    std::sort(planes.begin(), planes.end());
    level.planes = size_t(std::unique(planes.begin(), planes.end()) - planes.begin());
    if (edges.size() >= kFewest) level.small_edge = quantile(edges, 0.25);
}

void measure_parts(LevelSamples& level) {
    const double largest = largest_extent(level);
    std::vector<double> parts;
    for (const size_t axis : {size_t{0}, size_t{2}}) {
        const SampleLines& lines = level.lines[axis];
        for (size_t i = 0; i < lines.lines(); ++i) {
            const std::span<const Crossing> line = lines.line(i);
            for (size_t k = 0; k + 1 < line.size(); ++k) {
                const double distance = line[k + 1].at - line[k].at;
                if (distance > 1e-4 * largest) parts.push_back(distance);  // skip gaps between layers of one surface
            }
        }
    }
    if (parts.size() < kFewest) return;
    level.small_part = quantile(parts, 0.25);
    level.large_part = quantile(parts, 0.75);
}

// Compares the geometric mean of all nonzero sizes with `usual`. The result is above 1 if the mean is larger, below 1 if it is
// smaller, and 1 if there are no sizes.
double compare_mean(std::initializer_list<double> sizes, double usual) {
    double product = 1;
    for (const double size : sizes) {
        if (size > 0) product *= size / usual;
    }
    return product;
}

}  // namespace

LevelSamples sample_level(const TriangleSoup& soup) {
    LevelSamples level;
    if (soup.triangles.empty()) return level;
    level.bounds = main_bounds(soup);
    level.lines = sample_lines(soup, level.bounds);
    measure_triangles(soup, level);
    measure_parts(level);
    return level;
}

double scale_to_fit(const TriangleSoup& soup, const LevelSamples& level, double agent_height) {
    const double edge = level.small_edge / agent_height, part = level.small_part / agent_height;
    const double extent = std::max(level.bounds.extent(0), level.bounds.extent(2)) / agent_height;
    const double large = level.large_part / agent_height;
    const bool is_tiny = largest_extent(level) < agent_height || (large > 0 && large < kTinyPart);
    const bool is_small =
        extent > 0 && is_tiny && edge < 1 && (large > 0 ? std::sqrt(large * extent) < kSmallMean : extent < kSmallExtent);
    const double thinnest = std::min({level.bounds.extent(0), level.bounds.extent(1), level.bounds.extent(2)}) / agent_height;
    if (!is_small && (thinnest <= kThin || compare_mean({edge, part}, kMayBeLarge) <= 1)) return 1;

    const ObjectSizes objects = object_sizes(soup);
    const double object = objects.small / agent_height;
    const auto sizes = {edge, part, object};
    if (is_small) return compare_mean(sizes, kUsualSize / kMillimetres) < 1 ? 1000 : 100;
    const bool is_smooth = part >= kEdgesPerPart * edge;
    const bool is_coarse = level.planes >= kFewestPlanes && part > kLargePart && edge > (is_smooth ? kHugeEdge : kLargeEdge);
    const bool has_large_objects = objects.count == 0 || object > kLargeObject;
    const bool is_large = has_large_objects && (is_coarse || objects.count >= kFewestObjects);
    if (!is_large || compare_mean(sizes, kLargeMean) <= 1) return 1;
    return compare_mean(sizes, kUsualSize * kMillimetres) > 1 ? 0.001 : 0.01;
}

}  // namespace navspan
