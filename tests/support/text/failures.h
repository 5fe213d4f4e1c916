#pragma once

#include <string>

#include "navspan/check/nav_mesh.h"

namespace navspan::support {

/// The broken laws of a report, a line each; empty when there is none.
inline std::string failures_of(const CheckReport& report) {
    std::string text;
    for (const std::string& line : report.failures)
        text += line + "\n";
    return text;
}

}  // namespace navspan::support
