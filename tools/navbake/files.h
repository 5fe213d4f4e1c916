#pragma once

// Output files of navbake: the level, its exports and its dependency file. They are written to temporary files and renamed once
// everything has succeeded.

#include "navbake/level.h"

namespace navspan::tools {

/// Writes the level and its exports to temporary files and adds their sizes and hashes to the report. Error (failed): a write
/// failed.
Status write_level(const NavbakeOptions& options, LevelBake& bake);

/// Moves the files into place. Error (failed, interrupted): no new level was written.
Status commit_level(const NavbakeOptions& options, LevelBake& bake);

}  // namespace navspan::tools
