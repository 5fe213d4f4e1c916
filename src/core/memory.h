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

/// Returns the memory that this process may use [byte]: the smallest of the machine's memory, the address space, the limit of
/// the process, and the limit of its container.
double memory_limit_bytes();

/// Converts the element count of an allocation to size_t. If the count does not fit (possible on 32-bit targets), returns the
/// largest size_t, with which every allocation fails.
inline size_t size_to_allocate(uint64_t size) {
    return size_t(std::min<uint64_t>(size, std::numeric_limits<size_t>::max()));
}

/// The memory that reading an input may take. A reader estimates each allocation from the file's size and header, and checks
/// the estimate against this budget before allocating.
struct MemoryBudget {
    double bytes = 0;          ///< limit [byte]; 0: no limit
    std::string setting = {};  ///< setting that raises the limit, named in the error; empty: the error names no setting
    double used = 0;           ///< memory that is already in use and counts towards the limit [byte]
};

/// Tests whether \p bytes of additional memory fit. Error (failed): they do not.
/// @param what    the file and the part of it that needs the memory, as a plural noun: "a.png: its 9 x 9 samples"
/// @param remedy  advice for the user: "give fewer samples"
Status check_budget(const MemoryBudget& budget, const std::string& what, double bytes, const std::string& remedy);

/// Reads a whole file, like read_file, and adds its size to the memory in use. Checks the size against the budget before
/// reading. Reads a pipe, whose size is unknown, only up to the number of bytes that the budget leaves. Error (failed): see
/// check_budget. Error (input): see read_file.
Result<std::vector<std::byte>> read_file_within(MemoryBudget& budget, const std::filesystem::path& path);

/// Asks the system to use large pages (2 MB on most systems) for memory that is allocated but not yet written. The first write
/// to each page causes a page fault, so large pages are faster to fill. Does nothing if the memory is only a few megabytes or
/// the system has no large pages.
/// @param size  [byte]
void request_large_pages(void* memory, size_t size);

/// Reserves memory for \p count elements, in large pages if possible.
template <class T>
void reserve_large(std::vector<T>& elements, size_t count) {
    if (count <= elements.capacity()) return;
    elements.reserve(count);
    request_large_pages(elements.data() + elements.size(), (count - elements.size()) * sizeof(T));
}

}  // namespace navspan
