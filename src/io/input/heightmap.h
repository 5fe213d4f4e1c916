#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan {

constexpr uint32_t kMaxHeightmapSide = 16385;  ///< samples along a side of a heightmap

/// Reads a PNG of 16-bit grey as terrain. A sample is a vertex; rows go to +z, samples of a row to +x. A square of four samples
/// is two triangles, split along the diagonal from the next sample in x to the next sample in z. The group's object is
/// "terrain". Scale, up axis and flip do not apply. Error (input): not a PNG, 8 bits per sample, colours or transparency, fewer
/// than 2 or more than kMaxHeightmapSide samples per side. Error (usage): a size that is not positive, or terrain beyond
/// kMaxCoordinate.
Result<LoadedScene> load_heightmap(const std::string& path, const HeightmapOptions& map, bool hash = false);

/// The same for a file in memory.
Result<LoadedScene> parse_heightmap(const std::string& name, std::span<const std::byte> bytes, const HeightmapOptions& map,
                                    bool hash = false);

}  // namespace navspan
