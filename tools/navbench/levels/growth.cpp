// Generates input with any number of vertices for measuring the growth of run time.
//
// Each kind of ring is hard to triangulate for a different reason. Star and mountains have random corners, many of them reflex.
// The comb needs long thin triangles. A corner of the spiral sees only nearby corners.

#include "navbench/levels/growth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "navspan/core/hash.h"
#include "polygon/merge_convex.h"
#include "polygon/merge_holes.h"
#include "polygon/triangulate.h"

namespace navspan::bench {
namespace {

using Ring = std::vector<LatticePoint>;

// The following rings are counter-clockwise if z points up.

// A star around the origin with n corners. The rays from the origin to the corners cross a square at evenly spaced points of
// its perimeter. The distances of the corners from the origin are random.
Ring star(int32_t n) {
    constexpr int32_t kSide = 1 << 24;
    RandomSequence random{1};
    Ring ring;
    for (int32_t i = 0; i < n; ++i) {
        const double along = 8.0 * i / n, part = along - 2 * std::floor(along / 2) - 1;  // position on a side, -1 to 1
        const double x[] = {1, -part, -1, part}, z[] = {part, 1, -part, -1};
        const double far = kSide * (0.3 + 0.7 * random.unit());
        const int side = std::min(int(along / 2), 3);
        ring.push_back({int32_t(far * x[side]), int32_t(far * z[side])});
    }
    return ring;
}

Ring mountains(int32_t n) {
    RandomSequence random{2};
    Ring ring{{0, 0}, {4 * n, 0}};
    for (int32_t i = n - 1; i > 1; --i)
        ring.push_back({4 * i, 1 + int32_t(1000 * random.unit())});
    return ring;
}

Ring comb(int32_t n) {
    Ring ring{{0, 0}, {2 * n, 0}};
    for (int32_t i = n - 1; i > 1; --i)
        ring.push_back({2 * i, i % 2 ? 2 : n});
    return ring;
}

// A corridor of width 1 that winds outwards.
Ring spiral(int32_t n) {
    constexpr int32_t kPitch = 3;
    Ring outer, inner;
    for (int32_t k = 0; k < n / 2; ++k) {
        const int32_t far = kPitch * (k / 4 + 1), low = -far;
        // Add the corner after segment k to both sides of the corridor.
        switch (k % 4) {
            case 0:
                outer.push_back({far, low + kPitch});
                inner.push_back({far - 1, low + kPitch + 1});
                break;
            case 1:
                outer.push_back({far, far});
                inner.push_back({far - 1, far - 1});
                break;
            case 2:
                outer.push_back({low, far});
                inner.push_back({low + 1, far - 1});
                break;
            default:
                outer.push_back({low, low});
                inner.push_back({low + 1, low + 1});
        }
    }
    outer.insert(outer.end(), inner.rbegin(), inner.rend());
    return outer;
}

// A square outline with a grid of square holes, about n corners in total. Ring r is points[first[r] .. first[r + 1]).
void list_holes(int32_t n, Ring& points, std::vector<uint32_t>& first) {
    const auto side = int32_t(std::ceil(std::sqrt(n / 4.0)));
    const auto add = [&](const Ring& ring) {
        points.insert(points.end(), ring.rbegin(), ring.rend());
        first.push_back(uint32_t(points.size()));
    };
    first.assign(1, 0);
    add({{0, 0}, {10 * side, 0}, {10 * side, 10 * side}, {0, 10 * side}});
    for (int32_t i = 0; i < side * side; ++i) {
        const int32_t x = i % side * 10 + 3 + i / side % 3, z = i / side * 10 + 3 + i % side % 3;
        add({{x, z}, {x, z + 3}, {x + 3, z + 3}, {x + 3, z}});
    }
}

}  // namespace

void grow_rings(size_t vertices, const Measure& measure) {
    const auto n = int32_t(vertices);
    struct {
        const char* name;
        Ring ring;
    } rings[] = {{"star", star(n)}, {"mountains", mountains(n)}, {"comb", comb(n)}, {"spiral", spiral(n)}};
    for (auto& [name, ring] : rings) {
        std::reverse(ring.begin(), ring.end());  // triangulate() expects counter-clockwise rings with z down
        Triangulation cut;
        const Ring& whole = ring;
        measure(std::string("triangulate ") + name, ring.size(), [&] { cut = triangulate(whole); });
        Ring corners;
        for (const auto& triangle : cut.triangles) {
            for (const uint32_t corner : triangle)
                corners.push_back(ring[corner]);
        }
        measure(std::string("merge_convex ") + name, ring.size(), [&] { (void)merge_convex(corners, cut.twins, 6); });
    }
    Ring points;
    std::vector<uint32_t> first;
    list_holes(n, points, first);
    measure("merge_holes", points.size(), [&] { (void)merge_holes(points, first); });
}

TriangleSoup pillared_floor(size_t vertices) {
    constexpr double kCell = 0.25, kSquare = 10 * kCell, kPillar = kCell, kHeight = 4;
    const auto side = int32_t(std::ceil(std::sqrt(double(vertices) / 4)));
    TriangleSoup soup;
    RandomSequence random{3};
    const auto add_quad = [&soup](uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
        soup.triangles.push_back({a, b, c});
        soup.triangles.push_back({a, c, d});
    };
    for (int32_t z = 0; z <= side; ++z) {
        for (int32_t x = 0; x <= side; ++x)
            soup.vertices.push_back({x * kSquare, 0.5 * random.unit(), z * kSquare});
    }
    const auto at = [side](int32_t x, int32_t z) { return uint32_t(z * (side + 1) + x); };
    for (int32_t z = 0; z < side; ++z) {
        for (int32_t x = 0; x < side; ++x)
            add_quad(at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z));
    }
    // Each pillar is four walls around one cell, without a top.
    for (int32_t i = 0; i < side * side; ++i) {
        const double x = (i % side + 0.5) * kSquare, z = (i / side + 0.5) * kSquare;
        const DVec3 foot[] = {{x, 0, z}, {x + kPillar, 0, z}, {x + kPillar, 0, z + kPillar}, {x, 0, z + kPillar}};
        const auto base = uint32_t(soup.vertices.size());
        for (const DVec3& p : foot) {
            soup.vertices.push_back(p);
            soup.vertices.push_back({p.x, kHeight, p.z});
        }
        for (uint32_t k = 0; k < 4; ++k) {
            const uint32_t a = base + 2 * k, b = base + 2 * ((k + 1) % 4);
            add_quad(a, a + 1, b + 1, b);
        }
    }
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    soup.group_of.assign(soup.triangles.size(), 0);
    soup.groups.resize(1);
    return soup;
}

BakeConfig growth_config() {
    BakeConfig config;
    config.voxels = {0.25, 0.125};
    config.regions.method = RegionMethod::sheets;
    return config;
}

std::span<const Stage> growing_stages() {
    static constexpr std::array<Stage, 3> stages{Stage::contours, Stage::poly_mesh, Stage::detail_mesh};
    return stages;
}

}  // namespace navspan::bench
