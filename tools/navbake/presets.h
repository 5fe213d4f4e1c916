#pragma once

// Settings of game engines, and settings suggested for a level.

#include <string>

#include "common/command_line.h"
#include "navbake/options.h"
#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan::tools {

/// Adds --preset.
void add_preset_flag(CommandLine& line, NavbakeOptions& options);

/// Applies the units and the up axis of --preset to the input flags that were not given. No effect if the preset uses metres
/// with y up. Also no effect on a glTF file (always in metres with y up), a heightmap, or an input that is not triangles.
/// Error (usage): the preset would affect only some of the inputs.
Status apply_preset_input(const CommandLine& line, NavbakeOptions& options);

/// Sets the agent settings in `config` to those of --preset. If the inputs are voxelised, also sets the voxel settings. No
/// effect without --preset.
void apply_preset_config(const NavbakeOptions& options, BakeConfig& config);

/// Returns a suggested config for the level as JSON. The sizes of cells follow from the agent, and the size of tiles from the
/// bounds of the level. Comments explain the values.
/// @param warnings  about the level; become comments
std::string suggested_config(const TriangleSoup& soup, const BakeConfig& config, const Warnings& warnings);

}  // namespace navspan::tools
