#pragma once

#include "navspan/bake/heightfield.h"

namespace navspan {

/// Compresses a solid heightfield, each column as the difference from the previous one. All spans must be SpanFate::walkable or
/// SpanFate::steep, as in the output of rasterize_triangles.
CompressedVoxels compress_voxels(const Heightfield& field);

/// Restores the heightfield exactly. \p voxels must come from compress_voxels; it is not validated.
Heightfield decompress_voxels(const CompressedVoxels& voxels);

}  // namespace navspan
