// Distributes work over threads.
//
// In: number of indices, and a function to call for each.
// Idea: Each thread repeatedly takes the next few indices from a shared counter, so that long work items do not delay short
//   ones. Each call starts threads and joins them before it returns, which costs some tens of microseconds. If each work item
//   writes only to its own slot, the result does not depend on the timing of the threads.

#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace navspan {
namespace {

class Team {
public:
    Team(size_t count, size_t grain, const ParallelWork& work) : count_(count), grain_(grain), work_(work) {}

    void run(unsigned worker) {
        while (true) {
            const size_t begin = next_.fetch_add(grain_, std::memory_order_relaxed);
            if (begin >= count_) return;
            for (size_t i = begin; i < std::min(count_, begin + grain_); ++i) {
                if (failed_.load(std::memory_order_relaxed)) return;
                try {
                    work_(i, worker);
                } catch (...) {
                    keep(i, std::current_exception());
                    return;
                }
            }
        }
    }

    void rethrow() const {
        if (exception_) std::rethrow_exception(exception_);
    }

private:
    void keep(size_t index, std::exception_ptr exception) {
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

}  // namespace

unsigned thread_count(unsigned wanted) {
    return std::max(wanted ? wanted : std::thread::hardware_concurrency(), 1u);
}

void parallel_for(size_t count, const ParallelOptions& options, const ParallelWork& work) {
    if (count == 0) return;
    // Clamp the grain, so that the shared counter cannot overflow.
    const size_t grain = std::clamp(options.grain, size_t{1}, count);
    const size_t pieces = (count - 1) / grain + 1;
    const auto threads = unsigned(std::min<size_t>(thread_count(options.threads), pieces));
    Team team(count, grain, work);
    {
        std::vector<std::jthread> helpers;
        helpers.reserve(threads - 1);
        for (unsigned worker = 1; worker < threads; ++worker) {
            try {
                helpers.emplace_back([&team, worker] { team.run(worker); });
            } catch (const std::system_error&) {
                break;  // the system cannot start more threads: continue with the existing ones
            }
        }
        team.run(0);
    }
    team.rethrow();
}

Status parallel_try(std::span<const size_t> order, const ParallelOptions& options,
                    const std::function<Status(size_t index)>& work) {
    std::vector<std::optional<Error>> errors(order.size());
    std::atomic<size_t> lowest_failed{order.size()};
    parallel_for(order.size(), options, [&](size_t turn, unsigned) {
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
