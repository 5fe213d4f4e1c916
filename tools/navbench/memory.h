#pragma once

#include <functional>

// Memory of a piece of work, counted where it is asked for: operator new on our side, rcAlloc on librecast's.

/// Makes librecast's allocations countable, too; call once, before librecast allocates anything.
void hook_recast_memory();

/// The most memory that allocations of this thread held at once during some work [MB].
double counted_megabytes(const std::function<void()>& work);

/// By how much the resident memory of a process grows at most during some work [MB]: done in a child process, by the kernel's
/// own mark (VmHWM). 0 where the system has no such mark.
double resident_megabytes(const std::function<void()>& work);
