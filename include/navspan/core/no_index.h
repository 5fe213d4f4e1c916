#pragma once

#include <cstdint>

namespace navspan {

/// Index value that means "no element".
constexpr uint32_t kNoIndex = 0xffffffffu;

}  // namespace navspan
