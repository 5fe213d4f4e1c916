#pragma once

namespace navspan::tools {

/// Runs a program's main function and returns its exit code. After an exception, logs the error and returns kFailed. If memory
/// runs out, prints one line with name, cause and remedy, removes temporary files and exits with kFailed, even if memory runs
/// out before main or in a noexcept function.
/// @param name    name of the program
/// @param remedy  what the user can do if memory runs out
int run_guarded(const char* name, const char* remedy, int (*run)(int argc, char** argv), int argc, char** argv);

}  // namespace navspan::tools
