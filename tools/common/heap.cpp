#include "common/heap.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

#include "core/memory.h"

namespace navspan::tools {

#ifdef __GLIBC__

namespace {

constexpr int kReserve = 1 << 30;         // address space with large pages [byte]; larger bakes continue with small pages
constexpr int kLargestShared = 32 << 20;  // largest array without mmap [byte]; the maximum that glibc allows
constexpr int kKeepFree = 0x7fffffff;     // maximum free memory at the end of the heap [byte]
constexpr size_t kLargePage = 2 << 20;    // [byte], on most systems

// Allocates the memory up to the next large page and never writes it. If the system has large pages, the next two megabytes of
// allocations then cause only one page fault, instead of one per small page.
// @param next  address that malloc returns for the next allocation
void skip_to_large_page(uintptr_t next) {
    constexpr size_t kMaxOverhead = 64;  // upper bound on the memory that malloc adds to an allocation [byte]
    const size_t size = kLargePage - next % kLargePage;
    [[maybe_unused]] void* volatile gap = size > kMaxOverhead ? std::malloc(size - kMaxOverhead) : nullptr;
}

bool is_limited(decltype(RLIMIT_AS) what) {
    rlimit limit{};
    return getrlimit(what, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

}  // namespace

void prepare_heap() {
    if (is_limited(RLIMIT_AS) || is_limited(RLIMIT_DATA)) return;
    mallopt(M_MMAP_THRESHOLD, kLargestShared);
    mallopt(M_TRIM_THRESHOLD, kKeepFree);
    mallopt(M_ARENA_MAX, 1);  // all workers share one heap
    // With this setting, malloc extends the heap by kReserve bytes more than an allocation needs.
    mallopt(M_TOP_PAD, kReserve);
    char* const before = static_cast<char*>(sbrk(0));
    void* volatile larger_than_free = std::malloc(kLargestShared / 2);
    const auto next = reinterpret_cast<uintptr_t>(larger_than_free);
    std::free(larger_than_free);
    mallopt(M_TOP_PAD, kLargestShared);
    char* const end = static_cast<char*>(sbrk(0));
    if (end <= before) return;
    request_large_pages(before, size_t(end - before));
    skip_to_large_page(next);
}

#else

void prepare_heap() {}

#endif

}  // namespace navspan::tools
