#pragma once

#include <cstddef>
#include <vector>

namespace navspan {

/// Returns the memory that this process may use [byte]: the smallest of the machine's memory, the limit of the process, and the
/// limit of its container.
double memory_limit_bytes();

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
