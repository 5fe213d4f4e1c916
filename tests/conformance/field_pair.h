#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "navbench/recast/stages.h"
#include "navspan/bake/compact_heightfield.h"

namespace navspan::support {

/// One solid field opened by both sides.
struct FieldPair {
    VoxelConfig config;
    CompactHeightfield ours;
    RecastBake recast;
    std::vector<uint32_t> index;  ///< per open span of ours: librecast's span of the same cell and floor
};

/// Replaces bake.solid by our field, span for span (nothing is merged), so that both sides start from the same solid field.
/// Heights above librecast's 8191 throw.
void set_solid(RecastBake& bake, const Heightfield& field);

/// Opens a solid field on both sides and pairs the open spans; a gtest failure when they do not pair up.
FieldPair open_both(const Heightfield& solid, const VoxelConfig& config);

/// Gives both sides the same area ids: patches of 63, 5, 1 and not walkable.
void scatter_areas(FieldPair& pair, uint64_t seed);
/// Takes the area of everything in the middle half of the grid, on both sides.
void cut_large_null_volume(FieldPair& pair);
/// How many spans have different areas.
uint32_t differing_areas(const FieldPair& pair);

/// A scene's solid field after the plain filters.
Heightfield filtered_solid(const TriangleSoup& soup, const VoxelConfig& config);

/// Calls visit(name, solid field after the plain filters, config) for every scene at cells of 0.3, and for random fields.
void for_each_solid(const std::function<void(const std::string&, const Heightfield&, const VoxelConfig&)>& visit);

}  // namespace navspan::support
