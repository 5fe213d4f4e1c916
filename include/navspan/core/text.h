#pragma once

#include <cstddef>
#include <string_view>

namespace navspan {

/// How many letters must be changed, added, dropped or swapped with their neighbour to turn a into b, ignoring case.
/// Source: Damerau, A technique for computer detection and correction of spelling errors (1964).
size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace navspan
