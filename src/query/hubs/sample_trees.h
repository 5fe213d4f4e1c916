#pragma once

#include <cstdint>
#include <vector>

#include "query/hubs/taut_search.h"

namespace navspan {

/// Shortest-path trees from a sample of vertices. For each vertex, counts the paths from the roots through it.
class SampleTrees {
public:
    /// A vertex in a tree. `parent`, `first_child` and `sibling` are positions in the list of all nodes.
    struct Node {
        uint32_t vertex = 0, parent = kNoIndex, first_child = kNoIndex, sibling = kNoIndex;
        uint32_t paths = 1;  ///< number of paths from the root through the node that have not been removed
    };

    explicit SampleTrees(size_t vertices) : score_(vertices) {}

    /// Appends a tree: nodes in the order of their distance from the root, with indices relative to the tree.
    void add_tree(const std::vector<Node>& tree);
    /// Must be called after the last add_tree.
    void finish();
    size_t size() const { return nodes_.size(); }
    /// Number of paths through a vertex that have not been removed.
    uint64_t score(uint32_t vertex) const { return score_[vertex]; }
    /// Removes all paths through a vertex.
    void remove_paths(uint32_t vertex);

private:
    void subtract(Node& node, uint32_t paths) {
        node.paths -= paths;
        score_[node.vertex] -= paths;
    }

    std::vector<Node> nodes_;
    std::vector<uint64_t> score_;                 // number of remaining sampled paths through each vertex
    std::vector<uint32_t> offset_, occurrences_;  // the nodes of vertex v: occurrences_[offset_[v]] and following
    std::vector<uint32_t> stack_;
};

}  // namespace navspan
