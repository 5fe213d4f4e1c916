#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
// | `s` region sizes [cell side] | their squares: regions.min_area; regions.merge_area, unless the method is layers |
// | `s` edge length [wu], edge error [cell], vertices of a polygon (0: 6) | contours.*, polygons.max_vertices |
// | `s` detail sample distance [cell] (below 0.9: none), error [vx] | detail.* |
// | `s` partition 0, 1, 2 | regions.method watershed, monotone, layers |
// | `s` bounds, tile size [cell] | tiles.origin is the lower corner; tiles.size. Geometry outside the bounds is kept |
// | `v` | a prism in volumes; area 0 is a hole |
// | `c` | an entry of off_mesh_links with user id 1000, 1001, ...; area 0 is ground |

/// A convex volume of a .gset.
struct GsetVolume {
    uint8_t area = 0;  ///< 0..63; 0: a hole
    AreaVolume prism;  ///< without the name of its area
};

/// An off-mesh connection of a .gset.
struct GsetLink {
    uint8_t area = 0;  ///< 0..63; 0: ground
    OffMeshLinkConfig link;
};

struct GsetScene {
    std::string geometry;                ///< file name as written in the .gset
    std::optional<BakeConfig> settings;  ///< defaults with the numbers of the `s` line
    std::vector<GsetVolume> volumes;
    std::vector<GsetLink> links;
    Warnings warnings;
};

/// Reads a .gset. Numbers may be written as integers or with decimals, since versions of RecastDemo differ. Lines that start
/// with another letter give one warning, "gset_unknown_lines". Error (input), with file and line: not text, an invalid number
/// or one out of range, too few or too many numbers on a line, a volume that is empty, not convex or incomplete, no geometry or
/// two.
Result<GsetScene> parse_gset(std::string_view text, const std::string& name);

/// The same from a file. @param file  receives path, size and hash
Result<GsetScene> load_gset(const std::string& path, InputFile& file);

/// Finds the geometry of a .gset: in its folder under the whole name or the last part of the name, or, as in RecastDemo, under
/// the whole name relative to the working directory. Error (input): it is in none of these.
Result<std::string> find_gset_geometry(const std::string& path, const GsetScene& scene);

/// Adds a .gset's volumes before the existing ones and its links after the existing ones. If the config has no area with an id,
/// the area is added: with RecastDemo's name, cost and flags (water, road, door, grass, jump), or as area_7.
void add_gset_lists(const GsetScene& scene, BakeConfig& config);

}  // namespace navspan
