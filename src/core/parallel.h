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
    size_t grain = 1;      ///< number of consecutive indices that a thread takes at a time, >= 1
};

/// The work for one index. @param worker  0 .. threads - 1: selects the caller's scratch memory; calls with the same worker
/// never run at the same time
using ParallelWork = std::function<void(size_t index, unsigned worker)>;

/// Calls `work` once for every index in [0, count) on several threads. Returns when all calls have ended. The order of the
/// calls is unspecified, so the result is independent of the number of threads only if each call writes only data of its index
/// (such as an array element). The calling thread is worker 0. It does all the work if there is one thread or one index, or if
/// the system gives no more threads. If calls throw, no new calls start, the running calls end, and parallel_for rethrows the
/// exception with the lowest index.
void parallel_for(size_t count, const ParallelOptions& options, const ParallelWork& work);

/// Calls `work` for every index in [0, order.size()) on several threads, starting in the given order. If calls fail, returns
/// the error of the lowest failing index, for any number of threads: indices above a failed one are not started.
Status parallel_try(std::span<const size_t> order, const ParallelOptions& options,
                    const std::function<Status(size_t index)>& work);

}  // namespace navspan
