#pragma once

#include <cstdint>

namespace navspan {

/// "None" where an index or a number of 32 bits is expected.
constexpr uint32_t kNoIndex = 0xffffffffu;

}  // namespace navspan
