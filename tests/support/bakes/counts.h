#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "navspan/bake/bake_tile.h"

namespace navspan::support {

/// The quantities counted in a bake, in pipeline order.
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

const char* count_name(Count count);  ///< returns for example "solid spans"

/// The counts of the newest Recast version for a scene of scenes_folder, with RecastDemo's defaults on the world lattice.
struct KnownCounts {
    const char* scene;
    double cell_size, cell_height;  ///< [wu]
    RegionMethod method;
    Counts counts;
};
const std::vector<KnownCounts>& known_counts();
std::string known_name(const KnownCounts& known);  ///< returns for example "dungeon at 0.3, layers"

/// Sets the counts in `counts` that are known after a stage. Contours are counted as Recast stores them.
/// Needs the fates of the spans (BakeProbe::needs_fates).
void count_stage(Stage stage, const BakeProducts& products, Counts& counts);

}  // namespace navspan::support
