#pragma once

#include <optional>
#include <span>
#include <vector>

#include "navspan/query/path.h"

namespace navspan {

/// The answer to one request of a batch.
struct PathAnswer {
    Path path;
    std::optional<Error> error;  ///< why there is none: what find_path would return for the request
};

/// Memory of find_paths, reused from call to call: a scratch per thread.
struct BatchScratch {
    std::vector<SearchScratch> workers;
};

struct BatchOptions {
    unsigned threads = 0;  ///< 0: all the machine has
};

/// Finds many paths at once, spread over threads. answers[i] is for requests[i], and the same for any number of threads. The
/// requests' filters must live until it returns. The memory of scratch and answers is reused.
void find_paths(const NavMesh& mesh, std::span<const PathRequest> requests, const BatchOptions& options, BatchScratch& scratch,
                std::vector<PathAnswer>& answers);
/// The same with memory of its own.
std::vector<PathAnswer> find_paths(const NavMesh& mesh, std::span<const PathRequest> requests,
                                   const BatchOptions& options = {});

}  // namespace navspan
