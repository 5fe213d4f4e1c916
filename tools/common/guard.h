#pragma once

namespace navspan::tools {

/// Runs a program's main function and returns its exit code. If the function throws an exception, logs the error and returns
/// kFailed. Memory can run out anywhere in a program of this library: also before main, in a destructor or in a function that
/// must not throw. In these cases too, the program prints one line with the name, the cause and the remedy, removes its
/// temporary files and exits with kFailed.
/// @param name    name of the program
/// @param remedy  what the user can do if memory runs out
int run_guarded(const char* name, const char* remedy, int (*run)(int argc, char** argv), int argc, char** argv);

}  // namespace navspan::tools
