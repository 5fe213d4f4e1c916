#pragma once

#include <cstdint>
#include <span>

#include "navspan/check/nav_mesh.h"
#include "navspan/core/vec.h"
#include "polygon/merge_convex.h"
#include "polygon/merge_holes.h"
#include "polygon/triangulate.h"

namespace navspan::support {

/// Checks that the merged rings have the same area as the input and contain every input edge once. Slits, which have no area,
/// may be missing. Every bridge must occur once in each direction.
void check_merged_rings(std::span<const LatticePoint> points, std::span<const uint32_t> ring_first, const MergedRings& merged,
                        CheckReport& report);

/// Checks the triangulation of a ring with n corners. It must have n - 2 triangles, all counter-clockwise and not degenerate.
/// Their areas must sum to the area of the ring. The twin of an edge's twin must be the edge.
void check_triangulation(std::span<const LatticePoint> ring, const Triangulation& triangulation, CheckReport& report);

/// Checks that polygons are convex and counter-clockwise and have at most max_vertices corners. Their areas must sum to the
/// area of the triangles.
void check_convex_parts(std::span<const LatticePoint> corners, const ConvexParts& parts, int32_t max_vertices,
                        CheckReport& report);

}  // namespace navspan::support
