#include "navbake/memory.h"

#include <algorithm>

#include "navbake/check_options.h"

namespace navspan::tools {

std::string memory_setting(const NavbakeOptions& options) {
    return options.shard || streams(options) ? "--max-memory" : "";
}

double memory_limit(const NavbakeOptions& options) {
    if (options.max_memory) return double(options.max_memory);
    return memory_limit_bytes() * (options.shard || streams(options) ? 0.5 : 2.0);
}

MemoryBudget reading_budget(const NavbakeOptions& options) {
    return {.bytes = std::min(memory_limit(options), memory_limit_bytes()), .setting = memory_setting(options)};
}

}  // namespace navspan::tools
