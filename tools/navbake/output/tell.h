#pragma once

// Output of navbake after a bake: the report, the verdict, the last line.

#include <string>

#include "common/cli.h"
#include "navbake/level.h"

namespace navspan::tools {

/// Logs a successful bake, one line per file.
void tell_result(const NavbakeOptions& options, const LevelBake& bake);

/// The reason why a level is not written, with its exit code; kDone if there is none.
struct Refusal {
    ExitCode code = kDone;
    std::string why;
};

/// Decides whether the level may be written; the gravest fault counts. Logs broken invariants.
Refusal verdict(const NavbakeOptions& options, const LevelBake& bake);

/// Converts an error to a refusal.
Refusal refuse(const Error& error);

/// Writes the report, if requested. Error (failed).
Status write_report(const NavbakeOptions& options, LevelBake& bake, const Refusal& refusal);

}  // namespace navspan::tools
