#pragma once

// Output files of navbake: the level, its exports and its dependency file. navbake writes temporary files, and renames them
// after everything has succeeded. A level for standard output or a device has no temporary file.

#include "navbake/level.h"

namespace navspan::tools {

/// Writes the level and its exports to temporary files. Adds their sizes and hashes to the report. Error (failed): a write
/// failed.
Status write_level(const NavbakeOptions& options, LevelBake& bake);

/// Moves the files into place, the level last. If the level goes to standard output or a device, writes the level
/// first. Error (failed, interrupted): the previous level is unchanged, but exports may already be replaced.
Status commit_level(const NavbakeOptions& options, LevelBake& bake);

}  // namespace navspan::tools
