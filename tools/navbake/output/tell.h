#pragma once

// What navbake says about a bake: the report, the verdict, the last line.

#include <string>

#include "common/cli.h"
#include "navbake/level.h"

namespace navspan::tools {

/// The lines about a bake that went well: one a file.
void log_result(const NavbakeOptions& options, const LevelBake& bake);

/// What keeps a level from being written, with its exit code; kDone when nothing does.
struct Verdict {
    ExitCode code = kDone;
    std::string why;
};

/// Whether the level may be written: the gravest fault decides. Tells the invariants that are broken.
Verdict verdict(const NavbakeOptions& options, const LevelBake& bake);

/// What an error means for the program.
Verdict to_verdict(const Error& error);

/// The report as it stands, where one is wanted. Error (failed): why it cannot be written.
Status write_report(const NavbakeOptions& options, LevelBake& bake, const Verdict& refusal);

}  // namespace navspan::tools
