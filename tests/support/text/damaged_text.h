#pragma once

#include <string>
#include <string_view>

#include "support/text/random.h"

namespace navspan::support {

/// A text with the first place where it says `from` changed; it must say so.
std::string with(std::string text, std::string_view from, std::string_view to);

/// What random changes do to a text.
struct TextDamage {
    std::string_view letters;  ///< new letters are mostly of these, now and then any byte
    int most_changes = 3;      ///< there is at least one
};

/// A text in which letters were replaced or put in, and pieces taken out or said again.
std::string damaged(std::string text, Random& random, const TextDamage& damage);

}  // namespace navspan::support
