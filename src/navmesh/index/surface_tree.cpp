// A tree of boxes over the detail triangles of a tile.
//
// In: a valid tile.
// Out: nodes of four boxes each, in 64 bytes (a cache line).
// Idea: The triangles are split in two by their box centres, along the axis on which the centres spread most. Both parts are
// split again, which gives up to four children. Box coordinates have 16 bits and are rounded outward.
// Source: Kay, Kajiya, Ray tracing complex scenes (1986), for splits by box centres; Wald, Benthin, Boulos, Getting rid of
// packets (2008), for the width of nodes.
// Weak cases: The boxes of adjacent long thin triangles overlap a lot.

#include "navspan/navmesh/surface_tree.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <span>

#include "core/group_by_count.h"
#include "navmesh/index/surface_tree.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {
namespace {

constexpr double kUnits = 65535;

struct TreeBox {
    std::array<uint16_t, 3> low{}, high{};
};

std::array<double, 3> axes(DVec3 p) {
    return {p.x, p.y, p.z};
}

// Sets the normals of a triangle, rounded towards 0.
void set_normals(SurfaceTriangle& t) {
    for (size_t i = 0; i < 3; ++i) {
        const size_t next = i == 2 ? 0 : i + 1;
        const double ex = double(t.x[next]) - t.x[i], ez = double(t.z[next]) - t.z[i];
        const double length = std::sqrt(ex * ex + ez * ez), scale = length > 0 ? kNormalScale / length : 0;
        t.normal_x[i] = int16_t(ez * scale);
        t.normal_z[i] = int16_t(-ex * scale);
    }
}

float level_of(std::span<const SurfaceTriangle> triangles) {
    const float level = triangles[0].low;
    const auto is_level = [&](const SurfaceTriangle& t) { return t.low == level && t.high == level; };
    return std::all_of(triangles.begin(), triangles.end(), is_level) ? level : kNotFlat;
}

class SurfaceTreeBuilder {
public:
    explicit SurfaceTreeBuilder(const NavTile& tile) : tile_(tile) {
        const auto count = uint32_t(tile.detail_triangles.size());
        tree_.triangles.reserve(count);
        for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
            const NavPolygon& polygon = tile.polygons[p];
            for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t)
                set_normals(tree_.triangles.emplace_back(surface_triangle(tile, p, polygon.first_detail_triangle + t)));
            tree_.level.push_back(
                level_of({tree_.triangles.data() + polygon.first_detail_triangle, polygon.detail_triangle_count}));
        }
        if (count == 0) return;
        measure();
        boxes_.reserve(count);
        order_.reserve(count);
        for (uint32_t t = 0; t < count; ++t) {
            const TreeBox& b = boxes_.emplace_back(box(t));
            order_.push_back({{b.low[0] + b.high[0], b.low[1] + b.high[1], b.low[2] + b.high[2]}, t});
        }
        scratch_.resize(count);
        tree_.nodes.reserve(count / 2 + 1);
        add_node(0, count);
        tree_.grid = build_surface_grid(tree_.triangles);
    }

    SurfaceTree take() { return std::move(tree_); }

private:
    void measure() {
        constexpr double kFar = std::numeric_limits<double>::infinity();
        std::array<double, 3> low{kFar, kFar, kFar}, high{-kFar, -kFar, -kFar};
        for (const SurfaceTriangle& t : tree_.triangles) {
            for (size_t i = 0; i < 3; ++i) {
                const auto p = axes(corner_of(t, i));
                for (size_t a = 0; a < 3; ++a) {
                    low[a] = std::min(low[a], p[a]);
                    high[a] = std::max(high[a], p[a]);
                }
            }
        }
        tree_.origin = low;
        const auto scale = axes({tile_.frame.quantum, 1, tile_.frame.quantum});
        for (size_t a = 0; a < 3; ++a) {
            if (high[a] - low[a] > 1e-9) tree_.per_unit[a] = kUnits / (high[a] - low[a]);
            tree_.side[a] = scale[a] / tree_.per_unit[a];
        }
    }

    TreeBox box(uint32_t triangle) const {
        const SurfaceTriangle& t = tree_.triangles[triangle];
        const std::array<DVec3, 3> points{corner_of(t, 0), corner_of(t, 1), corner_of(t, 2)};
        TreeBox result;
        for (size_t a = 0; a < 3; ++a) {
            const auto [low, high] = std::minmax({axes(points[0])[a], axes(points[1])[a], axes(points[2])[a]});
            const auto units = [&](double v) { return std::clamp((v - tree_.origin[a]) * tree_.per_unit[a], 0.0, kUnits); };
            // The conversion rounds down, so the upper end is rounded up afterwards.
            const double end = units(high);
            result.low[a] = uint16_t(units(low));
            result.high[a] = uint16_t(uint16_t(end) + (uint16_t(end) < end));
        }
        return result;
    }

    // Partially sorts a range along the axis on which its centres spread most. As with std::nth_element, the centres before
    // position `middle` then have the smallest coordinates.
    void cut(uint32_t begin, uint32_t end, uint32_t middle) {
        std::array<int32_t, 3> low = order_[begin].doubled, high = low;
        for (const Centre& c : std::span(order_).subspan(begin, end - begin)) {
            for (size_t a = 0; a < 3; ++a) {
                low[a] = std::min(low[a], c.doubled[a]);
                high[a] = std::max(high[a], c.doubled[a]);
            }
        }
        size_t axis = 0;
        double widest = -1;
        for (size_t a = 0; a < 3; ++a) {
            const double spread = double(high[a] - low[a]) * tree_.side[a];
            if (spread > widest) widest = spread, axis = a;
        }
        int bits = std::bit_width(uint32_t(high[axis] - low[axis]));
        // Only the bucket that contains `middle` must be sorted further.
        while (end - begin > kFew && bits > 0) {
            bits = std::max(bits - kBucketBits, 0);
            sort_into_buckets(axis, low[axis], bits, begin, end, middle);
        }
        if (bits > 0) sort_small_range(axis, begin, end);
    }

    // Sorts a range stably by bucket, then narrows the range to the bucket that contains `middle`. The bucket of a centre is
    // (coordinate - low) >> bits, modulo kBuckets. The discarded higher bits are equal for all centres of the range.
    void sort_into_buckets(size_t axis, int32_t low, int bits, uint32_t& begin, uint32_t& end, uint32_t middle) {
        const auto bucket = [=](const Centre& c) { return size_t((c.doubled[axis] - low) >> bits) % kBuckets; };
        std::array<uint32_t, kBuckets + 1> first{};
        for (uint32_t i = begin; i < end; ++i)
            ++first[bucket(order_[i])];
        counts_to_start_offsets(first, begin);
        auto next = first;
        for (uint32_t i = begin; i < end; ++i)
            scratch_[next[bucket(order_[i])]++] = order_[i];
        std::copy(scratch_.begin() + begin, scratch_.begin() + end, order_.begin() + begin);
        const auto after = std::upper_bound(first.begin(), first.end(), middle);
        begin = *(after - 1);
        end = *after;
    }

    // Sorts at most kFew items stably. The new position of an item is the number of items that precede it in sorted order.
    // Counting these items needs no branches.
    void sort_small_range(size_t axis, uint32_t begin, uint32_t end) {
        std::array<int32_t, kFew> keys;
        const size_t count = end - begin;
        for (size_t i = 0; i < count; ++i)
            keys[i] = order_[begin + i].doubled[axis];
        for (size_t i = 0; i < count; ++i) {
            int32_t rank = 0;
            for (size_t k = 0; k < i; ++k)
                rank += keys[k] <= keys[i];
            for (size_t k = i + 1; k < count; ++k)
                rank += keys[k] < keys[i];
            scratch_[begin + size_t(rank)] = order_[begin + i];
        }
        std::copy(scratch_.begin() + begin, scratch_.begin() + end, order_.begin() + begin);
    }

    struct Child {
        uint32_t reference;
        TreeBox box;
    };

    Child add(uint32_t begin, uint32_t end) {
        if (end - begin > 1) return add_node(begin, end);
        const uint32_t triangle = order_[begin].triangle;
        return {kTriangleBit | triangle, boxes_[triangle]};
    }

    Child add_node(uint32_t begin, uint32_t end) {
        // Each child except the last is a full subtree of `full` triangles. `full` is the smallest power of 4 for which four
        // full subtrees can contain the range.
        uint32_t full = 1;
        while (4 * uint64_t{full} < end - begin)
            full *= 4;
        const auto index = uint32_t(tree_.nodes.size());
        tree_.nodes.emplace_back();
        tree_.nodes[index].child.fill(kNoIndex);
        std::array<uint32_t, 5> cuts{begin};
        size_t parts = 0;
        split(begin, end, full, cuts, parts);
        TreeBox whole{{0xffff, 0xffff, 0xffff}, {0, 0, 0}};
        for (size_t i = 0; i < parts; ++i) {
            const Child child = add(cuts[i], cuts[i + 1]);
            tree_.nodes[index].child[i] = child.reference;
            for (size_t a = 0; a < 3; ++a) {
                tree_.nodes[index].low[a][i] = child.box.low[a];
                tree_.nodes[index].high[a][i] = child.box.high[a];
                whole.low[a] = std::min(whole.low[a], child.box.low[a]);
                whole.high[a] = std::max(whole.high[a], child.box.high[a]);
            }
        }
        return {index, whole};
    }

    // Splits a range into parts and stores the end of each part in `cuts`. The number of triangles per part is `full`, or less
    // for the last part.
    void split(uint32_t begin, uint32_t end, uint32_t full, std::array<uint32_t, 5>& cuts, size_t& parts) {
        const uint32_t chunks = (end - begin + full - 1) / full;
        if (chunks == 1) {
            cuts[++parts] = end;
            return;
        }
        const uint32_t middle = begin + (chunks + 1) / 2 * full;
        if (full > 1) cut(begin, end, middle);
        split(begin, middle, full, cuts, parts);
        split(middle, end, full, cuts, parts);
    }

    static constexpr int kBucketBits = 6;
    static constexpr size_t kBuckets = size_t{1} << kBucketBits;
    static constexpr uint32_t kFew = 64;

    // The centre of a triangle's box.
    struct Centre {
        std::array<int32_t, 3> doubled;  // twice the coordinates of the centre [tree unit]
        uint32_t triangle;
    };

    const NavTile& tile_;
    std::vector<TreeBox> boxes_;
    std::vector<Centre> order_, scratch_;
    SurfaceTree tree_;
};

}  // namespace

SurfaceTriangle surface_triangle(const NavTile& tile, uint32_t polygon, uint32_t triangle) {
    const NavPolygon& p = tile.polygons[polygon];
    const NavDetailTriangle& t = tile.detail_triangles[triangle];
    const std::array<uint32_t, 3> indices{t.a, t.b, t.c};
    SurfaceTriangle result;
    result.polygon = polygon;
    for (size_t i = 0; i < 3; ++i) {
        // Coordinates are multiples of 1/256 and at most 2^22 [lattice]. Therefore, a coordinate times kDetailQuantum (256) is
        // an integer of at most 31 bits.
        const DVec3 corner = trusted::detail_corner(tile, p, indices[i]);
        result.x[i] = int32_t(corner.x * kDetailQuantum);
        result.z[i] = int32_t(corner.z * kDetailQuantum);
        result.y[i] = float(corner.y);
    }
    const auto [low, high] = std::minmax({result.y[0], result.y[1], result.y[2]});
    result.low = low;
    result.high = high;
    return result;
}

SurfaceTree build_surface_tree(const NavTile& tile) {
    assert(tile.detail_triangles.size() < kTriangleBit);
    return SurfaceTreeBuilder(tile).take();
}

void build_surface_trees(NavMesh& mesh) {
    mesh.surfaces = {};
    for (const auto& tile : mesh.tiles)
        mesh.surfaces.push_back(std::make_shared<const SurfaceTree>(build_surface_tree(*tile)));
}

}  // namespace navspan
