// Escapes control characters, and bytes that are not UTF-8.

#include <cstdint>
#include <string>
#include <string_view>

#include "core/text.h"

namespace navspan {
namespace {

// Returns the number of bytes of the UTF-8 character at the start of a text; 0 if the character is a control character or not
// valid. Accepts some encodings that UTF-8 does not allow: surrogates, and characters in more bytes than necessary.
size_t character_length(std::string_view text) {
    const auto byte = [&](size_t i) { return i < text.size() ? uint8_t(text[i]) : uint8_t(0); };
    const uint8_t first = byte(0);
    if (first < 0x80) return first >= 0x20 && first != 0x7f;
    const size_t length = first >= 0xf8 ? 0 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
    for (size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
    }
    const bool is_control = first == 0xc2 && byte(1) < 0xa0;
    // U+202A to U+202E and U+2066 to U+2069
    const bool turns = first == 0xe2 && ((byte(1) == 0x80 && byte(2) >= 0xaa && byte(2) <= 0xae) ||
                                         (byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9));
    return is_control || turns ? 0 : length;
}

}  // namespace

std::string printable_text(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    for (size_t i = 0; i < text.size();) {
        if (const size_t length = character_length(text.substr(i)); length > 0) {
            out += text.substr(i, length);
            i += length;
            continue;
        }
        const auto c = uint8_t(text[i++]);
        if (c == '\n')
            out += "\\n";
        else
            out += {'\\', 'x', kDigits[c >> 4], kDigits[c & 15]};
    }
    return out;
}

}  // namespace navspan
