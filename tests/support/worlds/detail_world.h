#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/bake/regions.h"
#include "support/text/random.h"

namespace navspan::support {

/// Ground of one floor, its regions, and convex polygons over it: what a detail mesh is made of, without the stages before.
struct DetailWorld {
    CompactHeightfield field;
    RegionMap regions;
    PolyMesh mesh;
};

/// Height of the floor of cell (x, z) [vx], 1..65000.
using FloorFunction = std::function<int32_t(int32_t x, int32_t z)>;

/// A field of width x depth cells with one open span each.
CompactHeightfield field_of_floors(int32_t width, int32_t depth, int32_t climb, const FloorFunction& floor);

/// One region, one polygon: the whole field.
DetailWorld single_polygon_world(int32_t width, int32_t depth, int32_t climb, const FloorFunction& floor);

/// The field cut into convex polygons by `cuts` random cuts between lattice points. Every polygon is a region of its own whose
/// border strays up to a cell from the polygon's edges. Polygons may have straight corners.
DetailWorld random_world(Random& random, int32_t width, int32_t depth, int32_t climb, int32_t cuts, const FloorFunction& floor);

}  // namespace navspan::support
