#pragma once

#include <cstddef>

namespace navspan {

/// Number of allocations that operator new has served so far, in all threads.
size_t allocation_count();

/// Makes operator new throw std::bad_alloc once, after it has served `served` more allocations of at least `bytes` bytes.
void fail_allocation_after(size_t served, size_t bytes);

/// Cancels fail_allocation_after. Returns true if no allocation has failed since that call.
bool cancel_failing_allocation();

}  // namespace navspan
