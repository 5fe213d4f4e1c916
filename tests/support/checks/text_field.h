#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "navspan/bake/compact_heightfield.h"

namespace navspan::support {

/// Draws one value per open span as text, for the messages of failing tests. Picture k shows the k-th open span of every cell,
/// lowest first. x points to the right and z down. A cell with fewer open spans is ".". Suits fields up to about 60 cells wide.
/// @param value  returns the text of an open span: a few characters
std::string text_of_field(const CompactHeightfield& field, const std::function<std::string(uint32_t)>& value);

/// Draws one number per open span, for example areas or distances.
template <class Numbers>
std::string text_of_numbers(const CompactHeightfield& field, const Numbers& numbers) {
    return text_of_field(field, [&](uint32_t i) { return std::to_string(numbers[i]); });
}

}  // namespace navspan::support
