#pragma once

#include <span>
#include <string_view>

namespace navspan {

/// A warning code, for the documentation and for --allow and --deny.
struct WarningCode {
    std::string_view code;     ///< Warning::code
    std::string_view meaning;  ///< what is wrong or degraded
    std::string_view remedy;   ///< what the user can change
};

/// Returns all warning codes, grouped by subject.
std::span<const WarningCode> warning_codes();

}  // namespace navspan
