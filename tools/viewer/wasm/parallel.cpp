// Single-threaded implementation of parallel.h, for the queries of a page (build_wasm.sh).

#include "core/parallel.h"

namespace navspan {

unsigned thread_count(unsigned) {
    return 1;
}

void parallel_for(size_t count, const ParallelOptions&, const ParallelWork& work) {
    for (size_t i = 0; i < count; ++i)
        work(i, 0);
}

}  // namespace navspan
