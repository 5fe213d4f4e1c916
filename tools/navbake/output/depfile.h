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

/// Returns a dependency rule for Make and Ninja: the output files `made` depend on the input files `inputs`. Error (usage): the
/// syntax cannot represent a file name.
Result<std::string> depfile_text(std::span<const std::string> made, std::span<const std::string> inputs);

/// Returns each input file of a level once: the files that the options name, then the other files of `read`.
/// @param read  all files read, including files that the options do not name, such as buffers of a .gltf
std::vector<std::string> files_read(const NavbakeOptions& options, std::span<const InputFile> read);

/// Checks before the bake that the dependency file can be written. Error (usage): an error of depfile_text.
Status check_depfile(const NavbakeOptions& options, std::span<const InputFile> read = {});

/// Writes the dependency file to a temporary file. Returns nullopt without --depfile. Error (usage): an error of depfile_text.
/// Error (failed): the file cannot be written.
Result<std::optional<PendingFile>> write_depfile(const NavbakeOptions& options, std::span<const InputFile> read);

}  // namespace navspan::tools
