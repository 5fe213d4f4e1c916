#pragma once

#include "navspan/bake/heightfield.h"
#include "navspan/check/nav_mesh.h"

namespace navspan {

/// The laws of a solid field: one offset per column and one more, rising; spans of a column sorted, disjoint with free height
/// in between (touching spans would have been merged), within kMaxHeight; walkable fate exactly where there is an area.
void check_heightfield(const Heightfield& field, CheckReport& report);

}  // namespace navspan
