#pragma once

#include <functional>

// Measures memory use: counts our allocations in operator new, and librecast's allocations in rcAlloc.

/// Makes counted_megabytes include librecast. Call it once, before librecast allocates anything.
void hook_recast_memory();

/// Returns the peak memory of this thread's allocations during the work [MB].
double counted_megabytes(const std::function<void()>& work);

/// Returns the peak growth of resident memory during the work [MB], from VmHWM of a child process that runs the work. Returns 0
/// if VmHWM is missing or the child fails.
double resident_megabytes(const std::function<void()>& work);
