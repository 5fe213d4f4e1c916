#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan {

constexpr uint32_t kMaxHeightmapSide = 16385;  ///< samples along a side of a heightmap

/// Reads a PNG of 16-bit grey as terrain: a sample is a vertex, rows go to +z, samples of a row to +x, and a square of four
/// samples is two triangles that meet along the diagonal from its second sample in x to its second in z. The group's object is
/// "terrain". The options' scale, up axis and flip of other inputs do not apply. Error (input): not a PNG, 8 bits a sample,
/// colours or transparency, less than 2 or more than kMaxHeightmapSide samples a side, heights beyond kMaxCoordinate. Error
/// (usage): a size that is not a positive number.
Result<LoadedScene> load_heightmap(const std::string& path, const HeightmapOptions& map, bool hash = false);

/// The same for a file that is already in memory.
Result<LoadedScene> parse_heightmap(const std::string& name, std::span<const std::byte> bytes, const HeightmapOptions& map,
                                    bool hash = false);

}  // namespace navspan
