// Peak memory by counting allocations, so that two libraries in one process can be told apart.
//
// A block counts with the size that the C library really gave it. Counting is off except in one round that is not timed.

#include "bench_memory.h"

#include <RecastAlloc.h>
#include <malloc.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

thread_local bool counting = false;
thread_local int64_t now = 0, most = 0;  // [byte]

void* allocate(size_t size) {
    void* block = std::malloc(size > 0 ? size : 1);
    if (counting && block) {
        now += int64_t(malloc_usable_size(block));
        most = std::max(most, now);
    }
    return block;
}

void release(void* block) {
    if (counting && block) now -= int64_t(malloc_usable_size(block));
    std::free(block);
}

void* allocate_for_recast(size_t size, rcAllocHint) {
    return allocate(size);
}

}  // namespace

void* operator new(size_t size) {
    if (void* block = allocate(size)) return block;
    throw std::bad_alloc();
}
void operator delete(void* block) noexcept {
    release(block);
}
void operator delete(void* block, size_t) noexcept {
    release(block);
}

void hook_recast_memory() {
    rcAllocSetCustom(allocate_for_recast, release);
}

void start_counting_memory() {
    now = most = 0;
    counting = true;
}

size_t stop_counting_memory() {
    counting = false;
    return size_t(most);
}
