#pragma once

#include <string>
#include <vector>

#include "navspan/core/result.h"

namespace navspan::tools {

/// Time and memory that a process used from its start to its end.
struct ChildUse {
    double cpu_ms = 0;     ///< processor time of all threads, user and system [ms]
    double wall_ms = 0;    ///< wall-clock time [ms]
    double megabytes = 0;  ///< largest resident memory [MB]
};

/// Runs a program and waits for it. Its output is discarded. Error (failed): the program cannot be started, or its exit code is
/// not 0; the message has the whole command.
///
/// The new process starts as a copy of the caller. Until the program is loaded, `megabytes` measures the caller's heap. The
/// measurement is therefore valid only if the caller's heap is smaller than the memory of the program.
/// @param command  path of the program and its arguments
Result<ChildUse> run_child(const std::vector<std::string>& command);

}  // namespace navspan::tools
