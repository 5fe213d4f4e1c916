#pragma once

// Which warnings are errors: --strict, --allow and --deny.

#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/exclusions.h"
#include "navspan/core/warning.h"

namespace navspan::tools {

struct Strictness {
    bool strict = false;             ///< treat every warning as an error
    std::vector<std::string> allow;  ///< codes exempt from `strict`
    std::vector<std::string> deny;   ///< codes that are always errors
};

/// Adds the flags --strict, --allow and --deny. For an unknown code, the error lists similar codes.
void add_strictness_flags(CommandLine& line, Strictness& strictness);

/// Returns the facts that check_exclusions needs about the three flags.
std::vector<Fact> strictness_facts(const Strictness& strictness);

/// Returns the reason to refuse a result with these warnings ("1 warning under --strict"), or an empty string.
std::string refusal(const Strictness& strictness, const Warnings& warnings);

}  // namespace navspan::tools
