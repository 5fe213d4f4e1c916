#pragma once

#include "io/report/report.h"

namespace navspan::tools {

/// Logs what -v prints after a bake: the input, the time and the result of each stage, and the memory. The times of a stage are
/// summed over all tiles and agents.
void log_details(const BakeReport& report);

}  // namespace navspan::tools
