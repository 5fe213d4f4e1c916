#include "core/memory.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>

#include "core/standard_input.h"
#include "core/text.h"
#include "navspan/core/file.h"

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace navspan {
namespace {

constexpr double kUnknown = 3e10;  // memory limit if the system does not report its memory size [byte]

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
    // memory limit of the container: cgroup version 2, then version 1
    static const double of_container =
        std::min(read_limit("/sys/fs/cgroup/memory.max"), read_limit("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
    return std::min({limit, of_container, double(std::numeric_limits<uintptr_t>::max())});
}

Status check_budget(const MemoryBudget& budget, const std::string& what, double bytes, const std::string& remedy) {
    if (budget.bytes <= 0 || bytes <= budget.bytes - budget.used) return Done{};
    const std::string more = budget.used > 0 ? " in addition to " + bytes_text(budget.used) + " in use" : "";
    return Error{ErrorKind::failed, what + " would take " + bytes_text(bytes) + " of memory" + more + ", but the limit is " +
                                        bytes_text(budget.bytes) + "; " + remedy +
                                        (budget.setting.empty() ? "" : ", or allow more with " + budget.setting)};
}

Result<std::vector<std::byte>> read_file_within(MemoryBudget& budget, const std::filesystem::path& path) {
    uint64_t max_unsized = kMaxUnsizedBytes;
    if (budget.bytes > 0) {
        if (const std::optional<uint64_t> size = size_of_input(path)) {
            const std::string what = input_name(path) + ": its " + std::to_string(*size) + " bytes";
            if (const Status fits = check_budget(budget, what, double(*size), "give a smaller file"); !fits)
                return fits.error();
        }
        max_unsized = std::min(max_unsized, uint64_t(std::max(0.0, budget.bytes - budget.used)));
    }
    Result<std::vector<std::byte>> bytes = read_file(path, max_unsized);
    if (bytes) budget.used += double(bytes->size());
    return bytes;
}

void request_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] size_t size) {
#if defined(MADV_HUGEPAGE)
    constexpr size_t kSmall = size_t{4} << 20;  // every block of this size contains an aligned large page (2 MB)
    const long page_size = sysconf(_SC_PAGE_SIZE);
    if (size < kSmall || page_size <= 0) return;
    // Shrink the block to whole pages, as madvise requires. If madvise fails, the memory remains in small pages.
    const auto start = reinterpret_cast<uintptr_t>(memory), page = uintptr_t(page_size);
    const uintptr_t first = (start + page - 1) / page * page, end = (start + size) / page * page;
    (void)madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
}

}  // namespace navspan
