#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace navspan {

/// A list of immutable objects that lists share. A pointer to an element is valid while a list that contains the element
/// exists.
///
/// Up to 16 consecutive objects form a block, which has one reference count. A copy of a list, or of a part of it, shares whole
/// blocks, and copies the owners of the other objects.
template <class T>
class SharedList {
public:
    /// Element \p i. Null if there is no such element.
    const T* operator[](size_t i) const { return i < items_.size() ? items_[i] : nullptr; }
    /// The first element. Null if the list is empty.
    const T* front() const { return (*this)[0]; }
    /// The last element. Null if the list is empty.
    const T* back() const { return (*this)[size() - 1]; }
    /// Number of elements.
    size_t size() const { return items_.size(); }
    /// True if there are no elements.
    bool empty() const { return items_.empty(); }
    /// Start of the elements.
    auto begin() const { return items_.begin(); }
    /// End of the elements.
    auto end() const { return items_.end(); }

    /// Appends an object. If memory runs out, the list does not change.
    void push_back(std::shared_ptr<const T> item) {
        reserve_more(1);
        const T* const added = item.get();
        if (open_.size() == kBlock) close_block();
        open_.push_back(std::move(item));
        items_.push_back(added);
    }
    /// Replaces element \p i. The list does not change if there is no such element, or if memory runs out.
    void replace(size_t i, std::shared_ptr<const T> item) {
        if (i >= size()) return;
        const T* const added = item.get();
        if (i >= end_of_blocks()) {
            open_[i - end_of_blocks()] = std::move(item);
        } else {
            const auto block = blocks_.begin() + (block_of(i) - blocks_.begin());
            auto owners = std::make_shared<Owners>(*block->owners);
            (*owners)[i - (block->end - owners->size())] = std::move(item);
            block->owners = std::move(owners);
        }
        items_[i] = added;
    }
    /// Returns a shared pointer that keeps element \p i alive. Null if there is no such element.
    std::shared_ptr<const T> owner(size_t i) const {
        if (i >= size()) return nullptr;
        if (i >= end_of_blocks()) return open_[i - end_of_blocks()];
        const Block& block = *block_of(i);
        return (*block.owners)[i - (block.end - block.owners->size())];
    }
    /// Appends the elements of another list from index \p first up to index \p last. Indices that \p other does not have are
    /// ignored. If memory runs out, a part of the elements may have been appended.
    void append(const SharedList& other, size_t first, size_t last) {
        if (&other == this) return append(SharedList(other), first, last);
        last = std::min(last, other.size());
        if (first >= last) return;
        reserve_more(last - first);
        auto block = other.block_of(first);
        for (; block != other.blocks_.end() && first < last; ++block) {
            const size_t size = block->owners->size(), begin = block->end - size, end = std::min(block->end, last);
            const bool whole = first == begin && end == block->end;
            if (whole && (open_.size() + size > kBlock || (open_.empty() && size > kBlock / 2))) {
                close_block();
                blocks_.push_back({end_of_blocks() + size, block->owners});
                items_.insert(items_.end(), other.items_.begin() + ptrdiff_t(begin), other.items_.begin() + ptrdiff_t(end));
            } else {
                for (size_t i = first; i < end; ++i)
                    push_back((*block->owners)[i - begin]);
            }
            first = end;
        }
        for (; first < last; ++first)
            push_back(other.open_[first - other.end_of_blocks()]);
    }

    /// True if both lists contain the same objects. Does not compare equal objects.
    friend bool operator==(const SharedList& a, const SharedList& b) { return a.items_ == b.items_; }

private:
    using Owners = std::vector<std::shared_ptr<const T>>;
    // The owners of consecutive elements.
    struct Block {
        size_t end = 0;  // one past the index of the last element
        std::shared_ptr<const Owners> owners;
    };
    static constexpr size_t kBlock = 16;  // maximum number of elements of a block

    // Returns the block that contains element i, or the end if no block contains it.
    typename std::vector<Block>::const_iterator block_of(size_t i) const {
        return std::upper_bound(blocks_.begin(), blocks_.end(), i, [](size_t item, const Block& b) { return item < b.end; });
    }
    size_t end_of_blocks() const { return blocks_.empty() ? 0 : blocks_.back().end; }
    // Allocates memory for more elements of items_, so that adding them cannot fail.
    void reserve_more(size_t count) {
        const size_t wanted = items_.size() + count;
        if (wanted > items_.capacity()) items_.reserve(std::max(wanted, 2 * items_.capacity()));
    }
    // Makes a block of the owners in open_. If memory runs out, nothing changes.
    void close_block() {
        if (open_.empty()) return;
        auto owners = std::make_shared<Owners>();
        blocks_.push_back({end_of_blocks() + open_.size(), owners});
        owners->swap(open_);
    }

    std::vector<const T*> items_;
    std::vector<Block> blocks_;
    Owners open_;  // owners of the last elements, at most kBlock, which are not in a block yet
};

/// A list of lists. One array stores the elements of all lists, one list after the other.
template <class T>
class PackedLists {
public:
    /// The elements of list \p i. None if there is no such list.
    std::span<const T> operator[](size_t i) const {
        return i < size() ? std::span<const T>{values_.data() + first_[i], first_[i + 1] - first_[i]} : std::span<const T>{};
    }
    /// The elements of list \p i, which may be changed. None if there is no such list.
    std::span<T> mutable_list(size_t i) {
        return i < size() ? std::span<T>{values_.data() + first_[i], first_[i + 1] - first_[i]} : std::span<T>{};
    }
    /// Number of lists.
    size_t size() const { return first_.empty() ? 0 : first_.size() - 1; }
    /// The elements of all lists.
    const std::vector<T>& all() const { return values_; }
    /// Index in all() of the first element of list \p i; size of all() if there is no such list.
    uint32_t first(size_t i) const { return i < first_.size() ? first_[i] : uint32_t(values_.size()); }

    /// Allocates memory for \p lists lists with \p elements elements altogether.
    void reserve(size_t lists, size_t elements) {
        first_.reserve(std::min(lists, first_.max_size() - 1) + 1);
        values_.reserve(std::min(elements, values_.max_size()));
    }
    /// Appends a list with the elements of \p list. Returns false and does nothing if there would be 2^32 elements or more
    /// altogether. If memory runs out, nothing changes.
    bool push_back(std::span<const T> list) {
        if (!has_room(list.size())) return false;
        if (is_own(list)) return push_back(std::vector<T>(list.begin(), list.end()));
        reserve_more(1, list.size());
        if (first_.empty()) first_.push_back(0);
        values_.insert(values_.end(), list.begin(), list.end());
        first_.push_back(uint32_t(values_.size()));
        return true;
    }
    /// Appends the lists of \p other from index \p begin up to index \p end. Indices that \p other does not have are ignored.
    /// Returns false and does nothing if there would be 2^32 elements or more altogether. If memory runs out, nothing changes.
    bool append(const PackedLists& other, size_t begin, size_t end) {
        if (&other == this) return append(PackedLists(other), begin, end);
        end = std::min(end, other.size());
        if (begin >= end) return true;
        const uint32_t from = other.first(begin), to = other.first(end);
        if (!has_room(to - from)) return false;
        reserve_more(end - begin, to - from);
        if (first_.empty()) first_.push_back(0);
        const uint32_t shift = first_.back() - from;  // modulo 2^32
        for (size_t i = begin; i < end; ++i)
            first_.push_back(other.first_[i + 1] + shift);
        values_.insert(values_.end(), other.values_.begin() + from, other.values_.begin() + to);
        return true;
    }

    /// Replaces the lists with the indices \p numbers by \p lists, in the same order. Each of \p lists converts to a
    /// std::span<const T> of elements that are not in this object. Returns false and changes nothing if the indices are not
    /// ascending and less than size(), if there are not as many lists, or if there would be 2^32 elements or more altogether.
    /// If memory runs out, nothing changes.
    template <class List>
    bool replace(std::span<const uint32_t> numbers, const std::vector<List>& lists) {
        if (numbers.size() != lists.size() || (!numbers.empty() && numbers.back() >= size())) return false;
        for (size_t k = 1; k < numbers.size(); ++k) {
            if (numbers[k - 1] >= numbers[k]) return false;
        }
        bool same_sizes = true;
        for (size_t k = 0; k < numbers.size(); ++k)
            same_sizes = same_sizes && (*this)[numbers[k]].size() == std::span<const T>(lists[k]).size();
        return same_sizes ? overwrite(numbers, lists) : rebuild(numbers, lists);
    }

    /// Compares all lists.
    friend bool operator==(const PackedLists&, const PackedLists&) = default;

private:
    bool has_room(size_t more) const { return more <= UINT32_MAX - values_.size(); }
    bool is_own(std::span<const T> list) const {
        const std::less<const T*> before;
        return !list.empty() && !before(list.data(), values_.data()) && before(list.data(), values_.data() + values_.size());
    }
    // Allocates memory for more lists and elements, so that adding them cannot fail.
    void reserve_more(size_t lists, size_t elements) {
        const auto grow = [](auto& list, size_t wanted) {
            if (wanted > list.capacity()) list.reserve(std::max(wanted, 2 * list.capacity()));
        };
        grow(first_, first_.size() + lists + 1);
        grow(values_, values_.size() + elements);
    }

    // Replaces lists by lists of the same sizes.
    template <class List>
    bool overwrite(std::span<const uint32_t> numbers, const std::vector<List>& lists) {
        for (size_t k = 0; k < numbers.size(); ++k) {
            const std::span<const T> list(lists[k]);
            std::copy(list.begin(), list.end(), mutable_list(numbers[k]).begin());
        }
        return true;
    }
    template <class List>
    bool rebuild(std::span<const uint32_t> numbers, const std::vector<List>& lists) {
        PackedLists changed;
        changed.reserve(size(), values_.size());
        size_t next = 0;
        bool fits = true;
        for (size_t k = 0; k < numbers.size() && fits; ++k) {
            const std::span<const T> list(lists[k]);
            fits = changed.append(*this, next, numbers[k]) && changed.push_back(list);
            next = numbers[k] + size_t{1};
        }
        if (!fits || !changed.append(*this, next, size())) return false;
        *this = std::move(changed);
        return true;
    }

    std::vector<uint32_t> first_;  // for each list: index in values_ of its first element; one additional entry at the end
    std::vector<T> values_;
};

}  // namespace navspan
