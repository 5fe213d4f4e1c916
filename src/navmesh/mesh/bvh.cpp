// Bounding volume tree over the polygons of a tile.
//
// In: a tile without its tree.
// Out: the nodes of the tree in preorder.
// Idea: Every inner node splits its polygons at the median of their box centres, along the axis with the largest spread of the
// centres. The tree is therefore balanced, and a traversal needs only a small stack of fixed size. Ties are broken by index,
// so equal tiles give equal trees.
// Source: Kay, Kajiya, Ray tracing complex scenes (1986).
// Weak cases: The boxes of adjacent long thin polygons overlap a lot.

#include "navmesh/mesh/bvh.h"

#include <algorithm>
#include <numeric>

namespace navspan {
namespace {

// Twice the centre of a polygon's box: x and z [lattice], y [wu].
struct BoxCentre {
    int64_t x = 0, z = 0;
    double y = 0;
};

void grow_box(BvhNode& box, const BvhNode& other) {
    box.min_x = std::min(box.min_x, other.min_x);
    box.min_z = std::min(box.min_z, other.min_z);
    box.min_y = std::min(box.min_y, other.min_y);
    box.max_x = std::max(box.max_x, other.max_x);
    box.max_z = std::max(box.max_z, other.max_z);
    box.max_y = std::max(box.max_y, other.max_y);
}

class BvhBuilder {
public:
    explicit BvhBuilder(const NavTile& tile) : quantum_(tile.frame.quantum) {
        const auto count = uint32_t(tile.polygons.size());
        boxes_.reserve(count);
        centres_.reserve(count);
        for (uint32_t p = 0; p < count; ++p) {
            const BvhNode box = polygon_box(tile, p);
            boxes_.push_back(box);
            centres_.push_back(
                {int64_t{box.min_x} + box.max_x, int64_t{box.min_z} + box.max_z, double(box.min_y) + double(box.max_y)});
        }
        order_.resize(count);
        std::iota(order_.begin(), order_.end(), 0u);
        nodes_.reserve(count ? 2 * size_t{count} - 1 : 0);
        if (count) split(0, count);
    }
    std::vector<BvhNode> take() { return std::move(nodes_); }

private:
    // Partially sorts a range along the axis on which its centres spread most. Afterwards, the polygon at `middle` is the
    // median, and no polygon before `middle` has a greater centre.
    void halve(uint32_t begin, uint32_t end, uint32_t middle) {
        BoxCentre low = centres_[order_[begin]], high = low;
        for (uint32_t i = begin + 1; i < end; ++i) {
            const BoxCentre& c = centres_[order_[i]];
            low = {std::min(low.x, c.x), std::min(low.z, c.z), std::min(low.y, c.y)};
            high = {std::max(high.x, c.x), std::max(high.z, c.z), std::max(high.y, c.y)};
        }
        const double dx = double(high.x - low.x) * quantum_, dz = double(high.z - low.z) * quantum_, dy = high.y - low.y;
        const auto by = [&](auto key) {
            std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                             [&](uint32_t a, uint32_t b) {
                                 const auto ka = key(centres_[a]), kb = key(centres_[b]);
                                 return ka < kb || (ka == kb && a < b);
                             });
        };
        if (dy > dx && dy > dz) {
            by([](const BoxCentre& c) { return c.y; });
        } else if (dx >= dz) {
            by([](const BoxCentre& c) { return c.x; });
        } else {
            by([](const BoxCentre& c) { return c.z; });
        }
    }

    BvhNode split(uint32_t begin, uint32_t end) {
        const size_t at = nodes_.size();
        if (end - begin == 1) {
            nodes_.push_back(boxes_[order_[begin]]);
            return nodes_[at];
        }
        nodes_.emplace_back();
        const uint32_t middle = begin + (end - begin) / 2;
        halve(begin, end, middle);
        BvhNode box = split(begin, middle);
        const auto right = uint32_t(nodes_.size());
        grow_box(box, split(middle, end));
        box.right = right;
        box.polygon = 0;
        return nodes_[at] = box;
    }

    double quantum_;
    std::vector<BvhNode> boxes_;
    std::vector<BoxCentre> centres_;
    std::vector<uint32_t> order_;
    std::vector<BvhNode> nodes_;
};

int32_t floor_cell(int32_t detail) {
    return detail >> 8;
}
int32_t ceil_cell(int32_t detail) {
    return (detail >> 8) + ((detail & 255) != 0);
}
static_assert(kDetailQuantum == 256);

}  // namespace

BvhNode polygon_box(const NavTile& tile, uint32_t polygon) {
    const NavPolygon& p = tile.polygons[polygon];
    const auto corner = [&](uint32_t i) {
        const HalfEdge& e = tile.half_edges[p.first_edge + i];
        const float y = tile.vertex_y[e.vertex];
        return BvhNode{e.x, e.z, e.x, e.z, y, y, 0, polygon};
    };
    BvhNode box = corner(0);
    for (uint32_t i = 1; i < p.edge_count; ++i)
        grow_box(box, corner(i));
    for (uint32_t i = 0; i < p.detail_vertex_count; ++i) {
        const NavDetailVertex& v = tile.detail_vertices[p.first_detail_vertex + i];
        grow_box(box, {floor_cell(v.x), floor_cell(v.z), ceil_cell(v.x), ceil_cell(v.z), v.y, v.y, 0, 0});
    }
    return box;
}

std::vector<BvhNode> build_bvh(const NavTile& tile) {
    return BvhBuilder(tile).take();
}

}  // namespace navspan
