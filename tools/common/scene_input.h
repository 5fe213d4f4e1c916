#pragma once

// Input files and their orientation in the world.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/command_line.h"
#include "common/exclusions.h"
#include "io/input/gset.h"
#include "navspan/bake/config.h"
#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan::tools {

/// How the input files are read.
struct SceneFlags {
    std::string up = "y";          ///< "y", "z", "x", "-y", "-z" or "-x"
    std::optional<double> scale;   ///< > 0; default: 1
    std::string units;             ///< unit of the files; empty: one world unit
    bool units_of_preset = false;  ///< `units` comes from --preset, so --scale and --units override it
    bool flip = false;
    HeightmapOptions heightmap;
    unsigned threads = 0;                           ///< see SceneOptions
    uint64_t max_bytes = SceneOptions{}.max_bytes;  ///< see SceneOptions
    std::string memory_setting;                     ///< see SceneOptions
};

/// Returns the length in metres of a unit that --units accepts, for example "cm"; nullopt for unknown names.
std::optional<double> unit_in_metres(std::string_view name);

/// Returns the settings for reading triangles.
SoupSource soup_source(const SceneFlags& flags);

/// Returns the result of level_warnings. If the files have a unit (from --units or --preset), warnings suggest another unit if
/// one fits, otherwise a scale. With --units, which excludes --scale, the advice also names the flag to leave out.
Warnings warnings_about_level(const TriangleSoup& soup, const BakeConfig& config, const SceneFlags& flags);

/// Replaces Warning::advice, and the same text in Warning::message. Precondition: the message contains the advice.
void replace_advice(Warning& warning, std::string advice);

/// Adds --up, --scale, --units, --flip and --heightmap-*.
void add_scene_flags(CommandLine& line, SceneFlags& flags);

/// True if all files are heightmaps.
bool only_heightmaps(std::span<const std::string> paths);

/// Returns facts for check_exclusions: the scene flags that the user gave, and the formats of the input files.
std::vector<Fact> scene_facts(const SceneFlags& flags, std::span<const std::string> paths);

/// Returns the path of a .gset's geometry file. Error (usage): a flag would transform the geometry, but not the volumes and
/// links. Error (input): the geometry file is missing or has an unknown format.
Result<std::string> gset_geometry(const std::string& path, const GsetScene& scene, const SceneFlags& flags);

/// Reads files into one soup, see load_scene.
/// @param hash  also compute the SHA-256 of every file
Result<LoadedScene> load_scene_files(std::span<const std::string> paths, const SceneFlags& flags, bool hash = false);

/// Reads one file. For a .gset, reads only its geometry. Errors: those of gset_geometry, check_exclusions and load_scene.
Result<LoadedScene> load_geometry(const std::string& path, const SceneFlags& flags);

}  // namespace navspan::tools
