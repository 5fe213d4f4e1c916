#include "navbake/memory.h"

#include <algorithm>

namespace navspan::tools {

double memory_limit(const NavbakeOptions& options) {
    return options.max_memory ? double(options.max_memory) : memory_limit_bytes() / 2;
}

MemoryBudget reading_budget(const NavbakeOptions& options) {
    return {.bytes = std::min(memory_limit(options), memory_limit_bytes()), .setting = kMemorySetting};
}

}  // namespace navspan::tools
