#pragma once

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "support/text/random.h"

namespace navspan::support {

/// Adds a floor, a ramp, a box without a bottom, or a random triangle to a soup that has areas and at least one group. Most
/// coordinates are multiples of 0.25 from 0 to 6 [wu].
void add_random_shape(TriangleSoup& soup, Random& random);

/// Returns a valid config without tiles. Area 1 costs 2, and area 2 costs 3.
BakeConfig random_bake_config(Random& random);

}  // namespace navspan::support
