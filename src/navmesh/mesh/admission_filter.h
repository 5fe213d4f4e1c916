#pragma once

#include "navspan/navmesh/filter.h"

namespace navspan {

/// Returns the filter of a request that does not read area costs. If it is null, returns a filter that admits the same items as
/// default_filter: everything that has a flag.
inline const QueryFilter& admission_filter(const QueryFilter* filter) {
    static const QueryFilter has_flags{};
    return filter ? *filter : has_flags;
}

}  // namespace navspan
