#pragma once

#include <cstddef>

#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {

/// Tests the ends, cost, radius and area id of a requested link. The cost may be kCostIsLength. Error (input): the first value
/// that is out of range. @param index  number of the link in the message
Status validate_requested_link(size_t index, const OffMeshLink& link);

}  // namespace navspan
