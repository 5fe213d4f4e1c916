// Measures peak memory by counting allocations, because the peak memory of a process cannot be split between two libraries.
//
// The size of a block is its real size (malloc_usable_size). Allocations are counted only during counted_megabytes, so that
// timed rounds are not slower.

#include "navbench/memory.h"

#include <RecastAlloc.h>
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <new>
#include <string>

namespace {

thread_local bool counting = false;
thread_local int64_t now = 0, most = 0;  // `now`: memory in use [byte]; `most`: its maximum

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

// Returns a value of /proc/self/status [MB], such as "VmRSS". Returns 0 if the file has no such value.
double status_megabytes(const std::string& name) {
    std::ifstream status("/proc/self/status");
    std::string key;
    while (status >> key) {
        if (key == name + ":") {
            double kilobytes = 0;
            status >> kilobytes;
            return kilobytes / 1024;
        }
        status.ignore(1000, '\n');
    }
    return 0;
}

void* allocate_for_recast(size_t size, rcAllocHint) {
    return allocate(size);
}

}  // namespace

void* operator new(size_t size) {
    if (void* block = allocate(size)) return block;
    throw std::bad_alloc();
}
// Used by std::stable_sort and std::stable_partition.
void* operator new(size_t size, const std::nothrow_t&) noexcept {
    return allocate(size);
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

double counted_megabytes(const std::function<void()>& work) {
    now = most = 0;
    counting = true;
    work();
    counting = false;
    return double(most) / (1024 * 1024);
}

double resident_megabytes(const std::function<void()>& work) {
    int pipe_ends[2];
    if (pipe(pipe_ends) != 0) return 0;
    const pid_t child = fork();
    if (child == 0) try {
            // The first run makes the program's own pages resident, so that the measured second run does not count them.
            work();
            malloc_trim(0);
            std::ofstream("/proc/self/clear_refs") << "5";  // resets VmHWM
            const double before = status_megabytes("VmRSS");
            work();
            const double grown = status_megabytes("VmHWM") - before;
            const bool written = write(pipe_ends[1], &grown, sizeof grown) == ssize_t(sizeof grown);
            _exit(written ? 0 : 1);
        } catch (...) {
            _exit(1);
        }
    close(pipe_ends[1]);
    double grown = 0;
    if (child < 0 || read(pipe_ends[0], &grown, sizeof grown) != ssize_t(sizeof grown)) grown = 0;
    close(pipe_ends[0]);
    if (child > 0) waitpid(child, nullptr, 0);
    return std::max(grown, 0.0);
}
