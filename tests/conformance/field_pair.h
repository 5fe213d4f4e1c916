#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "navbench/recast/stages.h"
#include "navspan/bake/compact_heightfield.h"

namespace navspan::support {

/// The compact fields that both libraries build from the same solid field.
struct FieldPair {
    VoxelConfig config;
    CompactHeightfield ours;
    RecastBake recast;
    std::vector<uint32_t> index;  ///< for each open span of `ours`: librecast's span with the same cell and floor
};

/// Replaces bake.solid by a copy of `field`. Throws std::runtime_error if a span is higher than librecast's limit of 8191 vx.
void set_solid(RecastBake& bake, const Heightfield& field);

/// Builds the compact field with both libraries and matches the open spans. The test fails if the numbers of spans differ.
/// Throws if a span has no match.
FieldPair build_both(const Heightfield& solid, const VoxelConfig& config);

/// Assigns the same random areas in both fields: patches of areas 63, 5 and 1, and unwalkable patches.
void scatter_areas(FieldPair& pair, uint64_t seed);
/// Makes everything in the middle half of the grid unwalkable in both fields.
void cut_large_null_volume(FieldPair& pair);
uint32_t differing_areas(const FieldPair& pair);

/// Returns the solid field of a scene after Recast's filters.
Heightfield filtered_solid(const TriangleSoup& soup, const VoxelConfig& config);

/// Calls visit(name, solid field, config) for every scene (cells of 0.3 wu, after Recast's filters) and for random fields.
void for_each_solid(const std::function<void(const std::string&, const Heightfield&, const VoxelConfig&)>& visit);

}  // namespace navspan::support
