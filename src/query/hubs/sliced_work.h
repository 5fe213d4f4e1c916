#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/parallel.h"

namespace navspan {

/// Limits how much work one call of SlicedWork::advance does. Work is counted in steps.
class WorkSlice {
public:
    /// Creates a slice without a limit. @param workers  threads that run parallel loops
    explicit WorkSlice(Workers& workers) : workers_(&workers) {}
    /// Creates a slice that ends after a number of steps. All work runs on the calling thread.
    explicit WorkSlice(uint64_t steps) : left_(steps) {}

    /// Threads that run parallel loops; null: only the calling thread.
    Workers* workers() const { return workers_; }
    /// True if the slice is used up.
    bool is_over() const { return !workers_ && left_ == 0; }
    /// Counts steps. The slice ends when the count reaches the limit.
    void spend(uint64_t steps) { left_ -= std::min(left_, steps); }

private:
    Workers* workers_ = nullptr;
    uint64_t left_ = 0;
};

/// Progress of run_resumable.
struct LoopPosition {
    size_t next = 0;          ///< index of the current item
    bool is_started = false;  ///< true if start() was called for the current item
};

/// Calls start(i, worker), then run(i, worker, slice), for all i < count, on the threads of the slice if it has any. See
/// Workers::for_each. Returns true if all items are finished, and false if the slice is over.
/// @param start  returns its number of steps
/// @param run    returns true if the item is finished, and false if the slice is over; run is then called again
template <class Start, class Run>
bool run_resumable(WorkSlice& slice, size_t count, LoopPosition& position, Start start, Run run) {
    if (slice.workers()) {
        slice.workers()->for_each(count, 1, [&](size_t i, unsigned worker) {
            WorkSlice unlimited(*slice.workers());
            start(i, worker);
            run(i, worker, unlimited);
        });
        return true;
    }
    for (; position.next < count; position = {position.next + 1, false}) {
        if (slice.is_over()) return false;
        if (!position.is_started) slice.spend(start(position.next, 0u));
        position.is_started = true;
        if (!run(position.next, 0u, slice)) return false;
    }
    return true;
}

/// Work that consists of consecutive stages and can be divided into slices. The result does not depend on the slices.
class SlicedWork {
public:
    SlicedWork() = default;
    virtual ~SlicedWork() = default;
    SlicedWork(const SlicedWork&) = delete;
    SlicedWork& operator=(const SlicedWork&) = delete;

    /// Continues the work until it is finished or the slice is over. Returns true if the work is finished.
    bool advance(WorkSlice& slice) {
        for (; stage_ < stages_.size(); ++stage_, next_ = 0) {
            if (!stages_[stage_](slice)) return false;
        }
        return true;
    }

protected:
    using Count = std::function<size_t()>;

    /// Adds a stage that calls work(slice) until `work` returns true. `work` must return false if the slice is over.
    void add_stage(std::function<bool(WorkSlice&)> work) { stages_.push_back(std::move(work)); }

    /// Adds a stage that calls work(i) for all i < count(). @param work  returns its number of steps
    void add_loop(Count count, std::function<uint64_t(size_t)> work) {
        add_stage([this, count, work](WorkSlice& slice) {
            for (const size_t end = count(); next_ < end; ++next_) {
                if (slice.is_over()) return false;
                slice.spend(work(next_));
            }
            return true;
        });
    }

    /// Adds a stage that calls work(i, worker) for all i < count(), on the threads of the slice if it has any. See
    /// Workers::for_each. @param work  returns its number of steps
    void add_parallel_loop(Count count, std::function<uint64_t(size_t, unsigned)> work) {
        add_stage([this, count, work](WorkSlice& slice) {
            const size_t end = count();
            if (slice.workers()) {
                slice.workers()->for_each(end, 1, [&](size_t i, unsigned worker) { work(i, worker); });
                return true;
            }
            for (; next_ < end; ++next_) {
                if (slice.is_over()) return false;
                slice.spend(work(next_, 0));
            }
            return true;
        });
    }

    /// Adds a stage that calls work() once. @param work  returns its number of steps
    void add_once(std::function<uint64_t()> work) {
        add_loop([] { return size_t{1}; }, [work](size_t) { return work(); });
    }

private:
    std::vector<std::function<bool(WorkSlice&)>> stages_;
    size_t stage_ = 0, next_ = 0;  // the current stage, and the next index of its loop
};

}  // namespace navspan
