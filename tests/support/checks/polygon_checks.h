#pragma once

#include <cstdint>
#include <span>

#include "navspan/check/nav_mesh.h"
#include "navspan/core/vec.h"
#include "polygon/merge_convex.h"
#include "polygon/merge_holes.h"
#include "polygon/triangulate.h"

namespace navspan::support {

/// The merged rings have the area of the input, every edge of the input stands in them once (but for slits without area), and
/// bridges come in pairs.
void check_merged_rings(std::span<const LatticePoint> points, std::span<const uint32_t> ring_first, const MergedRings& merged,
                        CheckReport& report);

/// Triangles are counter-clockwise and not flat, n - 2 for n corners, sum to the area of the ring, and twins are mutual.
void check_triangulation(std::span<const LatticePoint> ring, const Triangulation& triangulation, CheckReport& report);

/// Polygons are convex and counter-clockwise, have at most max_vertices corners, and sum to the area of the triangles.
void check_convex_parts(std::span<const LatticePoint> corners, const ConvexParts& parts, int32_t max_vertices,
                        CheckReport& report);

}  // namespace navspan::support
