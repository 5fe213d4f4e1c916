#pragma once

#include "navspan/navmesh/filter.h"

namespace navspan {

/// Returns `filter`, or, if it is null, a filter that admits all items with at least one flag, as default_filter does. Only for
/// queries that ignore area costs, because the area costs of the returned default are 0.
inline const QueryFilter& admission_filter(const QueryFilter* filter) {
    static const QueryFilter has_flags{};
    return filter ? *filter : has_flags;
}

}  // namespace navspan
