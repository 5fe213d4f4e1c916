// Builds Detour's bounding volume tree.
//
// In: a box per polygon.
// Out: nodes in preorder.
// Idea: Splits each set of boxes at the median along the longest axis of its bounding box. Orders boxes by (centre, index), so
// that the tree is the same on every platform.
// Source: Mononen, Detour (2009).
// Weak cases: The boxes of adjacent long thin polygons overlap a lot.

#include "io/detour/tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace navspan {
namespace {

uint16_t to16(double v) {
    return uint16_t(std::clamp(v, 0.0, 65535.0));
}

DetourTreeNode quantized(const PointBounds& box, double factor) {
    DetourTreeNode node;
    const double low[3] = {box.min.x, box.min.y, box.min.z}, high[3] = {box.max.x, box.max.y, box.max.z};
    for (int k = 0; k < 3; ++k) {
        node.min[k] = to16(std::floor(low[k] * factor));
        node.max[k] = to16(std::ceil(high[k] * factor));
    }
    return node;
}

class DetourTreeBuilder {
public:
    DetourTreeBuilder(std::span<const PointBounds> boxes, double factor) : order_(boxes.size()) {
        for (const PointBounds& box : boxes)
            leaves_.push_back(quantized(box, factor));
        std::iota(order_.begin(), order_.end(), 0u);
    }

    std::vector<DetourTreeNode> build() {
        if (!order_.empty()) add(0, order_.size());
        return std::move(nodes_);
    }

private:
    // Builds the subtree of order_[begin] to order_[end - 1]. The tree is balanced, so the recursion depth is logarithmic.
    void add(size_t begin, size_t end) {
        const size_t at = nodes_.size();
        nodes_.push_back(leaves_[order_[begin]]);
        if (end - begin == 1) {
            nodes_[at].polygon = int32_t(order_[begin]);
            return;
        }
        DetourTreeNode around = nodes_[at];
        for (size_t i = begin; i < end; ++i) {
            const DetourTreeNode& leaf = leaves_[order_[i]];
            for (int k = 0; k < 3; ++k) {
                around.min[k] = std::min(around.min[k], leaf.min[k]);
                around.max[k] = std::max(around.max[k], leaf.max[k]);
            }
        }
        int axis = 0;
        for (int k = 1; k < 3; ++k)
            axis = around.max[k] - around.min[k] > around.max[axis] - around.min[axis] ? k : axis;
        const auto key = [&](uint32_t leaf) { return std::pair(leaves_[leaf].min[axis] + leaves_[leaf].max[axis], leaf); };
        const size_t middle = begin + (end - begin) / 2;
        std::nth_element(order_.begin() + ptrdiff_t(begin), order_.begin() + ptrdiff_t(middle), order_.begin() + ptrdiff_t(end),
                         [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
        // The order after nth_element depends on the library. Sort both halves by index, so that the tree is the same
        // everywhere.
        std::sort(order_.begin() + ptrdiff_t(begin), order_.begin() + ptrdiff_t(middle));
        std::sort(order_.begin() + ptrdiff_t(middle), order_.begin() + ptrdiff_t(end));
        add(begin, middle);
        add(middle, end);
        around.polygon = -int32_t(nodes_.size() - at);
        nodes_[at] = around;
    }

    std::vector<DetourTreeNode> leaves_, nodes_;
    std::vector<uint32_t> order_;
};

}  // namespace

std::vector<DetourTreeNode> detour_tree(std::span<const PointBounds> boxes, double factor) {
    return DetourTreeBuilder(boxes, factor).build();
}

}  // namespace navspan
