// Counts the sampled shortest paths through each vertex, and removes the paths through chosen vertices.

#include "query/hubs/sample_trees.h"

namespace navspan {

void SampleTrees::add_tree(const std::vector<Node>& nodes) {
    std::vector<Node>& tree = trees_.emplace_back(nodes);
    size_ += tree.size();
    for (size_t i = tree.size(); i-- > 0;) {
        Node& node = tree[i];
        score_[node.vertex] += node.paths;
        occurrences_[node.vertex].push_back({uint32_t(trees_.size() - 1), uint32_t(i)});
        if (node.parent == kNoIndex) continue;
        Node& parent = tree[node.parent];
        parent.paths += node.paths;
        node.sibling = parent.first_child;
        parent.first_child = uint32_t(i);
    }
}

bool SampleTrees::remove_paths(uint32_t vertex, uint64_t& steps) {
    steps = 1;
    if (occurrences_[vertex].empty()) return false;
    const auto [tree, top] = occurrences_[vertex].back();
    occurrences_[vertex].pop_back();
    std::vector<Node>& nodes = trees_[tree];
    const uint32_t lost = nodes[top].paths;
    if (lost == 0) return true;
    for (uint32_t p = nodes[top].parent; p != kNoIndex; p = nodes[p].parent, ++steps)
        subtract(nodes[p], lost);
    for (stack_.assign(1, top); !stack_.empty(); ++steps) {
        Node& node = nodes[stack_.back()];
        stack_.pop_back();
        subtract(node, node.paths);
        for (uint32_t c = node.first_child; c != kNoIndex; c = nodes[c].sibling) {
            if (nodes[c].paths) stack_.push_back(c);
        }
    }
    return true;
}

bool SampleTrees::free_some(uint64_t& steps) {
    steps = 1;
    if (!trees_.empty()) {
        steps += trees_.back().size() / 16;
        trees_.pop_back();
    } else if (!occurrences_.empty()) {
        steps += occurrences_.back().capacity() / 16;
        occurrences_.pop_back();
    }
    return !occurrences_.empty();
}

}  // namespace navspan
