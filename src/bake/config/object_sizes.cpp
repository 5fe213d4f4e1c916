// Finds the connected parts of a level, and measures its objects, for guesses about its units and its orientation.
//
// In: triangles.
// Out: the parts; the number of objects, and the lower quartile of their sizes.
// Idea: Triangles that share a vertex (or its position) belong to the same part. A part is an object, such as a rock or a
// house, if its height is at least half of its width and its surface is nearly closed. The size of objects does not depend on
// the level of detail.
// Source: own method.
// Weak cases: Two kinds of objects are not found: objects that share vertices with the ground, and objects whose sides share no
// vertices.

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "bake/config/level_bounds.h"
#include "bake/config/level_samples.h"
#include "core/statistics.h"
#include "core/union_find.h"
#include "navspan/core/no_index.h"

namespace navspan {
namespace {

constexpr size_t kMostMeasured = 1 << 14;  // maximum number of measured parts
constexpr double kTall = 0.5;              // minimum height of an object, as a multiple of its larger horizontal extent
// A part counts as an object only if its surface is nearly closed: the length of the sum of its area vectors, divided by its
// area, must not exceed this limit. The ratio is 0 for a closed surface, 1 for a plane, and 0.2 for a cube without a bottom.
constexpr double kWrapsAround = 0.5;

struct Part {
    PointBounds box;
    DVec3 vector;     // sum of the area vectors, times 2
    double area = 0;  // times 2

    void add(const std::array<DVec3, 3>& corners) {
        for (const DVec3& p : corners)
            box.add(p);
        const DVec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
        vector = vector + normal;
        area += std::sqrt(dot(normal, normal));
    }
    double width() const { return std::max(box.max.x - box.min.x, box.max.z - box.min.z); }
    double height() const { return box.max.y - box.min.y; }
    bool is_object() const {
        return area > 0 && height() >= kTall * width() && dot(vector, vector) <= kWrapsAround * kWrapsAround * area * area;
    }
};

// Unites all vertices of each connected part.
UnionFind connect_vertices(const TriangleSoup& soup) {
    UnionFind parts(soup.vertices.size());
    std::vector<uint32_t> order(soup.vertices.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto position = [&](uint32_t i) {
        const DVec3& p = soup.vertices[i];
        return std::tuple(p.x, p.z, p.y);
    };
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return position(a) < position(b); });
    for (size_t i = 0; i + 1 < order.size(); ++i) {
        if (position(order[i]) == position(order[i + 1])) parts.unite(order[i], order[i + 1]);
    }
    for (const auto& [a, b, c] : soup.triangles)
        parts.unite(a, b), parts.unite(a, c);
    return parts;
}

}  // namespace

LevelParts connected_parts(const TriangleSoup& soup) {
    UnionFind connected = connect_vertices(soup);
    std::vector<double> tops(soup.vertices.size(), -PointBounds::kFar);
    for (const auto& triangle : soup.triangles) {
        for (const uint32_t vertex : triangle) {
            double& top = tops[connected.find(vertex)];
            top = std::max(top, soup.vertices[vertex].y);
        }
    }
    return {connected.take_roots(), std::move(tops)};
}

ObjectSizes object_sizes(const TriangleSoup& soup) {
    UnionFind connected = connect_vertices(soup);
    std::vector<uint32_t> slot(connected.size(), kNoIndex);  // index in `parts` of the part with this root
    size_t count = 0;
    for (const auto& triangle : soup.triangles)
        count += std::exchange(slot[connected.find(triangle[0])], 0) == kNoIndex;
    // To limit the memory, measure only every n-th part.
    const size_t stride = count / kMostMeasured + 1;
    std::vector<Part> parts(count / stride + 1);
    size_t part = 0;
    for (uint32_t& one : slot) {
        if (one == kNoIndex) continue;
        one = part % stride == 0 ? uint32_t(part / stride) : kNoIndex;
        ++part;
    }
    for (size_t i = 0; i < soup.triangles.size(); ++i) {
        const uint32_t at = slot[connected.find(soup.triangles[i][0])];
        if (at != kNoIndex) parts[at].add(triangle_corners(soup, i));
    }
    std::vector<double> sizes;
    for (const Part& one : parts) {
        if (one.is_object()) sizes.push_back(std::max(one.width(), one.height()));
    }
    return {sizes.size(), quantile(sizes, 0.25)};
}

}  // namespace navspan
