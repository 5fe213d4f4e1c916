#pragma once

#include <cstdint>

#include "navspan/bake/compact_heightfield.h"

namespace navspan {

/// Calls visit(x, z, i) for each open span i in ascending order, with its cell in the field's grid.
template <class Visit>
void for_each_open_span(const CompactHeightfield& field, Visit visit) {
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (const Run& run : row_runs(field, z)) {
            for (uint32_t k = 0; k < run.length; ++k)
                visit(run.x0 + int32_t(k), z, run.first + k);
        }
    }
}

}  // namespace navspan
