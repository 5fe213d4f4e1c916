#pragma once

// Where navbake's level, its exports and its dependency file go: beside their places first, into them once everything else went
// well.

#include "navbake/level.h"

namespace navspan::tools {

/// Leaves the level and its exports beside their places and adds what it is like to the report. Error (failed): why one cannot
/// be written.
Status write_level(const NavbakeOptions& options, LevelBake& bake);

/// Puts what was written where it belongs. Error (failed, interrupted): then there is no new level.
Status commit_level(const NavbakeOptions& options, LevelBake& bake);

}  // namespace navspan::tools
