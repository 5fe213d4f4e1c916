#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "navspan/bake/bake_tile.h"

namespace navspan::support {

/// The quantities that are counted in a bake, in pipeline order.
enum class Count : uint8_t {
    width,
    depth,
    triangles,
    walkable_triangles,
    solid_spans,
    walkable_raster,
    walkable_low_hanging,
    walkable_ledge,
    walkable_low_height,
    compact_spans,
    links,
    walkable_eroded,
    max_distance,
    regions,
    in_region,
    contours,
    raw_vertices,
    simplified_vertices,
    polygons,
    vertices,
    area,
};
constexpr size_t kCounts = size_t(Count::area) + 1;
using Counts = std::array<double, kCounts>;

const char* count_name(Count count);  ///< for example "solid spans"

/// Recast's counts for a scene in scenes_folder(). Settings: RecastDemo's defaults, but with bounds rounded to the world
/// lattice.
struct KnownCounts {
    const char* scene;
    double cell_size, cell_height;  ///< [wu]
    RegionMethod method;
    Counts counts;
};
const std::vector<KnownCounts>& known_counts();
std::string known_name(const KnownCounts& known);  ///< for example "dungeon at 0.3, layers"

/// Sets the entries of `counts` that can be counted after a stage. Counts contour vertices after holes are merged into
/// outlines, as Recast does. The bake must record the SpanFate of each span (BakeProbe::needs_fates).
void count_stage(Stage stage, const BakeProducts& products, Counts& counts);

}  // namespace navspan::support
