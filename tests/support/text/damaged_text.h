#pragma once

#include <string>
#include <string_view>

#include "support/text/random.h"

namespace navspan::support {

/// Returns the text with the first occurrence of `from` replaced by `to`. `from` must occur in the text.
std::string with(std::string text, std::string_view from, std::string_view to);

/// The random changes that `damaged` makes.
struct TextDamage {
    std::string_view letters;  ///< most inserted letters are from this set, some are arbitrary bytes
    int most_changes = 3;      ///< at least one change is made
};

/// Replaces or inserts random letters, and erases or duplicates random parts of the text.
std::string damaged(std::string text, Random& random, const TextDamage& damage);

}  // namespace navspan::support
