#pragma once

#include <string>

#include "navspan/check/nav_mesh.h"

namespace navspan::support {

/// Returns the failures of a report, one per line. An empty string means that there are none.
inline std::string failures_of(const CheckReport& report) {
    std::string text;
    for (const std::string& line : report.failures)
        text += line + "\n";
    return text;
}

}  // namespace navspan::support
