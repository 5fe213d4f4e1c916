#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory.h"
#include "navspan/bake/config.h"
#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/io/scene.h"

namespace navspan {

// RecastDemo's .gset: a text file with the name of a level's geometry, bake settings, convex volumes and off-mesh connections.
// Mapping to a config:
//
// | line | becomes |
// |---|---|
// | `f` | the geometry: a triangle file of any format in formats.h |
// | `s` cell size and height, agent height, radius, climb, slope | voxels.*, agent.* |
// | `s` minimum region size [cell] | regions.min_area: the area of a square with this side |
// | `s` merged region size [cell] | regions.merge_area: the area of a square with this side; ignored if the method is layers |
// | `s` edge length [wu], edge error [cell], vertices per polygon (0 becomes 6) | contours.*, polygons.max_vertices |
// | `s` detail sample distance [cell] (less than 0.9 becomes 0: no samples), error [vx] | detail.* |
// | `s` partition 0, 1, 2 | regions.method watershed, monotone, layers |
// | `s` bounds, tile size [cell] | tiles.origin (lower corner of the bounds), tiles.size. Geometry outside the bounds is kept |
// | `v` | a prism in volumes; area 0 is a hole |
// | `c` | an entry of off_mesh_links with user id 1000, 1001, ...; area 0 is ground |

/// A convex volume of a .gset.
struct GsetVolume {
    uint8_t area = 0;  ///< 0..63; 0: a hole
    AreaVolume prism;  ///< shape of the volume; the name of its area is not set
};

/// An off-mesh connection of a .gset.
struct GsetLink {
    uint8_t area = 0;  ///< 0..63; 0: ground
    OffMeshLinkConfig link;
};

struct GsetScene {
    std::string geometry;                ///< file name as written in the .gset
    std::optional<BakeConfig> settings;  ///< default config, changed by the numbers of the `s` line; nullopt: no `s` line
    std::vector<GsetVolume> volumes;
    std::vector<GsetLink> links;
    Warnings warnings;
};

/// Reads a .gset. Numbers may be integers or decimals, depending on RecastDemo's version. Skips lines with unknown first
/// letters. One warning, "gset_unknown_lines", counts these lines. Error (input): the file is not text; a number is invalid or
/// out of range; a line has too few or too many numbers; a volume is empty, not convex or incomplete; there is no geometry or
/// more than one. The message contains file and line.
Result<GsetScene> parse_gset(std::string_view text, const std::string& name);

/// Like parse_gset, for a file. @param file  receives path, size and hash
Result<GsetScene> load_gset(const std::string& path, InputFile& file, MemoryBudget budget = {});

/// Finds the geometry file of a .gset. Tries three paths: the name relative to the .gset's folder, the file name in that
/// folder, and, as RecastDemo does, the name relative to the working directory. Error (input): no such file exists.
Result<std::string> find_gset_geometry(const std::string& path, const GsetScene& scene);

/// Adds the volumes of a .gset before the existing volumes, and the links of the .gset after the existing links. Adds missing
/// areas. Areas 1 to 5 get RecastDemo's name, cost and flags (water, road, door, grass, jump). Other areas get names such as
/// area_7.
void add_gset_lists(const GsetScene& scene, BakeConfig& config);

}  // namespace navspan
