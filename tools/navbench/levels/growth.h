#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "navspan/bake/bake_tile.h"
#include "navspan/core/vec.h"

namespace navspan::bench {

/// Callback that measures the work of a part with this many vertices. It may run the work several times.
using Measure = std::function<void(const std::string& part, size_t vertices, const std::function<void()>& work)>;

/// Passes work on lattice rings of about `vertices` corners to `measure`: triangulating a star, mountains, a comb and a spiral,
/// merging the triangles, and merging holes into an outline.
void grow_rings(size_t vertices, const Measure& measure);

/// Makes a rough floor covered with pillars, whose contours have about this many vertices: one region with many holes. Bake it
/// with growth_config().
TriangleSoup pillared_floor(size_t vertices);
BakeConfig growth_config();

/// The stages of a bake whose work depends on the number of contour vertices.
std::span<const Stage> growing_stages();

}  // namespace navspan::bench
