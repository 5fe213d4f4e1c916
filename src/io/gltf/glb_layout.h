#pragma once

#include <cstdint>

namespace navspan {

// Magic numbers of a binary glTF file.
constexpr uint32_t kGlbMagic = 0x46546c67, kJsonChunk = 0x4e4f534a, kBinaryChunk = 0x004e4942;

}  // namespace navspan
