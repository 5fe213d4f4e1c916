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

// RecastDemo's .gset: a text file that names a level's geometry, the settings to bake it with, convex volumes and off-mesh
// connections. What its numbers mean for a config:
//
// | line | becomes |
// |---|---|
// | `f` | the geometry: a file of triangles of any kind that input_formats.h lists |
// | `s` cell size and height, agent height, radius, climb, slope | voxels.*, agent.* |
// | `s` region sizes [cell side] | regions.min_area, and regions.merge_area but with layers: their squares |
// | `s` edge length [wu], edge error [cell], vertices of a polygon (0: 6) | contours.*, polygons.max_vertices |
// | `s` detail sample distance [cell] (below 0.9: none), error [vx] | detail.* |
// | `s` partition 0, 1, 2 | regions.method watershed, monotone, layers |
// | `s` bounds, tile size [cell] | their lower corner: tiles.origin; tiles.size. Nothing is cut off at the bounds |
// | `v` | a prism in volumes; area 0 is a hole |
// | `c` | an entry of off_mesh_links with user id 1000, 1001, ...; area 0 is ground |

/// A convex volume of a .gset.
struct GsetVolume {
    uint8_t area = 0;  ///< 0..63; 0: a hole
    AreaVolume prism;  ///< its area has no name yet
};

/// An off-mesh connection of a .gset.
struct GsetLink {
    uint8_t area = 0;  ///< 0..63; 0: ground
    OffMeshLinkConfig link;
};

struct GsetScene {
    std::string geometry;                ///< the file's name as it is written there
    std::optional<BakeConfig> settings;  ///< the defaults with the numbers of the `s` line in their places
    std::vector<GsetVolume> volumes;
    std::vector<GsetLink> links;
    Warnings warnings;
};

/// Reads a .gset. Numbers may be written as whole ones or not wherever a number stands, as versions of RecastDemo differ there.
/// Lines that begin with another letter give one warning, "gset_unknown_lines". Error (input), naming file and line: not text,
/// a number that is none or out of range, too few or too many on a line, a volume that encloses nothing, is not convex or is
/// cut short, no geometry or two.
Result<GsetScene> parse_gset(std::string_view text, const std::string& name);

/// The same from a file. @param file  gets what went in
Result<GsetScene> load_gset(const std::string& path, InputFile& file);

/// Where a .gset's geometry is: beside it under the whole name it gives, or under the last part of the name, or, as RecastDemo
/// reads it, under the whole name from where the program runs. Error (input): nowhere.
Result<std::string> find_gset_geometry(const std::string& path, const GsetScene& scene);

/// Adds a .gset's volumes, before those that are there, and links, after those. An area goes by the name that the config has
/// for its id; else by RecastDemo's (water, road, door, grass, jump), or as area_7, and is added, with RecastDemo's cost and
/// flags.
void add_gset_lists(const GsetScene& scene, BakeConfig& config);

}  // namespace navspan
