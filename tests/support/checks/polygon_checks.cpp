// Checks the results of ring merging, triangulation and convex merging. All areas are exact integers.

#include "support/checks/polygon_checks.h"

#include <string>
#include <vector>

#include "polygon/ring.h"

namespace navspan::support {
namespace {

std::string at(LatticePoint p) {
    return " at (" + std::to_string(p.x) + ", " + std::to_string(p.z) + ")";
}

void check_bridge(std::span<const LatticePoint> points, const MergedRings& merged, uint32_t r, uint32_t i,
                  CheckReport& report) {
    const auto point = [&](uint32_t position) { return points[merged.corners[position]]; };
    const auto next = [&](uint32_t position) { return position + 1 < merged.first[r + 1] ? position + 1 : merged.first[r]; };
    const uint32_t other = merged.bridge[i];
    if (other < merged.first[r] || other >= merged.first[r + 1] || merged.bridge[other] != i) {
        fail(report, "merged rings: bridge without its opposite side" + at(point(i)));
    } else if (point(other) != point(next(i)) || point(i) != point(next(other))) {
        fail(report, "merged rings: the sides of a bridge differ" + at(point(i)));
    }
}

}  // namespace

void check_merged_rings(std::span<const LatticePoint> points, std::span<const uint32_t> ring_first, const MergedRings& merged,
                        CheckReport& report) {
    int64_t before = 0, after = 0;
    for (size_t r = 0; r + 1 < ring_first.size(); ++r) {
        before += doubled_area(points.subspan(ring_first[r], ring_first[r + 1] - ring_first[r]));
    }
    std::vector<uint8_t> seen(points.size(), 0);
    std::vector<LatticePoint> ring;
    for (uint32_t r = 0; r + 1 < merged.first.size(); ++r) {
        ring.clear();
        for (uint32_t i = merged.first[r]; i < merged.first[r + 1]; ++i) {
            ring.push_back(points[merged.corners[i]]);
            if (merged.bridge[i] != kNoIndex) {
                check_bridge(points, merged, r, i, report);
            } else if (seen[merged.corners[i]]++) {
                fail(report, "merged rings: an edge exists twice" + at(ring.back()));
            }
        }
        const int64_t area = doubled_area(ring);
        if (area <= 0) fail(report, "merged rings: a ring is not counter-clockwise" + at(ring.front()));
        after += area;
    }
    for (const uint32_t i : merged.stray)
        fail(report, "merged rings: stray hole" + at(points[i]));
    if (before != after) {
        fail(report, "merged rings: doubled area " + std::to_string(before) + " became " + std::to_string(after));
    }
}

void check_triangulation(std::span<const LatticePoint> ring, const Triangulation& triangulation, CheckReport& report) {
    int64_t area = 0;
    for (const auto& [a, b, c] : triangulation.triangles) {
        const int64_t part = orient2d(ring[a], ring[b], ring[c]);
        if (part <= 0) fail(report, "triangulation: a triangle is flat or clockwise" + at(ring[a]));
        area += part;
    }
    if (!triangulation.rest.empty()) fail(report, "triangulation: incomplete" + at(ring[triangulation.rest.front()]));
    if (triangulation.triangles.size() + 2 != ring.size()) {
        fail(report, "triangulation: " + std::to_string(triangulation.triangles.size()) + " triangles for " +
                         std::to_string(ring.size()) + " corners");
    }
    if (area != doubled_area(ring)) {
        fail(report, "triangulation: doubled area " + std::to_string(doubled_area(ring)) + " became " + std::to_string(area));
    }
    const auto start = [&](uint32_t h) { return triangulation.triangles[h / 3][h % 3]; };
    const auto end = [&](uint32_t h) { return triangulation.triangles[h / 3][(h + 1) % 3]; };
    for (uint32_t h = 0; h < triangulation.twins.size(); ++h) {
        const uint32_t t = triangulation.twins[h];
        if (t == kNoIndex) {
            if (end(h) != (start(h) + 1) % ring.size()) fail(report, "triangulation: open edge" + at(ring[start(h)]));
        } else if (triangulation.twins[t] != h || start(h) != end(t) || start(t) != end(h)) {
            fail(report, "triangulation: twins disagree" + at(ring[start(h)]));
        }
    }
}

void check_convex_parts(std::span<const LatticePoint> corners, const ConvexParts& parts, int32_t max_vertices,
                        CheckReport& report) {
    int64_t before = 0, after = 0;
    for (size_t h = 0; h + 2 < corners.size(); h += 3)
        before += orient2d(corners[h], corners[h + 1], corners[h + 2]);
    std::vector<LatticePoint> ring;
    for (size_t p = 0; p + 1 < parts.first.size(); ++p) {
        ring.clear();
        for (uint32_t k = parts.first[p]; k < parts.first[p + 1]; ++k)
            ring.push_back(corners[parts.edges[k]]);
        const size_t n = ring.size();
        if (n < 3 || n > size_t(max_vertices))
            fail(report, "convex parts: " + std::to_string(n) + " corners" + at(ring.front()));
        for (size_t i = 0; i < n; ++i) {
            if (orient2d(ring[i], ring[(i + 1) % n], ring[(i + 2) % n]) < 0) {
                fail(report, "convex parts: a polygon is not convex" + at(ring[(i + 1) % n]));
            }
        }
        after += doubled_area(ring);
    }
    if (before != after)
        fail(report, "convex parts: doubled area " + std::to_string(before) + " became " + std::to_string(after));
}

}  // namespace navspan::support
