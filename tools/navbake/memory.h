#pragma once

#include <string>

#include "core/memory.h"
#include "navbake/options.h"

namespace navspan::tools {

/// Returns the flag that raises the memory limit. Returns nothing if another option excludes it.
std::string memory_setting(const NavbakeOptions& options);

/// Returns the limit for the estimated memory of the bake [byte]. Without --max-memory, this is half of the machine's memory.
/// If an option needs the whole mesh, the user cannot give --max-memory to raise the limit. The limit is then twice the
/// machine's memory, because the estimate is at most twice the real use.
double memory_limit(const NavbakeOptions& options);

/// Returns the memory that reading the input may take: memory_limit, but at most the machine's memory.
MemoryBudget reading_budget(const NavbakeOptions& options);

}  // namespace navspan::tools
