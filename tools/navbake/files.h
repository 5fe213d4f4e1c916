#pragma once

// Output files of navbake: the level, its exports and its dependency file. All files are first written to temporary files and
// renamed once everything has succeeded. A level for standard output or a device has no temporary file.

#include "navbake/level.h"

namespace navspan::tools {

/// Writes the level and its exports to temporary files and adds their sizes and hashes to the report. Error (failed): a write
/// failed.
Status write_level(const NavbakeOptions& options, LevelBake& bake);

/// Moves the files into place, the level last. A level for standard output or a device is written first. Error (failed,
/// interrupted): the previous level file is unchanged, but the file of an export may already be replaced.
Status commit_level(const NavbakeOptions& options, LevelBake& bake);

}  // namespace navspan::tools
