#pragma once

// Output of navbake after a bake: the report, the verdict and the log lines.

#include <string>

#include "common/cli.h"
#include "navbake/level.h"

namespace navspan::tools {

/// Logs a successful bake: one line for each file and, if there are several agents, one line for each agent. With -v, adds
/// details.
void log_result(const NavbakeOptions& options, const LevelBake& bake);

/// Why a level is not written, and the exit code. The code is kDone if the level is written.
struct Verdict {
    ExitCode code = kDone;
    std::string why;
};

/// Decides whether the level may be written. Returns the most serious reason against it. Logs broken invariants and the result
/// of --verify.
Verdict verdict(const NavbakeOptions& options, const LevelBake& bake);

/// Converts an error to a verdict that rejects the level.
Verdict to_verdict(const Error& error);

/// Writes the report if requested. Error (failed): the report cannot be written.
Status write_report(const NavbakeOptions& options, LevelBake& bake, const Verdict& refusal);

}  // namespace navspan::tools
