#pragma once

#include "core/memory.h"
#include "navbake/options.h"

namespace navspan::tools {

constexpr const char* kMemorySetting = "--max-memory";  ///< the flag that raises the memory limit

/// Limit on the estimated memory of the bake [byte]: --max-memory, or half of memory_limit_bytes() by default.
double memory_limit(const NavbakeOptions& options);

/// Limit on the memory for reading the input: memory_limit, but at most the machine's memory.
MemoryBudget reading_budget(const NavbakeOptions& options);

}  // namespace navspan::tools
