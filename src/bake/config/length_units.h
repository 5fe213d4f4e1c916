#pragma once

#include <array>
#include <string_view>

namespace navspan {

/// A unit of input files.
struct LengthUnit {
    std::string_view name;  ///< as in the flag --units
    double metres;          ///< length in metres
};

constexpr std::array<LengthUnit, 6> kLengthUnits{
    {{"m", 1}, {"cm", 0.01}, {"mm", 0.001}, {"in", 0.0254}, {"ft", 0.3048}, {"quake", 0.3048 / 16}}};

}  // namespace navspan
