#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

// The open list of a search: a priority queue, least entry first.
//
// The queue is a heap in which each entry has four children. Often, the least entry is the entry that was pushed last. push()
// therefore keeps one entry, held_, outside the heap: the lesser of the new entry and the previous held_. The comparator
// `Before` must be a strict total order. It should contain no branches, to avoid branch mispredictions.

namespace navspan {

template <typename Before, typename Entry>
class SearchHeap {
public:
    /// Stores the entries in `entries`, which must be empty or a heap left by another SearchHeap.
    explicit SearchHeap(std::vector<Entry>& entries) : heap_(entries) {}
    /// Adds the entry outside the heap to `entries`. Allocates nothing.
    ~SearchHeap() {
        if (has_held_) sift_up(held_);
    }
    SearchHeap(const SearchHeap&) = delete;
    SearchHeap& operator=(const SearchHeap&) = delete;

    bool empty() const { return !has_held_ && heap_.empty(); }

    void clear() {
        heap_.clear();
        has_held_ = false;
    }

    void push(Entry entry) {
        // Reserves memory for both this entry and held_, so that the destructor allocates nothing.
        if (heap_.capacity() < heap_.size() + 2) heap_.reserve(2 * heap_.capacity() + 64);
        if (!has_held_) {
            held_ = entry;
            has_held_ = true;
            return;
        }
        if (Before()(entry, held_)) std::swap(entry, held_);
        sift_up(entry);
    }

    /// Returns the least entry. The heap must not be empty.
    const Entry& least() {
        assert(!empty());
        if (!has_held_) {
            const Entry last = heap_.back();
            heap_.pop_back();
            held_ = heap_.empty() ? last : replace_top(last);
            has_held_ = true;
        } else if (!heap_.empty() && Before()(heap_.front(), held_)) {
            held_ = replace_top(held_);
        }
        return held_;
    }

    /// Removes and returns the least entry. The heap must not be empty.
    Entry take() {
        least();
        has_held_ = false;
        return held_;
    }

private:
    void sift_up(Entry entry) {
        size_t i = heap_.size();
        heap_.push_back(entry);
        while (i > 0) {
            const size_t parent = (i - 1) / 4;
            if (!Before()(entry, heap_[parent])) break;
            heap_[i] = heap_[parent];
            i = parent;
        }
        heap_[i] = entry;
    }

    Entry replace_top(Entry entry) {
        const Before before;
        Entry* heap = heap_.data();
        const Entry top = heap[0];
        const size_t n = heap_.size();
        size_t i = 0;
        while (4 * i + 4 < n) {
            const size_t first = 4 * i + 1;
            const size_t low = first + size_t(before(heap[first + 1], heap[first]));
            const size_t high = first + 2 + size_t(before(heap[first + 3], heap[first + 2]));
            const size_t least = before(heap[high], heap[low]) ? high : low;
            if (!before(heap[least], entry)) {
                heap[i] = entry;
                return top;
            }
            heap[i] = heap[least];
            i = least;
        }
        // The last parent may have fewer than four children.
        if (4 * i + 1 < n) {
            size_t least = 4 * i + 1;
            for (size_t c = least + 1; c < n; ++c)
                least = before(heap[c], heap[least]) ? c : least;
            if (before(heap[least], entry)) {
                heap[i] = heap[least];
                i = least;
            }
        }
        heap[i] = entry;
        return top;
    }

    std::vector<Entry>& heap_;
    Entry held_{};
    bool has_held_ = false;
};

}  // namespace navspan
