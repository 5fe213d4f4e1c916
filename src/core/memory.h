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

}  // namespace navspan
