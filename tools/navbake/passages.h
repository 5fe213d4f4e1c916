#pragma once

#include "io/report/report.h"
#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan::tools {

/// Measures the widest passage and the largest headroom, for the message about an empty mesh. Bakes the level again. The width
/// is 0 if there is no ground even before erosion. The width and the headroom are 0 if the bake fails or is interrupted. The
/// config must have one agent.
Passages measure_passages(const TriangleSoup& soup, const BakeConfig& config, unsigned threads);

}  // namespace navspan::tools
