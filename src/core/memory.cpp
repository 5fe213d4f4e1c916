#include "core/memory.h"

#include <algorithm>
#include <fstream>
#include <limits>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace navspan {
namespace {

constexpr double kUnknown = 3e10;  // when the system does not tell

// the number that a file holds; "max" and no file at all are no limit
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
    // of the container, in both versions of the kernel's interface
    limit = std::min(limit, read_limit("/sys/fs/cgroup/memory.max"));
    return std::min(limit, read_limit("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
}

}  // namespace navspan
