#pragma once

#include <string>
#include <vector>

#include "navspan/core/result.h"

namespace navspan::tools {

/// Time and memory of a process from start to end.
struct ChildUse {
    double cpu_ms = 0;     ///< user and system time of all threads [ms]
    double wall_ms = 0;    ///< wall-clock time [ms]
    double megabytes = 0;  ///< peak resident memory [MB]
};

/// Runs a program, discards its output and waits for its end. Error (failed): the program cannot be started, or its exit code
/// is not 0; the message has the whole command.
///
/// The new process starts as a copy of the caller. Therefore `megabytes` is valid only if the caller's heap is smaller than the
/// program's memory.
/// @param command  path of the program, then its arguments
Result<ChildUse> run_child(const std::vector<std::string>& command);

}  // namespace navspan::tools
