#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/compact_heightfield.h"

namespace navspan {

struct NeighbourRows;
class Workers;

/// Distance of each open span to the border of its area.
struct DistanceField {
    std::vector<uint16_t> distance;  ///< blurred chamfer distance of each open span [1/2 cell]
    uint16_t max_distance = 0;       ///< largest distance before the blur [1/2 cell]
};

/// Computes for each open span the chamfer distance (2 per straight step, 3 per diagonal step) to the nearest border span: an
/// open span that, in at least one direction, has no linked neighbour of the same area. Then blurs the field once: for each
/// span with a distance above 2, the mean over the 3 x 3 spans around that span replaces the distance. \p rows is the result of
/// list_neighbour_rows for \p field. The threads of \p workers share the work. If \p workers is null, one thread is used. The
/// result does not depend on the number of threads.
/// Sources: Borgefors, Distance transformations in digital images (1986); Mononen, Recast (2009), for the blur.
DistanceField build_distance_field(const CompactHeightfield& field, const NeighbourRows& rows, Workers* workers = nullptr);

}  // namespace navspan
