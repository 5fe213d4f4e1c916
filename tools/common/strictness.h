#pragma once

// Which warnings are errors: --strict, --allow and --deny.

#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/exclusions.h"
#include "navspan/core/warning.h"

namespace navspan::tools {

struct Strictness {
    bool strict = false;             ///< every warning is an error
    std::vector<std::string> allow;  ///< codes that are not errors under `strict`
    std::vector<std::string> deny;   ///< codes that are errors even without `strict`
};

/// Adds the three flags. An unknown code is an error that lists the most similar codes.
void add_strictness_flags(CommandLine& line, Strictness& strictness);

/// Returns facts for check_exclusions.
std::vector<Fact> strictness_facts(const Strictness& strictness);

/// Returns the reason to refuse a result with these warnings, such as "1 warning under --strict". Returns an empty string if no
/// warning is an error.
std::string refusal(const Strictness& strictness, const Warnings& warnings);

}  // namespace navspan::tools
