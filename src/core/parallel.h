#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>

#include "navspan/core/result.h"

namespace navspan {

/// Returns the number of threads to use, 1 to 1024. @param wanted  clamped to 1024; 0: all hardware threads
unsigned thread_count(unsigned wanted);

struct ParallelOptions {
    unsigned threads = 0;  ///< 0: all hardware threads
    size_t grain = 1;      ///< number of consecutive indices that a thread takes at a time; 0 counts as 1
};

/// The work for one index. Within a loop, two calls with the same \p worker never run at the same time. The calls can therefore
/// use scratch memory that is indexed by \p worker.
/// @param worker  0 .. threads - 1
using ParallelWork = std::function<void(size_t index, unsigned worker)>;

/// A pool of threads. One pool serves all parallel loops of a bake.
///
/// Threads start when the first loop needs them, and wait between loops. Loops may be nested and may run at the same time. A
/// thread that waits for the end of its loop works on other loops, so nested loops cannot deadlock.
class Workers {
public:
    /// Starts no threads yet. @param threads  number of threads, including the caller of a loop; 0: all hardware threads
    explicit Workers(unsigned threads);
    /// Precondition: no loop is running.
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// Returns the largest number of threads that work on one loop, at least 1.
    unsigned count() const { return count_; }

    /// Calls `work` once for every index in [0, count) on several threads, in unspecified order. Returns when all calls have
    /// ended. Each call must write only data of its own index, such as an array element. The result then does not depend on the
    /// number of threads. The calling thread is worker 0. If the system cannot start threads, worker 0 does all the work. If
    /// calls throw, no new calls start, and for_each rethrows the exception of the lowest index that threw.
    /// @param grain  see ParallelOptions
    void for_each(size_t count, size_t grain, const ParallelWork& work);

private:
    class Pool;
    unsigned count_;
    std::unique_ptr<Pool> pool_;
};

/// Same as Workers(options.threads).for_each.
void parallel_for(size_t count, const ParallelOptions& options, const ParallelWork& work);

/// Calls `work` for the indices in [0, order.size()) on several threads. The calls start in the order of `order`, which must be
/// a permutation of these indices. If calls fail, returns the error of the lowest index that failed. After a call fails, only
/// calls for lower indices start. The returned error therefore does not depend on the number of threads.
Status parallel_try(std::span<const size_t> order, Workers& workers, const std::function<Status(size_t index)>& work);

// Stages take a pointer to Workers. Null means one thread. A stage splits its rows, polygons or other items into parts of
// consecutive items. Parts are processed in any order, and their results are joined in the order of the parts.

/// Consecutive indices begin .. end - 1.
struct ItemRange {
    size_t begin = 0, end = 0;
    size_t size() const { return end - begin; }
};

/// Returns the number of parts into which a stage splits its items, or 1 if there is only one thread.
/// @param least  minimum number of items per part
/// @param per_thread  maximum number of parts per thread; use more than 2 if the work per item varies a lot
inline size_t part_count(const Workers* workers, size_t items, size_t least, size_t per_thread = 2) {
    if (!workers || workers->count() < 2) return 1;
    return std::clamp(items / std::max(least, size_t{1}), size_t{1}, per_thread * workers->count());
}

/// Returns the items of one part. Parts differ in size by at most one item.
inline ItemRange part_range(size_t items, size_t parts, size_t part) {
    return {items * part / parts, items * (part + 1) / parts};
}

/// Calls work(index, worker) for each index in [0, count), like Workers::for_each. `workers` may be null.
template <class Work>
void for_each_index(Workers* workers, size_t count, size_t grain, Work work) {
    if (!workers || count <= grain) {
        for (size_t i = 0; i < count; ++i)
            work(i, 0u);
    } else {
        workers->for_each(count, grain, work);
    }
}

/// Calls work(part, worker) for each part.
template <class Work>
void for_each_part(Workers* workers, size_t parts, Work work) {
    for_each_index(workers, parts, 1, work);
}

/// Same as for_each_part, but never processes two adjacent parts at the same time. Required for SIMD loops that read a few
/// items beyond the end of their part.
template <class Work>
void for_each_part_apart(Workers* workers, size_t parts, Work work) {
    for (size_t first = 0; first < std::min(parts, size_t{2}); ++first) {
        for_each_index(workers, (parts - first + 1) / 2, 1, [&](size_t k, unsigned worker) { work(first + 2 * k, worker); });
    }
}

}  // namespace navspan
