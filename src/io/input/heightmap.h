#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan {

constexpr uint32_t kMaxHeightmapSide = 16385;  ///< maximum number of samples along a side of a heightmap

/// Reads a PNG of 16-bit grey as terrain. Each sample becomes a vertex. The samples of a row are ordered by x, the rows by
/// z. Each square of four samples becomes two triangles. Their common edge connects the samples (x + 1, z) and (x, z + 1). All
/// triangles are in a group whose object is "terrain". Scale, up axis and flip do not apply.
/// Error (input): the file is not a PNG, is damaged or is larger than 2 GiB; it has colours, transparency or fewer than 16 bits
/// per sample; a side has fewer than 2 or more than kMaxHeightmapSide samples.
/// Error (usage): a size is not positive, or the terrain extends beyond kMaxCoordinate.
/// Error (failed): the terrain needs more than options.max_bytes. This is checked before decoding.
Result<LoadedScene> load_heightmap(const std::string& path, const HeightmapOptions& map, const SceneOptions& options = {});

/// Like load_heightmap, for a heightmap in memory.
Result<LoadedScene> parse_heightmap(const std::string& name, std::span<const std::byte> bytes, const HeightmapOptions& map,
                                    const SceneOptions& options = {});

}  // namespace navspan
