#include "core/memory.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <span>
#include <utility>

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

thread_local bool skips_page_preparation = false;

#if defined(MADV_HUGEPAGE) || defined(MADV_POPULATE_WRITE)
// Returns the pages of a block of memory, from the one that contains its start to the last one that ends inside the block. The
// first page can be populated: it is mapped, and its content does not change.
std::span<std::byte> pages_of(void* memory, size_t size) {
    static const long page_size = sysconf(_SC_PAGE_SIZE);
    const auto start = reinterpret_cast<uintptr_t>(memory), page = uintptr_t(page_size);
    if (page_size <= 0) return {};
    const uintptr_t first = start / page * page, end = (start + size) / page * page;
    return {reinterpret_cast<std::byte*>(first), end - first};
}
#endif

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
    const std::span<std::byte> pages = pages_of(memory, size);
    // If madvise fails, the system uses small pages.
    if (size >= kSmall && !pages.empty()) (void)madvise(pages.data(), pages.size(), MADV_HUGEPAGE);
#endif
}

SkipPagePreparation::SkipPagePreparation(bool skip) : previous_(std::exchange(skips_page_preparation, skip)) {}

SkipPagePreparation::~SkipPagePreparation() {
    skips_page_preparation = previous_;
}

void prepare_pages(void* memory, size_t size) {
    constexpr size_t kMinSize = size_t{16} << 10;  // for less, a call takes as long as the page faults [byte]
    if (skips_page_preparation || size < kMinSize) return;
    request_large_pages(memory, size);
#if defined(MADV_POPULATE_WRITE)
    // Before Linux 5.14, madvise fails, and writes cause page faults.
    const std::span<std::byte> pages = pages_of(memory, size);
    if (!pages.empty()) (void)madvise(pages.data(), pages.size(), MADV_POPULATE_WRITE);
#endif
}

void PagePreparer::prepare(void* begin, void* end, void* limit) {
    constexpr uintptr_t kStep = uintptr_t{64} << 10;  // amount of memory that is populated at a time [byte]
    const auto start = reinterpret_cast<uintptr_t>(begin), needed = reinterpret_cast<uintptr_t>(end),
               last = reinterpret_cast<uintptr_t>(limit);
    if (start < begin_ || start > end_) begin_ = end_ = start;
    if (needed <= end_) return;
    const uintptr_t next = last - end_ > kStep ? std::max(needed, end_ + kStep) : last;
    prepare_pages(reinterpret_cast<void*>(end_), size_t(next - end_));
    end_ = next;
}

}  // namespace navspan
