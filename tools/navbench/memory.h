#pragma once

#include <functional>

// Memory use of some work, counted at operator new for our code and at rcAlloc for librecast.

/// Makes librecast's allocations countable too. Call it once, before librecast allocates anything.
void hook_recast_memory();

/// Peak of the memory that this thread allocated during some work [MB].
double counted_megabytes(const std::function<void()>& work);

/// Largest growth of the process's resident memory during some work [MB]. Runs the work in a child process and reads the
/// kernel's high-water mark (VmHWM). Returns 0 if the system has none.
double resident_megabytes(const std::function<void()>& work);
