#pragma once

// Dependency files for build systems.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "navbake/options.h"
#include "navspan/core/file.h"
#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan::tools {

/// Returns a rule with the files made and their inputs, in the common syntax of Make and Ninja. Error (usage): a name cannot be
/// written in it.
Result<std::string> depfile_text(std::span<const std::string> made, std::span<const std::string> inputs);

/// Returns all input files of a level without duplicates.
/// @param read  inputs that the options do not name, such as the buffers of a .gltf
std::vector<std::string> files_read(const NavbakeOptions& options, std::span<const InputFile> read);

/// Error (usage): as depfile_text. For a test before the bake.
Status check_depfile(const NavbakeOptions& options, std::span<const InputFile> read = {});

/// Writes the dependency file to a temporary file; nullopt if --depfile was not given. Error (usage, failed).
Result<std::optional<PendingFile>> write_depfile(const NavbakeOptions& options, std::span<const InputFile> read);

}  // namespace navspan::tools
