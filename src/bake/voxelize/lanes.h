#pragma once

#include "core/simd.h"

namespace navspan {

using Lanes = I16x8;
using HeightLanes = U16x8;
using ByteLanes = U8x8;
using FourFloats = F32x4;
using FourInts = I32x4;
using FourWords = U32x4;
constexpr uint64_t kOnes = kByteOnes;

inline Lanes all_lanes(int32_t value) {
    return splat<Lanes>(value);
}

}  // namespace navspan
