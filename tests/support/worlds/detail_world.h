#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/bake/regions.h"
#include "support/text/random.h"

namespace navspan::support {

/// Input of the detail mesh stage, built directly: one floor, its regions, and convex polygons that cover it.
struct DetailWorld {
    CompactHeightfield field;
    RegionMap regions;
    PolyMesh mesh;
};

/// Returns the floor height of cell (x, z) [vx], 1..65000.
using FloorFunction = std::function<int32_t(int32_t x, int32_t z)>;

/// Builds a field of width x depth cells with one open span per cell.
/// @param climb  walkable climb [vx]
CompactHeightfield field_of_floors(int32_t width, int32_t depth, int32_t climb, const FloorFunction& floor);

/// Builds a world with one region and one polygon, both covering the whole field.
DetailWorld single_polygon_world(int32_t width, int32_t depth, int32_t climb, const FloorFunction& floor);

/// Builds a world by cutting a rectangle into polygons with `cuts` random cuts between lattice points. The polygons are convex
/// and may have corners of 180 degrees. Every polygon has its own region. The region's border is at most a cell away from the
/// edges of the polygon.
DetailWorld random_world(Random& random, int32_t width, int32_t depth, int32_t climb, int32_t cuts, const FloorFunction& floor);

}  // namespace navspan::support
