#pragma once

#include "navspan/bake/compact_heightfield.h"

namespace navspan {

struct NeighbourRows;
class Workers;

/// Computes the chamfer distance (2 for a straight step, 3 for a diagonal step) of each open span to the nearest border span. A
/// border span lacks a neighbour or has a neighbour of another area. The field is then blurred once: each distance above 2
/// becomes the mean of the 3 x 3 spans around it. \p rows is the result of list_neighbour_rows for \p field. The threads of \p
/// workers share the work. If \p workers is null, one thread is used. The result does not depend on the number of threads.
/// Sources: Borgefors, Distance transformations in digital images (1986); Mononen, Recast (2009), for the blur.
DistanceField build_distance_field(const CompactHeightfield& field, const NeighbourRows& rows, Workers* workers = nullptr);

}  // namespace navspan
