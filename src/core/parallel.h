#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "navspan/core/result.h"

namespace navspan {

/// Returns the number of threads to use, at least 1. @param wanted  0: all hardware threads
unsigned thread_count(unsigned wanted);

struct ParallelOptions {
    unsigned threads = 0;  ///< 0: all hardware threads
    size_t grain = 1;      ///< number of consecutive indices that a thread takes at a time; 0 counts as 1
};

/// The work for one index. @param worker  number of the thread, 0 .. threads - 1. Calls with the same worker never run at the
/// same time, so each worker can have its own scratch memory.
using ParallelWork = std::function<void(size_t index, unsigned worker)>;

/// Calls `work` once for every index in [0, count) on several threads. Returns when all calls have ended. The order of the
/// calls is unspecified. The result is therefore independent of the number of threads only if each call writes only data of its
/// own index, such as an array element. The calling thread is worker 0. It does all the work if there is one thread or one
/// index, or if the system cannot start threads. If calls throw, no new calls start, the running calls end, and parallel_for
/// rethrows the exception with the lowest index.
void parallel_for(size_t count, const ParallelOptions& options, const ParallelWork& work);

/// Calls `work` for the indices in [0, order.size()) on several threads. The calls start in the order of `order`, which must be
/// a permutation of these indices. If calls fail, returns the error of the lowest index that failed. After a failure, only
/// lower indices are started, so this error does not depend on the number of threads.
Status parallel_try(std::span<const size_t> order, const ParallelOptions& options,
                    const std::function<Status(size_t index)>& work);

}  // namespace navspan
