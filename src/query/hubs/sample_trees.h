#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/no_index.h"
#include "query/hubs/taut_search.h"

namespace navspan {

/// Shortest-path trees from a sample of vertices. For each vertex, counts the paths from the roots through it.
class SampleTrees {
public:
    /// A vertex in a tree. `parent`, `first_child` and `sibling` are positions in the tree.
    struct Node {
        uint32_t vertex = 0, parent = kNoIndex, first_child = kNoIndex, sibling = kNoIndex;
        uint32_t paths = 1;  ///< number of paths from the root through the node that have not been removed
    };

    explicit SampleTrees(size_t vertices) : score_(vertices), occurrences_(vertices) {}

    /// Adds a tree. @param nodes  sorted by distance from the root
    void add_tree(const std::vector<Node>& nodes);
    /// Number of nodes of all trees.
    size_t size() const { return size_; }
    /// Number of paths through a vertex that have not been removed.
    uint64_t score(uint32_t vertex) const { return score_[vertex]; }
    /// Removes all paths through a vertex from one tree. Returns false if no tree with the vertex is left to process.
    /// @param steps  receives the number of nodes visited
    bool remove_paths(uint32_t vertex, uint64_t& steps);
    /// Frees a part of the memory. Returns false if nothing is left to free. After the first call, only free_some and the
    /// destructor may be called.
    /// @param steps  receives the number of steps
    bool free_some(uint64_t& steps);

private:
    struct Occurrence {
        uint32_t tree, node;
    };

    void subtract(Node& node, uint32_t paths) {
        node.paths -= paths;
        score_[node.vertex] -= paths;
    }

    std::vector<std::vector<Node>> trees_;
    size_t size_ = 0;
    std::vector<uint64_t> score_;                       // number of remaining sampled paths through each vertex
    std::vector<std::vector<Occurrence>> occurrences_;  // for each vertex: its nodes in trees that remove_paths has not visited
    std::vector<uint32_t> stack_;
};

}  // namespace navspan
