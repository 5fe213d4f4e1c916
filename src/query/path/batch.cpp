// Many paths at once.
//
// In: requests. Out: an answer for each, in their order. Threads take a few neighbouring requests at a time; each has a scratch
// of its own, and an answer depends on mesh and request alone, so it does not matter who found it.

#include <algorithm>
#include <optional>

#include "core/parallel.h"
#include "navspan/query/path.h"

namespace navspan {

void find_paths(const NavMesh& mesh, std::span<const PathRequest> requests, const BatchOptions& options, BatchScratch& scratch,
                std::vector<PathAnswer>& answers) {
    constexpr size_t kGrain = 16;
    answers.resize(requests.size());
    const size_t pieces = (requests.size() + kGrain - 1) / kGrain;
    const auto threads = unsigned(std::clamp<size_t>(pieces, 1, thread_count(options.threads)));
    if (scratch.workers.size() < threads) scratch.workers.resize(threads);
    parallel_for(requests.size(), {.threads = threads, .grain = kGrain}, [&](size_t i, unsigned worker) {
        const Status status = find_path(mesh, scratch.workers[worker], requests[i], answers[i].path);
        answers[i].error = status ? std::nullopt : std::optional(status.error());
    });
}

std::vector<PathAnswer> find_paths(const NavMesh& mesh, std::span<const PathRequest> requests, const BatchOptions& options) {
    BatchScratch scratch;
    std::vector<PathAnswer> answers;
    find_paths(mesh, requests, options, scratch, answers);
    return answers;
}

}  // namespace navspan
