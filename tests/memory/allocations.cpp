// Replaces operator new in the test program: counts all allocations and can make one of them fail.

#include "allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

constexpr size_t kNever = ~size_t{0};

std::atomic<size_t> g_allocations{0};
std::atomic<size_t> g_failing_bytes{kNever};  // smallest size of an allocation that may fail
std::atomic<size_t> g_served{0};              // how many allocations of at least g_failing_bytes bytes succeed before one fails

void* counted(size_t size) {
    ++g_allocations;
    if (size >= g_failing_bytes && g_served-- == 0) {
        g_failing_bytes = kNever;
        throw std::bad_alloc();
    }
    if (void* memory = std::malloc(size ? size : 1)) return memory;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(size_t size) {
    return counted(size);
}
void* operator new[](size_t size) {
    return counted(size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, size_t) noexcept {
    std::free(memory);
}

namespace navspan {

size_t allocation_count() {
    return g_allocations;
}

void fail_allocation_after(size_t served, size_t bytes) {
    g_served = served;
    g_failing_bytes = bytes;
}

bool cancel_failing_allocation() {
    return g_failing_bytes.exchange(kNever) != kNever;
}

}  // namespace navspan
