#pragma once

#include <cstdint>

namespace navspan {

/// Marks a missing index: no element.
constexpr uint32_t kNoIndex = 0xffffffffu;

}  // namespace navspan
