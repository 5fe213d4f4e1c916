#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "navspan/core/result.h"

namespace navspan {

/// Returns the amount of memory that this process may use [byte]. This is the minimum of four values: the machine's memory, the
/// address space, the process limit (RLIMIT_AS) and the container limit (cgroup).
double memory_limit_bytes();

/// Converts the element count of an allocation to size_t. If the count does not fit (possible on 32-bit targets), returns the
/// largest size_t, so that the allocation fails.
inline size_t size_to_allocate(uint64_t size) {
    return size_t(std::min<uint64_t>(size, std::numeric_limits<size_t>::max()));
}

/// Limit on the memory for reading an input. A reader estimates the size of each allocation from the file's size and header.
/// Before allocating, the reader calls check_budget with the estimate.
struct MemoryBudget {
    double bytes = 0;          ///< limit [byte]; 0: no limit
    std::string setting = {};  ///< name of the setting that raises the limit, for the error message; empty: none
    double used = 0;           ///< memory that is already in use and counts towards the limit [byte]
};

/// Tests whether another \p bytes of memory fit into the budget. Error (failed): the limit would be exceeded.
/// @param what    the file and the part that needs the memory, with a plural noun, for example "a.png: its 9 x 9 samples"
/// @param remedy  advice for the user, for example "give fewer samples"
Status check_budget(const MemoryBudget& budget, const std::string& what, double bytes, const std::string& remedy);

/// Reads a whole file, like read_file, and adds its size to `budget.used`. Checks the size against the budget before reading.
/// The size of a pipe is unknown, so reading a pipe fails when its content exceeds the rest of the budget. Error (failed): see
/// check_budget. Error (input): see read_file.
Result<std::vector<std::byte>> read_file_within(MemoryBudget& budget, const std::filesystem::path& path);

/// Asks the system to use large pages (2 MB on most systems) for memory that is allocated but not yet written. The first write
/// to each page causes a page fault, and large pages reduce the number of page faults. Does nothing if the memory is smaller
/// than 4 MB or the system has no large pages.
/// @param size  size of the memory [byte]
void request_large_pages(void* memory, size_t size);

/// Reserves memory for \p count elements, in large pages if possible.
template <class T>
void reserve_large(std::vector<T>& elements, size_t count) {
    if (count <= elements.capacity()) return;
    elements.reserve(count);
    request_large_pages(elements.data() + elements.size(), (count - elements.size()) * sizeof(T));
}

/// Populates the pages of allocated memory that will be written soon, with large pages if possible. One call for many pages
/// takes a fraction of the time of a page fault for each. Populated pages use physical memory even if they are never written,
/// so pass only memory that will be written. Does nothing if the system does not support it, or while this thread skips it (see
/// SkipPagePreparation).
/// @param size  size of the memory [byte]
void prepare_pages(void* memory, size_t size);

/// An object of this class decides for its thread, as long as it exists: if \p skip is true, prepare_pages does nothing. Use
/// this if the allocator will probably return memory that was written before, as in all tiles of a level except the first.
/// Populating such memory again costs time.
class SkipPagePreparation {
public:
    explicit SkipPagePreparation(bool skip);
    ~SkipPagePreparation();
    SkipPagePreparation(const SkipPagePreparation&) = delete;
    SkipPagePreparation& operator=(const SkipPagePreparation&) = delete;

private:
    bool previous_;  // the decision before this object
};

/// Reserves memory for \p count elements. Populates the pages of the first \p written elements, which the caller will write
/// soon.
template <class T>
void reserve_prepared(std::vector<T>& elements, size_t count, size_t written) {
    if (count <= elements.capacity()) return;
    elements.reserve(count);
    if (written > elements.size()) prepare_pages(elements.data() + elements.size(), (written - elements.size()) * sizeof(T));
}

/// Reserves memory for \p count elements and populates its pages. All elements must be written soon.
template <class T>
void reserve_prepared(std::vector<T>& elements, size_t count) {
    reserve_prepared(elements, count, count);
}

/// Changes the size of an array. Populates the pages of the new elements before setting them to \p value.
template <class T>
void resize_prepared(std::vector<T>& elements, size_t count, T value = T{}) {
    reserve_prepared(elements, count);
    elements.resize(count, value);
}

/// Populates the pages of a growing array step by step, if its final size is unknown.
class PagePreparer {
public:
    /// Populates the pages of the elements up to \p size, before these are appended. Does nothing if appending them will move
    /// the array to other memory.
    template <class T>
    void prepare_up_to(std::vector<T>& elements, size_t size) {
        T* const data = elements.data();
        if (size <= elements.capacity()) prepare(data + elements.size(), data + size, data + elements.capacity());
    }

private:
    void prepare(void* begin, void* end, void* limit);

    uintptr_t begin_ = 0, end_ = 0;  // the bytes from address begin_ to end_ - 1 are populated
};

}  // namespace navspan
