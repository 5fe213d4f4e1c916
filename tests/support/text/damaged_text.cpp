#include "support/text/damaged_text.h"

#include <gtest/gtest.h>

namespace navspan::support {

std::string with(std::string text, std::string_view from, std::string_view to) {
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string damaged(std::string text, Random& random, const TextDamage& damage) {
    for (int change = random.between(1, damage.most_changes); change > 0; --change) {
        const auto at = size_t(random.between(0, int32_t(text.size())));
        const char letter = random.chance(0.9) ? damage.letters[size_t(random.between(0, int32_t(damage.letters.size()) - 1))]
                                               : char(random.between(-128, 127));
        switch (random.between(0, 5)) {
            case 0:
                text.insert(at, 1, letter);
                break;
            case 1:
                text.erase(at, size_t(random.between(1, 9)));
                break;
            case 2:
                text.insert(at, text.substr(size_t(random.between(0, int32_t(text.size()))), 12));
                break;
            default:
                if (at < text.size()) text[at] = letter;
        }
    }
    return text;
}

}  // namespace navspan::support
