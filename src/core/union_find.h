#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace navspan {

/// Disjoint sets of the numbers 0 .. size() - 1. Each set is a tree and is identified by its root. Path halving keeps the trees
/// flat. If only unite() joins sets, the root of a set is its smallest number.
///
/// Source: Galler and Fischer, An improved equivalence algorithm (1964); path halving: Tarjan and van Leeuwen (1984).
class UnionFind {
public:
    UnionFind() = default;
    /// Creates `count` sets that contain one number each.
    explicit UnionFind(size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
    /// Replaces all sets by `count` sets that contain one number each. Reuses the allocated memory.
    void reset(size_t count) {
        parent_.resize(count);
        std::iota(parent_.begin(), parent_.end(), 0u);
    }

    uint32_t size() const { return uint32_t(parent_.size()); }
    /// Adds a set that contains one new number. Returns this number.
    uint32_t add() {
        parent_.push_back(size());
        return parent_.back();
    }

    /// Returns the root of the set of `i`.
    uint32_t find(uint32_t i) {
        while (parent_[i] != i)
            i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    bool is_root(uint32_t i) const { return parent_[i] == i; }

    /// Joins the sets that contain `a` and `b`. The smaller of the two old roots becomes the new root.
    void unite(uint32_t a, uint32_t b) {
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }
    /// Joins the sets with the roots `root` and `other`. The new root is `root`.
    void unite_under(uint32_t root, uint32_t other) { parent_[other] = root; }

    /// Returns the root of every number. Afterwards, the object is empty.
    std::vector<uint32_t> take_roots() {
        for (uint32_t i = 0; i < size(); ++i)
            parent_[i] = find(i);
        return std::move(parent_);
    }

private:
    std::vector<uint32_t> parent_;
};

}  // namespace navspan
