#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "navspan/core/result.h"

namespace navspan {

/// The number of threads meant by a user's wish: 0 means all the machine has; at least 1.
unsigned thread_count(unsigned wanted);

struct ParallelOptions {
    unsigned threads = 0;  ///< 0: all the machine has
    size_t grain = 1;      ///< how many neighbouring indices a thread takes at a time, >= 1
};

/// What is done for one index. @param worker  0 .. threads - 1: which of the caller's scratch memories to use; no two calls
/// with the same worker run at the same time
using ParallelWork = std::function<void(size_t index, unsigned worker)>;

/// Calls `work` once for every index in [0, count), on several threads, and returns when all is done. Who does what when is
/// left open, so the result is the same for any number of threads only if a call writes nothing but what belongs to its
/// index (a slot of an array). The calling thread is worker 0 and does everything itself with one thread, with one index, or
/// where the system gives no more threads. Of the exceptions that calls throw, that of the lowest index thrown by any call
/// leaves parallel_for, after the calls in hand have ended; the remaining indices are then not begun.
void parallel_for(size_t count, const ParallelOptions& options, const ParallelWork& work);

/// Calls `work` for every index in [0, order.size()), begun in the given order, on several threads. If calls fail, the error of
/// the lowest failing index, whatever the number of threads: indices above a failed one are not begun any more.
Status parallel_try(std::span<const size_t> order, const ParallelOptions& options,
                    const std::function<Status(size_t index)>& work);

}  // namespace navspan
