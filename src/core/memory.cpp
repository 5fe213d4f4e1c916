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

}  // namespace navspan
