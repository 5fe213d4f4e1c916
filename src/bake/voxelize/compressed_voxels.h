#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/heightfield.h"

namespace navspan {

/// A solid heightfield as voxelisation leaves it, in a few bytes a column: what a game keeps of a tile to rebuild it. Held in
/// memory by the program that made it; not a file format, and decompressing trusts it.
struct CompressedVoxels {
    Grid grid;
    uint32_t spans = 0;
    std::vector<uint8_t> bytes;
};

/// Columns are coded by their difference from the column before them. Every walkable span must be SpanFate::walkable, every
/// other steep, as rasterize_triangles leaves them.
CompressedVoxels compress_voxels(const Heightfield& field);

/// The heightfield again, exactly.
Heightfield decompress_voxels(const CompressedVoxels& voxels);

}  // namespace navspan
