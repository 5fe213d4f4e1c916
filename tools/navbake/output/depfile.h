#pragma once

// Which files a level was made from, for build systems.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "navbake/options.h"
#include "navspan/core/file.h"
#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan::tools {

/// A rule that says what files are made from, in the syntax of Make, which Ninja reads too. Error (usage): a name that the
/// syntax cannot hold.
Result<std::string> depfile_text(std::span<const std::string> made, std::span<const std::string> inputs);

/// Every file that a level is made from, once: those the options name, and those that these name in turn.
/// @param read  files beyond those that the options name, such as the buffers of a .gltf
std::vector<std::string> files_read(const NavbakeOptions& options, std::span<const InputFile> read);

/// Whether there can be one, told before anything is baked. @param read  as above. Error (usage): as depfile_text.
Status check_depfile(const NavbakeOptions& options, std::span<const InputFile> read = {});

/// Writes what --depfile asks for beside its place; nothing where it is not asked for. Error (usage, failed).
Result<std::optional<PendingFile>> write_depfile(const NavbakeOptions& options, std::span<const InputFile> read);

}  // namespace navspan::tools
