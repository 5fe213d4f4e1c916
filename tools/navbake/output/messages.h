#pragma once

// Output of navbake after a bake: the report, the verdict, the last line.

#include <string>

#include "common/cli.h"
#include "navbake/level.h"

namespace navspan::tools {

/// Logs a successful bake, one line per file.
void log_result(const NavbakeOptions& options, const LevelBake& bake);

/// The reason why a level is not written, with its exit code; kDone if there is none.
struct Verdict {
    ExitCode code = kDone;
    std::string why;
};

/// Decides whether the level may be written; the gravest fault counts. Logs broken invariants.
Verdict verdict(const NavbakeOptions& options, const LevelBake& bake);

/// Converts an error to a refusal.
Verdict to_verdict(const Error& error);

/// Writes the report, if requested. Error (failed).
Status write_report(const NavbakeOptions& options, LevelBake& bake, const Verdict& refusal);

}  // namespace navspan::tools
