#include "core/memory.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace navspan {
namespace {

constexpr double kUnknown = 3e10;  // used if the system does not report its memory [byte]

// Returns the memory limit that a cgroup file contains [byte]. If the file contains "max" or is missing, there is no limit.
double read_limit(const char* path) {
    std::ifstream file(path);
    double bytes = 0;
    return file >> bytes && bytes > 0 ? bytes : std::numeric_limits<double>::infinity();
}

}  // namespace

double memory_limit_bytes() {
    double limit = kUnknown;
#if defined(__unix__) || defined(__APPLE__)
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGE_SIZE);
    if (pages > 0 && page > 0) limit = double(pages) * double(page);
    rlimit space{};
    if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) limit = std::min(limit, double(space.rlim_cur));
#endif
    // Apply the limits of the container: cgroup version 2, then version 1.
    limit = std::min(limit, read_limit("/sys/fs/cgroup/memory.max"));
    return std::min(limit, read_limit("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
}

void request_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] size_t size) {
#if defined(MADV_HUGEPAGE)
    constexpr size_t kSmall = size_t{4} << 20;  // smaller memory may contain no whole large page
    const long page_size = sysconf(_SC_PAGE_SIZE);
    if (size < kSmall || page_size <= 0) return;
    // madvise takes whole pages. If it fails, the memory is mapped in small pages.
    const auto start = reinterpret_cast<uintptr_t>(memory), page = uintptr_t(page_size);
    const uintptr_t first = (start + page - 1) / page * page, end = (start + size) / page * page;
    (void)madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
}

}  // namespace navspan
