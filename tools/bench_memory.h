#pragma once

#include <cstddef>

// Memory of a piece of work, counted where it is asked for: operator new on our side, rcAlloc on librecast's.

/// Makes librecast's allocations countable, too; call once, before librecast allocates anything.
void hook_recast_memory();

/// Counts what this thread allocates from now on until the count is read.
void start_counting_memory();

/// The most bytes that were allocated at once since counting started.
size_t stop_counting_memory();
