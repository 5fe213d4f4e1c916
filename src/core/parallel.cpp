// Distributes work over threads.
//
// In: a loop: a number of indices, and a function to call for each index.
// Out: one call per index. If calls fail, the error or exception of the lowest index that failed.
// Idea: Each thread repeatedly takes the next few indices from a shared counter. Idle threads join the oldest loop that still
// has indices. If loops are nested, the oldest loop is the outermost loop, which has the largest work items. A thread that
// waits for the end of its loop counts as idle.
// Source: own method.
// Weak cases: If the last indices have the largest work items, threads wait at the end of the loop.

#include "core/parallel.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace navspan {

// One call of Workers::for_each.
class ParallelLoop {
public:
    ParallelLoop(size_t count, size_t grain, const ParallelWork& work) : count_(count), grain_(grain), work_(work) {}

    void run(unsigned worker) {
        while (true) {
            const size_t begin = next_.fetch_add(grain_, std::memory_order_relaxed);
            if (begin >= count_) return;
            for (size_t i = begin; i < std::min(count_, begin + grain_); ++i) {
                if (failed_.load(std::memory_order_relaxed)) return;
                try {
                    work_(i, worker);
                } catch (...) {
                    keep_exception(i, std::current_exception());
                    return;
                }
            }
        }
    }

    void rethrow() const {
        if (exception_) std::rethrow_exception(exception_);
    }

    // The mutex of the pool protects these members.
    unsigned joined = 1;  // number of workers of the loop so far, including its caller
    unsigned inside = 0;  // number of workers that are running calls, excluding the loop's caller

private:
    void keep_exception(size_t index, std::exception_ptr exception) {
        const std::lock_guard lock(mutex_);
        if (index < index_) {
            index_ = index;
            exception_ = std::move(exception);
        }
        failed_ = true;
    }

    const size_t count_, grain_;
    const ParallelWork& work_;
    std::atomic<size_t> next_{0};
    std::atomic<bool> failed_{false};
    std::mutex mutex_;
    size_t index_ = std::numeric_limits<size_t>::max();  // index of the work item that threw exception_
    std::exception_ptr exception_;
};

class Workers::Pool {
public:
    ~Pool() {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
        }
        changed_.notify_all();
    }

    // @param threads  number of threads that the loop can use, including this one; missing threads are started
    void run(ParallelLoop& loop, unsigned threads) {
        {
            const std::lock_guard lock(mutex_);
            start_threads(threads - 1);
            open_.push_back(&loop);
        }
        changed_.notify_all();
        loop.run(0);
        std::unique_lock lock(mutex_);
        std::erase(open_, &loop);
        join_loops(lock, [&loop] { return loop.inside == 0; });
    }

private:
    void start_threads(size_t wanted) {
        while (threads_.size() < wanted) {
            try {
                threads_.emplace_back([this] {
                    std::unique_lock lock(mutex_);
                    join_loops(lock, [this] { return stopping_; });
                });
            } catch (const std::system_error&) {
                return;  // the system cannot start more threads: continue with the existing ones
            }
        }
    }

    // Works on open loops until done() returns true. Waits while no loop is open.
    template <class Until>
    void join_loops(std::unique_lock<std::mutex>& lock, Until done) {
        while (true) {
            changed_.wait(lock, [&] { return done() || !open_.empty(); });
            if (done()) return;
            ParallelLoop& loop = *open_.front();
            const unsigned worker = loop.joined++;
            ++loop.inside;
            if (loop.joined > threads_.size()) open_.erase(open_.begin());  // every thread has joined
            lock.unlock();
            loop.run(worker);
            lock.lock();
            std::erase(open_, &loop);  // all indices are taken, or a call has failed
            if (--loop.inside == 0) changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;  // signals that a loop opened, all threads have left a loop, or the pool stops
    std::vector<ParallelLoop*> open_;  // loops that threads can join, oldest first
    bool stopping_ = false;
    std::vector<std::jthread> threads_;  // last member, so that its destructor joins the threads first
};

Workers::Workers(unsigned threads) : count_(thread_count(threads)) {
    if (count_ > 1) pool_ = std::make_unique<Pool>();
}

Workers::~Workers() = default;

void Workers::for_each(size_t count, size_t grain, const ParallelWork& work) {
    if (count == 0) return;
    // Clamp the grain. Otherwise, adding it to the shared counter could overflow.
    grain = std::clamp(grain, size_t{1}, count);
    const auto threads = unsigned(std::min<size_t>(count_, (count - 1) / grain + 1));
    ParallelLoop loop(count, grain, work);
    if (threads == 1) {
        loop.run(0);
    } else {
        pool_->run(loop, threads);
    }
    loop.rethrow();
}

unsigned thread_count(unsigned wanted) {
    constexpr unsigned kMaxThreads = 1024;
    return std::clamp(wanted ? wanted : std::thread::hardware_concurrency(), 1u, kMaxThreads);
}

void parallel_for(size_t count, const ParallelOptions& options, const ParallelWork& work) {
    Workers(options.threads).for_each(count, options.grain, work);
}

Status parallel_try(std::span<const size_t> order, Workers& workers, const std::function<Status(size_t index)>& work) {
    std::vector<std::optional<Error>> errors(order.size());
    std::atomic<size_t> lowest_failed{order.size()};
    workers.for_each(order.size(), 1, [&](size_t turn, unsigned) {
        const size_t i = order[turn];
        if (i > lowest_failed) return;
        const Status done = work(i);
        if (done) return;
        errors[i] = done.error();
        size_t lowest = lowest_failed;
        while (i < lowest && !lowest_failed.compare_exchange_weak(lowest, i)) {
        }
    });
    if (lowest_failed < order.size()) return *errors[lowest_failed];
    return Done{};
}

}  // namespace navspan
