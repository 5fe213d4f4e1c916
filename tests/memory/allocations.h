#pragma once

#include <cstddef>
#include <functional>
#include <new>

namespace navspan {

/// Returns the number of calls of operator new so far, in all threads.
size_t allocation_count();

/// Returns the peak of the memory that this thread allocates with operator new during the work [byte].
size_t peak_allocated_bytes(const std::function<void()>& work);

/// Which allocations fail: a single one, or this one and all later ones.
enum class Failing { one, all };

/// Makes allocations fail: operator new throws std::bad_alloc, and malloc returns a null pointer. (With sanitizers and
/// outside Linux, calls of malloc do not count.) Of the allocations of at least `bytes` bytes, the first `served` allocations
/// succeed, and the next allocation fails. All later allocations succeed or, with Failing::all, fail too.
void fail_allocation_after(size_t served, size_t bytes, Failing failing = Failing::one);

/// Cancels fail_allocation_after. Returns true if no allocation has failed since that call.
bool cancel_failing_allocation();

/// Calls work() repeatedly. In call k, the k-th allocation fails and, with Failing::all, all later ones. Returns the number of
/// calls with a failure.
template <class Work>
size_t fail_each_allocation(Work&& work, Failing failing = Failing::one) {
    for (size_t served = 0;; ++served) {
        fail_allocation_after(served, 0, failing);
        try {
            work();
        } catch (const std::bad_alloc&) {
        }
        if (cancel_failing_allocation()) return served;
    }
}

}  // namespace navspan
