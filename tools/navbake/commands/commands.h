#pragma once

namespace navspan::tools {

/// navbake diff: compares two levels.
int run_diff(int argc, char** argv);

/// navbake export: writes a level in the format of another program.
int run_export(int argc, char** argv);

}  // namespace navspan::tools
