#pragma once

#include <string>
#include <string_view>

#include "support/text/random.h"

namespace navspan::support {

/// Returns the text with the first occurrence of `from` replaced by `to`. Requires that `from` occurs in the text.
std::string with(std::string text, std::string_view from, std::string_view to);

/// Options of damaged().
struct TextDamage {
    std::string_view letters;  ///< most inserted letters are from this set; the others are arbitrary bytes
    int most_changes = 3;      ///< maximum number of changes; the minimum is one
};

/// Returns the text with random changes: replaces or inserts letters, and erases or duplicates parts of the text.
std::string damaged(std::string text, Random& random, const TextDamage& damage);

}  // namespace navspan::support
