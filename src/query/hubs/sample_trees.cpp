// Counts the sampled shortest paths through each vertex, and removes the paths through chosen vertices.

#include "query/hubs/sample_trees.h"

#include "core/group_by_count.h"

namespace navspan {

void SampleTrees::add_tree(const std::vector<Node>& tree) {
    const auto base = uint32_t(nodes_.size());
    nodes_.insert(nodes_.end(), tree.begin(), tree.end());
    for (size_t i = nodes_.size(); i-- > base;) {
        Node& node = nodes_[i];
        score_[node.vertex] += node.paths;
        if (node.parent == kNoIndex) continue;
        node.parent += base;
        Node& parent = nodes_[node.parent];
        parent.paths += node.paths;
        node.sibling = parent.first_child;
        parent.first_child = uint32_t(i);
    }
}

void SampleTrees::finish() {
    const auto for_each_node = [&](auto visit) {
        for (uint32_t i = 0; i < nodes_.size(); ++i)
            visit(nodes_[i].vertex, i);
    };
    group_by_count(score_.size(), for_each_node, offset_, occurrences_);
}

void SampleTrees::remove_paths(uint32_t vertex) {
    for (uint32_t i = offset_[vertex]; i < offset_[vertex + 1]; ++i) {
        const uint32_t top = occurrences_[i], lost = nodes_[top].paths;
        if (lost == 0) continue;
        for (uint32_t p = nodes_[top].parent; p != kNoIndex; p = nodes_[p].parent)
            subtract(nodes_[p], lost);
        stack_.assign(1, top);
        while (!stack_.empty()) {
            Node& node = nodes_[stack_.back()];
            stack_.pop_back();
            subtract(node, node.paths);
            for (uint32_t c = node.first_child; c != kNoIndex; c = nodes_[c].sibling) {
                if (nodes_[c].paths) stack_.push_back(c);
            }
        }
    }
}

}  // namespace navspan
