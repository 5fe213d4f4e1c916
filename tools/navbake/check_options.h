#pragma once

// Checks of navbake's command line: exclusive flags, inputs and outputs.

#include <span>

#include "common/cli.h"
#include "navbake/options.h"
#include "navspan/bake/config.h"
#include "navspan/core/result.h"

namespace navspan::tools {

/// True if the level goes to a file, not to standard output or a device.
bool writes_file(const NavbakeOptions& options);

/// True if the level can be written tile by tile: writes_file, and no option needs the whole mesh in memory.
bool streams(const NavbakeOptions& options);

/// Error (usage): a flag excludes another flag or lacks a required flag (common/exclusions.h).
Status check_flags(const NavbakeOptions& options);

/// Error (usage): there is no input, or an input has an unknown format. Error (usage): a .gset, polygon mesh, plan or grid map
/// is not the only input.
Status check_inputs(const NavbakeOptions& options);

/// Error (usage): flags, input and config are not compatible (common/exclusions.h). For a merge, call it after opening the
/// shards, because they contain the config.
Status check_combination(const NavbakeOptions& options, const BakeConfig& config);

/// Checks all options before any work begins. Error (usage, failed): the first mistake.
Status validate_options(const NavbakeOptions& options, const BakeConfig& config);

/// Checks the output paths. Error (usage): an output is also an input, two outputs are the same file, or the suffix of an
/// export is unknown. Error (failed): an output cannot be written.
/// @param read  all files read, including files that the options do not name, such as buffers of a .gltf
Status check_outputs(const NavbakeOptions& options, std::span<const InputFile> read = {});

}  // namespace navspan::tools
