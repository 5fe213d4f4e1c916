#pragma once

// What navbake says about a bake: the report, the verdict, the last line.

#include "navbake/level.h"
#include "navbake/verdict.h"

namespace navspan::tools {

/// Warnings, a line each.
void tell_warnings(const Warnings& warnings);

/// The lines about a bake that went well: one a file.
void tell_result(const NavbakeOptions& options, const LevelBake& bake);

/// Whether the level may be written; tells the invariants that are broken.
Refusal verdict(const NavbakeOptions& options, const LevelBake& bake);

/// What an error means for the program.
Refusal refuse(const Error& error);

/// The report as it stands, where one is wanted. Error (failed): why it cannot be written.
Status write_report(const NavbakeOptions& options, LevelBake& bake, const Refusal& refusal);

}  // namespace navspan::tools
