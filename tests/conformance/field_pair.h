#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "navbench/recast/stages.h"
#include "navspan/bake/compact_heightfield.h"

namespace navspan::support {

/// A solid field opened by both libraries.
struct FieldPair {
    VoxelConfig config;
    CompactHeightfield ours;
    RecastBake recast;
    std::vector<uint32_t> index;  ///< per open span of ours: librecast's span with the same cell and floor
};

/// Replaces bake.solid by our field, span for span (nothing is merged), so that both sides start from the same solid field.
/// Heights above librecast's 8191 throw.
void set_solid(RecastBake& bake, const Heightfield& field);

/// Builds the open spans of a solid field with both libraries and matches them. Fails the test if the numbers of spans differ,
/// and throws if a span has no match.
FieldPair build_both(const Heightfield& solid, const VoxelConfig& config);

/// Assigns the same area ids in both fields: patches of areas 63, 5 and 1, and unwalkable patches.
void scatter_areas(FieldPair& pair, uint64_t seed);
/// Makes everything in the middle half of the grid unwalkable in both fields.
void cut_large_null_volume(FieldPair& pair);
/// Counts the spans whose areas differ.
uint32_t differing_areas(const FieldPair& pair);

/// Returns the solid field of a scene after the plain filters.
Heightfield filtered_solid(const TriangleSoup& soup, const VoxelConfig& config);

/// Calls visit(name, solid field, config) for every scene with cells of 0.3, after the plain filters, and for random fields.
void for_each_solid(const std::function<void(const std::string&, const Heightfield&, const VoxelConfig&)>& visit);

}  // namespace navspan::support
