#pragma once

#include <string>

#include "io/report/report.h"

namespace navspan::tools {

/// Logs the details of -v after a bake: the input, each stage with its time and result, and the peak memory. Times are summed
/// over all tiles.
/// @param report  report of one agent
/// @param prefix  start of each line; names the agent if there are several
void log_details(const BakeReport& report, const std::string& prefix);

}  // namespace navspan::tools
