#pragma once

#include <string>

#include "io/report/report.h"

namespace navspan::tools {

/// Logs the details of -v after a bake: the input, time and result of each stage, and the memory. Times are summed over all
/// tiles. @param report  report of one agent @param prefix  start of each line; names the agent if there are several
void log_details(const BakeReport& report, const std::string& prefix);

}  // namespace navspan::tools
