#pragma once

#include "navspan/bake/compact_heightfield.h"
#include "navspan/check/nav_mesh.h"

namespace navspan {

/// The laws of a compact heightfield: arrays of one length; rows, runs and spans without gaps; runs of a row ordered by x0,
/// then floor; the open spans of a cell disjoint; the neighbour relation symmetric, between neighbour cells, within climb and
/// clearance; and no pair of spans left unlinked that could be linked.
void check_compact_heightfield(const CompactHeightfield& field, CheckReport& report);

}  // namespace navspan
