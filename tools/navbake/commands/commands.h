#pragma once

namespace navspan::tools {

/// navbake diff: what changed from one level to another.
int run_diff(int argc, char** argv);

/// navbake export: a level in the form of another program.
int run_export(int argc, char** argv);

}  // namespace navspan::tools
