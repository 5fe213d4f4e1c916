// Implements core/parallel.h without threads. build_wasm.sh compiles this file instead of src/core/parallel.cpp.

#include "core/parallel.h"

namespace navspan {

unsigned thread_count(unsigned) {
    return 1;
}

class Workers::Pool {};

Workers::Workers(unsigned) : count_(1) {}

Workers::~Workers() = default;

void Workers::for_each(size_t count, size_t, const ParallelWork& work) {
    for (size_t i = 0; i < count; ++i)
        work(i, 0);
}

void parallel_for(size_t count, const ParallelOptions&, const ParallelWork& work) {
    Workers(1).for_each(count, 1, work);
}

}  // namespace navspan
