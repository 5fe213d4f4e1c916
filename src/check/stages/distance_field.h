#pragma once

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/distance_field.h"
#include "navspan/check/nav_mesh.h"

namespace navspan {

/// The law of a distance field: it is what the definition gives when it is followed span by span (border, two passes, blur).
void check_distance_field(const CompactHeightfield& field, const DistanceField& distance, CheckReport& report);

}  // namespace navspan
