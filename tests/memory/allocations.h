#pragma once

#include <cstddef>
#include <functional>

namespace navspan {

/// Returns the number of calls of operator new so far, in all threads.
size_t allocation_count();

/// Returns the peak of the memory that this thread allocates with operator new during the work [byte].
size_t peak_allocated_bytes(const std::function<void()>& work);

/// Makes one allocation fail with std::bad_alloc. Of the allocations of at least `bytes` bytes, the first `served` allocations
/// succeed, the next allocation fails, and all later allocations succeed.
void fail_allocation_after(size_t served, size_t bytes);

/// Cancels fail_allocation_after. Returns true if no allocation has failed since that call.
bool cancel_failing_allocation();

}  // namespace navspan
