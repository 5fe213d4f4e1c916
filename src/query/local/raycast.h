#pragma once

#include "navspan/query/raycast.h"

namespace navspan {

/// Like raycast, without validation. Precondition: `request` is valid, see the errors of raycast.
Status cast_valid_ray(const NavMesh& mesh, const RaycastRequest& request, RaycastHit& hit);

}  // namespace navspan
