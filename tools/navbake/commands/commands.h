#pragma once

#include "common/help_page.h"

namespace navspan::tools {

/// navbake diff: compares two levels.
int run_diff(int argc, char** argv);
HelpPage diff_page();

/// navbake export: writes a level in the format of another program.
int run_export(int argc, char** argv);
HelpPage export_page();

}  // namespace navspan::tools
