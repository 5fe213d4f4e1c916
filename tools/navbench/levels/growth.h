#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "navspan/bake/bake_tile.h"
#include "navspan/core/vec.h"

namespace navspan::bench {

/// Somebody who measures: runs the work of a part with so many vertices, once or several times.
using Measure = std::function<void(const std::string& part, size_t vertices, const std::function<void()>& work)>;

/// Gives the work on lattice rings of about `vertices` corners to `measure`: triangulating a star, mountains, a comb and a
/// spiral, merging the triangles, and merging holes into an outline.
void grow_rings(size_t vertices, const Measure& measure);

/// A rough floor with pillars all over, so that its contours have about so many vertices; one region with the rest as holes. To
/// be baked with growth_config().
TriangleSoup pillared_floor(size_t vertices);
BakeConfig growth_config();

/// The stages of a bake whose work grows with the vertices of the contours.
std::span<const Stage> growing_stages();

}  // namespace navspan::bench
