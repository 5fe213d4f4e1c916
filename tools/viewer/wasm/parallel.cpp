// Implements parallel.h without threads. build_wasm.sh compiles this file instead of src/core/parallel.cpp.

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
