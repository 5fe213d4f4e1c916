#pragma once

#include <functional>

// Measures the memory use of a piece of work: counts our allocations in operator new and librecast's in rcAlloc.

/// Makes counted_megabytes count librecast's allocations too. Call it once, before librecast allocates anything.
void hook_recast_memory();

/// Returns the peak of the memory that this thread allocates during the work [MB].
double counted_megabytes(const std::function<void()>& work);

/// Returns the largest growth of the process's resident memory during the work [MB]. Runs the work in a child process and reads
/// the kernel's high-water mark (VmHWM). Returns 0 if the system does not provide VmHWM, or if the child process fails.
double resident_megabytes(const std::function<void()>& work);
