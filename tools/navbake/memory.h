#pragma once

#include "core/memory.h"
#include "navbake/options.h"

namespace navspan::tools {

constexpr const char* kMemorySetting = "--max-memory";  ///< the flag that raises the memory limit

/// Returns the limit for the estimated memory of the bake [byte]. Without --max-memory, this is half of the machine's memory.
double memory_limit(const NavbakeOptions& options);

/// Returns the memory that reading the input may take: memory_limit.
MemoryBudget reading_budget(const NavbakeOptions& options);

}  // namespace navspan::tools
