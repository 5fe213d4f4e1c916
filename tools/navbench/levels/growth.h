#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "navspan/bake/bake_tile.h"
#include "navspan/core/vec.h"

namespace navspan::bench {

/// Callback that runs `work` and records its time. `part`: name of the algorithm; `vertices`: input size.
using Measure = std::function<void(const std::string& part, size_t vertices, const std::function<void()>& work)>;

/// Measures three algorithms on lattice rings with about `vertices` corners: triangulation of four rings (a star, mountains, a
/// comb, a spiral); merging of the triangles into convex polygons; merging of holes into an outline.
void grow_rings(size_t vertices, const Measure& measure);

/// Builds an uneven floor with many pillars. With growth_config(), it becomes one region with many holes and about `vertices`
/// contour vertices.
TriangleSoup pillared_floor(size_t vertices);
BakeConfig growth_config();

/// Returns the stages whose time depends on the number of contour vertices.
std::span<const Stage> growing_stages();

}  // namespace navspan::bench
