#pragma once

#include "navspan/navmesh/filter.h"

namespace navspan {

/// Returns `filter`. If `filter` is null, returns a filter that admits the same items as default_filter: all items with at
/// least one flag. The area costs of this filter are 0, so use it only for queries that ignore area costs.
inline const QueryFilter& admission_filter(const QueryFilter* filter) {
    static const QueryFilter has_flags{};
    return filter ? *filter : has_flags;
}

}  // namespace navspan
