#pragma once

// Settings of game engines, and suggested settings for a level.

#include <string>

#include "common/command_line.h"
#include "navbake/options.h"
#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan::tools {

/// Adds --preset.
void add_preset_flag(CommandLine& line, NavbakeOptions& options);

/// Applies the units and up axis of --preset to the input flags that were not given. Has no effect on glTF files (always
/// metres, y up), heightmaps and polygons. Has no effect if the preset uses metres with y up. Error (usage): the preset would
/// affect only some of the inputs.
Status apply_preset_input(const CommandLine& line, NavbakeOptions& options);

/// Applies the agent settings of --preset, if given. For voxelized inputs, also applies the voxel settings.
void apply_preset_config(const NavbakeOptions& options, BakeConfig& config);

/// Returns a suggested config for the level as JSON with explanatory comments. The cell sizes depend on the agents. The tile
/// size depends on the level's bounds.
/// @param flags     a comment lists the flags for units, up axis and winding, which are not part of a config
/// @param warnings  warnings about the level; become comments
std::string suggested_config(const TriangleSoup& soup, const BakeConfig& config, const SceneFlags& flags,
                             const Warnings& warnings);

}  // namespace navspan::tools
