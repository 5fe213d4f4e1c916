#pragma once

#include "core/memory.h"
#include "navbake/options.h"

namespace navspan::tools {

constexpr const char* kMemorySetting = "--max-memory";  ///< the flag that raises the memory limit

/// Returns the limit for the estimated memory of the bake [byte]: --max-memory or, if it is not given, half of
/// memory_limit_bytes().
double memory_limit(const NavbakeOptions& options);

/// Returns the memory that reading the input may take: memory_limit, but not more than the machine has.
MemoryBudget reading_budget(const NavbakeOptions& options);

}  // namespace navspan::tools
