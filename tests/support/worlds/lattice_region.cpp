#include "support/worlds/lattice_region.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "polygon/edge_pairs.h"
#include "polygon/ring.h"

namespace navspan::support {
namespace {

// The directions of edges: +z, +x, -z, -x. Seen from above, each is a left turn from the previous one.
constexpr std::array<LatticePoint, 4> kStep{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};

// True if a border edge starts at p in direction d. The cell on the left of a border edge is in the set, and the cell on its
// right is not.
bool edge_leaves(const CellSet& cells, LatticePoint p, int d) {
    switch (d) {
        case 0:
            return cells.at(p.x, p.z) && !cells.at(p.x - 1, p.z);
        case 1:
            return cells.at(p.x, p.z - 1) && !cells.at(p.x, p.z);
        case 2:
            return cells.at(p.x - 1, p.z - 1) && !cells.at(p.x, p.z - 1);
        default:
            return cells.at(p.x - 1, p.z) && !cells.at(p.x - 1, p.z - 1);
    }
}

bool in_triangle(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint p) {
    if (orient2d(a, b, c) < 0) std::swap(b, c);
    return orient2d(a, b, p) >= 0 && orient2d(b, c, p) >= 0 && orient2d(c, a, p) >= 0;
}

// True if point i can be removed from its ring. b is point i; a and c are the points before and after b. False if another point
// of the rings lies in the triangle a, b, c. That point would be on the wrong side of the new edge a -> c.
bool can_drop_point(const Rings& rings, uint32_t i, LatticePoint a, LatticePoint b, LatticePoint c) {
    if (a == c || is_collinear(a, b, c)) return a != c && distance_squared(a, c) > distance_squared(a, b);
    for (uint32_t k = 0; k < rings.points.size(); ++k) {
        const LatticePoint p = rings.points[k];
        if (k == i || p == a || p == c) continue;
        if (in_triangle(a, b, c, p)) return false;
    }
    return true;
}

}  // namespace

CellSet random_cells(Random& random, int32_t width, int32_t depth) {
    CellSet cells{width, depth, std::vector<uint8_t>(size_t(width) * size_t(depth))};
    const double density = random.real(0.45, 0.95);
    for (uint8_t& c : cells.inside)
        c = random.chance(density);
    const size_t seed = size_t(random.between(0, width * depth - 1));
    cells.inside[seed] = 1;

    // Keep the connected component of the seed cell.
    std::vector<uint8_t> kept(cells.inside.size(), 0);
    std::vector<size_t> stack{seed};
    kept[seed] = 1;
    while (!stack.empty()) {
        const size_t i = stack.back();
        stack.pop_back();
        const int32_t x = int32_t(i % size_t(width)), z = int32_t(i / size_t(width));
        for (const LatticePoint s : kStep) {
            if (!cells.at(x + s.x, z + s.z)) continue;
            const size_t k = size_t(z + s.z) * size_t(width) + size_t(x + s.x);
            if (!std::exchange(kept[k], uint8_t{1})) stack.push_back(k);
        }
    }
    cells.inside = std::move(kept);
    return cells;
}

Rings trace_rings(const CellSet& cells, Random* random) {
    // The border edges that no ring contains yet: one bit per direction, indexed by the start point of the edge.
    const size_t stride = size_t(cells.width) + 1;
    std::vector<uint8_t> left(stride * (size_t(cells.depth) + 1), 0);
    const auto edges_at = [&](LatticePoint p) -> uint8_t& { return left[size_t(p.z) * stride + size_t(p.x)]; };
    for (int32_t z = 0; z <= cells.depth; ++z) {
        for (int32_t x = 0; x <= cells.width; ++x) {
            for (int d = 0; d < 4; ++d) {
                if (edge_leaves(cells, {x, z}, d)) edges_at({x, z}) |= uint8_t(1 << d);
            }
        }
    }
    Rings rings;
    for (size_t at = 0; at < left.size(); ++at) {
        while (left[at] != 0) {
            LatticePoint p{int32_t(at % stride), int32_t(at / stride)};
            int d = std::countr_zero(left[at]);
            for (;;) {
                rings.points.push_back(p);
                edges_at(p) &= uint8_t(~(1 << d));
                p = {p.x + kStep[size_t(d)].x, p.z + kStep[size_t(d)].z};
                // Prefer a left turn, because a left turn follows the border of the same cell.
                const uint8_t next = edges_at(p);
                if (next == 0) break;
                const int turn_left = (d + 1) % 4, turn_right = (d + 3) % 4;
                const bool may_left = next >> turn_left & 1, may_right = next >> turn_right & 1;
                if (may_left && !(may_right && random && random->chance(0.5))) {
                    d = turn_left;
                } else if (next >> d & 1) {
                    continue;
                } else {
                    d = turn_right;
                }
            }
            rings.first.push_back(uint32_t(rings.points.size()));
        }
    }
    return rings;
}

Rings drop_collinear(const Rings& rings) {
    Rings result;
    for (size_t r = 0; r < rings.count(); ++r) {
        const uint32_t first = rings.first[r], n = rings.first[r + 1] - first;
        for (uint32_t i = 0; i < n; ++i) {
            const LatticePoint a = rings.points[first + (i + n - 1) % n], b = rings.points[first + i];
            if (!is_collinear(a, b, rings.points[first + (i + 1) % n])) result.points.push_back(b);
        }
        result.first.push_back(uint32_t(result.points.size()));
    }
    return result;
}

Rings simplify_randomly(Random& random, const Rings& rings, int tries) {
    Rings now = rings;
    for (int t = 0; t < tries; ++t) {
        const uint32_t i = uint32_t(random.between(0, int32_t(now.points.size()) - 1));
        const size_t r = size_t(std::upper_bound(now.first.begin(), now.first.end(), i) - now.first.begin()) - 1;
        const uint32_t first = now.first[r], n = now.first[r + 1] - first;
        if (n <= 3) continue;
        const LatticePoint a = now.points[first + (i - first + n - 1) % n], c = now.points[first + (i - first + 1) % n];
        if (!can_drop_point(now, i, a, now.points[i], c)) continue;
        Rings next = now;
        next.points.erase(next.points.begin() + i);
        for (size_t k = r + 1; k < next.first.size(); ++k)
            --next.first[k];
        const auto ring = [&](const Rings& from) {
            return std::span(from.points).subspan(from.first[r], from.first[r + 1] - from.first[r]);
        };
        if ((doubled_area(ring(next)) > 0) != (doubled_area(ring(now)) > 0) || doubled_area(ring(next)) == 0) continue;
        if (!have_conflict(next)) now = std::move(next);
    }
    return now;
}

bool have_conflict(const Rings& rings) {
    std::vector<Segment> edges;
    for (size_t r = 0; r < rings.count(); ++r) {
        for (uint32_t i = rings.first[r]; i < rings.first[r + 1]; ++i)
            edges.push_back({rings.points[i], rings.points[i + 1 < rings.first[r + 1] ? i + 1 : rings.first[r]]});
    }
    return any_overlapping_pair(
        edges, {}, [&](uint32_t i, uint32_t k) { return segments_conflict(edges[i].a, edges[i].b, edges[k].a, edges[k].b); });
}

int64_t total_doubled_area(const Rings& rings) {
    int64_t area = 0;
    for (size_t r = 0; r < rings.count(); ++r) {
        area += doubled_area(std::span(rings.points).subspan(rings.first[r], rings.first[r + 1] - rings.first[r]));
    }
    return area;
}

std::string drawing(const CellSet& cells) {
    std::string text = "\n";
    for (int32_t z = 0; z < cells.depth; ++z) {
        for (int32_t x = 0; x < cells.width; ++x)
            text += cells.at(x, z) ? '#' : '.';
        text += '\n';
    }
    return text;
}

std::string listing(const Rings& rings) {
    std::string text;
    for (size_t r = 0; r < rings.count(); ++r) {
        text += "\nring";
        for (uint32_t i = rings.first[r]; i < rings.first[r + 1]; ++i) {
            text += " (" + std::to_string(rings.points[i].x) + "," + std::to_string(rings.points[i].z) + ")";
        }
    }
    return text;
}

}  // namespace navspan::support
