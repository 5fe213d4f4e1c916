// Replaces operator new and, if possible, malloc in the test program: counts the calls of operator new and can make one
// allocation fail.

#include "allocations.h"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

// Sanitizers have a malloc of their own. There, only calls of operator new can fail.
#ifdef NAVSPAN_REPLACE_MALLOC
extern "C" void* __libc_malloc(size_t size);  // glibc's alias of its malloc
constexpr bool kReplacesMalloc = true;
#else
constexpr bool kReplacesMalloc = false;
#endif

namespace {

constexpr size_t kNever = ~size_t{0};

std::atomic<size_t> g_allocations{0};
std::atomic<size_t> g_failing_bytes{kNever};  // smallest size of an allocation that may fail
// Number of allocations of at least g_failing_bytes bytes that succeed before one fails.
std::atomic<size_t> g_served{0};
std::atomic<bool> g_all_fail{false};  // true: after the first failure, all allocations of at least g_failing_bytes fail
std::atomic<bool> g_failed{false};    // true: an allocation has failed

thread_local bool t_is_counting = false;
// `t_bytes`: memory allocated since peak_allocated_bytes began; `t_peak`: its maximum [byte].
thread_local int64_t t_bytes = 0, t_peak = 0;

// Returns true if this allocation must fail.
bool fails(size_t size) {
    if (size < g_failing_bytes || (g_served > 0 && g_served-- > 0)) return false;
    if (!g_all_fail) g_failing_bytes = kNever;
    return g_failed = true;
}

void* counted(size_t size, size_t alignment = alignof(std::max_align_t)) {
    ++g_allocations;
    const bool is_aligned = alignment > alignof(std::max_align_t);
    const bool failed = (is_aligned || !kReplacesMalloc) && fails(size);  // otherwise, malloc tests it
    void* const memory = failed ? nullptr : is_aligned ? memalign(alignment, size) : std::malloc(size ? size : 1);
    if (!memory) throw std::bad_alloc();
    if (t_is_counting) t_peak = std::max(t_peak, t_bytes += int64_t(malloc_usable_size(memory)));
    return memory;
}

void release(void* memory) {
    if (t_is_counting && memory) t_bytes -= int64_t(malloc_usable_size(memory));
    std::free(memory);
}

}  // namespace

#ifdef NAVSPAN_REPLACE_MALLOC
extern "C" void* malloc(size_t size) {
    if (!fails(size)) return __libc_malloc(size);
    errno = ENOMEM;
    return nullptr;
}
#endif

void* operator new(size_t size) {
    return counted(size);
}
void* operator new[](size_t size) {
    return counted(size);
}
void* operator new(size_t size, const std::nothrow_t&) noexcept {
    try {
        return operator new(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void* operator new(size_t size, std::align_val_t alignment) {
    return counted(size, size_t(alignment));
}
void operator delete(void* memory) noexcept {
    release(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    release(memory);
}
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
    release(memory);
}
void operator delete[](void* memory) noexcept {
    release(memory);
}
void operator delete(void* memory, size_t) noexcept {
    release(memory);
}
void operator delete[](void* memory, size_t) noexcept {
    release(memory);
}

namespace navspan {

size_t allocation_count() {
    return g_allocations;
}

size_t peak_allocated_bytes(const std::function<void()>& work) {
    t_bytes = t_peak = 0;
    t_is_counting = true;
    work();
    t_is_counting = false;
    return size_t(t_peak);
}

void fail_allocation_after(size_t served, size_t bytes, Failing failing) {
    g_served = served;
    g_all_fail = failing == Failing::all;
    g_failed = false;
    g_failing_bytes = bytes;
}

bool cancel_failing_allocation() {
    g_failing_bytes = kNever;
    return !g_failed;
}

}  // namespace navspan
