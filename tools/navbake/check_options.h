#pragma once

// Checks of the command line of navbake: flags that exclude each other, inputs, outputs.

#include <span>

#include "common/cli.h"
#include "navbake/options.h"
#include "navspan/bake/config.h"
#include "navspan/core/result.h"

namespace navspan::tools {

/// True if the level goes to a file: not to standard output or a device.
bool writes_file(const NavbakeOptions& options);

/// True if the level can be written to its file tile by tile. False if an option needs the whole mesh in memory, or if
/// writes_file is false.
bool streams(const NavbakeOptions& options);

/// Error (usage): a flag excludes another flag, or a flag is given without a flag that it requires (common/exclusions.h).
Status check_flags(const NavbakeOptions& options);

/// Error (usage): there is no input, an input has an unknown format, or there are other inputs besides a .gset, polygon mesh,
/// plan or grid map.
Status check_inputs(const NavbakeOptions& options);

/// Checks that flags, input and config are compatible. Error (usage): a flag cannot be combined with another flag, the input
/// or the config (common/exclusions.h). For a merge, call it after opening the shards, which contain the config.
Status check_combination(const NavbakeOptions& options, const BakeConfig& config);

/// Checks all options before any work begins. Error (usage, failed): the first mistake.
Status validate_options(const NavbakeOptions& options, const BakeConfig& config);

/// Checks the output paths. Error (usage): an output is also an input, two outputs are the same file, or the suffix of an
/// export is unknown. Error (failed): an output cannot be written.
/// @param read  files that were read, including inputs that the options do not name, such as the buffers of a .gltf
Status check_outputs(const NavbakeOptions& options, std::span<const InputFile> read = {});

}  // namespace navspan::tools
