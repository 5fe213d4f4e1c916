#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "navspan/bake/compact_heightfield.h"

namespace navspan::support {

/// Draws a value per open span as text: one picture per storey (first, second, ... open span of a cell from below), x to the
/// right and z downwards, "." where a cell has no such span. For failing tests; meant for fields up to about 60 cells wide.
/// @param value  the text of an open span, at most a few characters
std::string text_of_field(const CompactHeightfield& field, const std::function<std::string(uint32_t)>& value);

/// The same for numbers, for example areas or distances.
template <class Numbers>
std::string text_of_numbers(const CompactHeightfield& field, const Numbers& numbers) {
    return text_of_field(field, [&](uint32_t i) { return std::to_string(numbers[i]); });
}

}  // namespace navspan::support
