#pragma once

#include "navspan/bake/heightfield.h"

namespace navspan {

/// Compresses a solid heightfield. Each column is coded by its difference from the column before it. Every walkable span must be
/// SpanFate::walkable, and every other span steep, as rasterize_triangles leaves them.
CompressedVoxels compress_voxels(const Heightfield& field);

/// Restores the heightfield exactly. \p voxels must come from compress_voxels; nothing is validated.
Heightfield decompress_voxels(const CompressedVoxels& voxels);

}  // namespace navspan
