#pragma once

#include <cstddef>
#include <functional>
#include <new>

namespace navspan {

/// Returns the number of calls of operator new so far, in all threads.
size_t allocation_count();

/// Returns the peak of the memory that this thread allocates with operator new during the work [byte].
size_t peak_allocated_bytes(const std::function<void()>& work);

/// Makes one allocation fail: operator new throws std::bad_alloc, and malloc returns a null pointer. (With sanitizers and
/// outside Linux, calls of malloc do not count.) Of the allocations of at least `bytes` bytes, the first `served` allocations
/// succeed, the next allocation fails, and all later allocations succeed.
void fail_allocation_after(size_t served, size_t bytes);

/// Cancels fail_allocation_after. Returns true if no allocation has failed since that call.
bool cancel_failing_allocation();

/// Calls work() repeatedly. In call k, the k-th allocation fails. Returns the number of failed allocations.
template <class Work>
size_t fail_each_allocation(Work&& work) {
    for (size_t served = 0;; ++served) {
        fail_allocation_after(served, 0);
        try {
            work();
        } catch (const std::bad_alloc&) {
        }
        if (cancel_failing_allocation()) return served;
    }
}

}  // namespace navspan
