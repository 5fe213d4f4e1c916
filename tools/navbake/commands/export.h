#pragma once

namespace navspan::tools {

/// navbake export: a level in the form of another program.
int run_export(int argc, char** argv);

}  // namespace navspan::tools
