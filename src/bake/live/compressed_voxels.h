#pragma once

#include <cstdint>
#include <optional>

#include "navspan/bake/heightfield.h"

namespace navspan {

/// Compresses a solid heightfield. The fate of all spans must be SpanFate::walkable or SpanFate::steep, as in the output of
/// rasterize_triangles.
CompressedVoxels compress_voxels(const Heightfield& field);

/// Restores the heightfield exactly. Precondition: \p voxels comes from compress_voxels or has passed summarize_voxels.
Heightfield decompress_voxels(const CompressedVoxels& voxels);

/// Properties of the spans of compressed voxels.
struct VoxelSummary {
    uint64_t areas = 0;   ///< bit i is set if the area id i occurs
    int32_t highest = 0;  ///< top of the highest span, relative to the grid's y0 [vx]
};

/// Validates compressed voxels without allocating memory for the heightfield. Returns nullopt in these cases:
/// - The bytes do not describe exactly the columns of the grid and the stated number of spans.
/// - The spans of a column are not disjoint and ascending.
/// - A height, an area id or the height of the grid is out of range.
std::optional<VoxelSummary> summarize_voxels(const CompressedVoxels& voxels);

}  // namespace navspan
