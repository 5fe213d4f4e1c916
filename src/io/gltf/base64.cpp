// Decodes base64.
//
// In: base64 text.
// Out: the decoded bytes, or nothing if the text is not valid.
// Idea: Each character encodes 6 bits, so 4 characters encode 3 bytes.
// Source: Josefsson, RFC 4648 (2006), section 4.
// Weak cases: none known.

#include "io/gltf/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace navspan {
namespace {

constexpr uint8_t kNoDigit = 64;  // marks non-digits; digits are below 64

// Value of each base64 digit; kNoDigit for all other characters.
constexpr std::array<uint8_t, 256> kBase64Digits = [] {
    constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::array<uint8_t, 256> digits{};
    digits.fill(kNoDigit);
    for (size_t i = 0; i < kAlphabet.size(); ++i)
        digits[uint8_t(kAlphabet[i])] = uint8_t(i);
    return digits;
}();

}  // namespace

std::optional<std::vector<std::byte>> decode_base64(std::string_view text) {
    if (text.size() % 4 == 0 && text.ends_with('=')) text.remove_suffix(text.ends_with("==") ? 2 : 1);
    if (text.size() % 4 == 1) return {};
    std::vector<std::byte> bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    unsigned all_bits = 0;
    for (size_t i = 0; i < text.size(); i += 4) {
        const size_t count = std::min(text.size() - i, size_t{4});
        unsigned group = 0;
        for (size_t k = 0; k < 4; ++k) {
            const unsigned digit = k < count ? kBase64Digits[uint8_t(text[i + k])] : 0;
            all_bits |= digit;
            group = group << 6 | digit;
        }
        for (size_t k = 0; k + 1 < count; ++k)
            bytes.push_back(std::byte(group >> (16 - 8 * k) & 0xff));
    }
    if (all_bits & kNoDigit) return {};
    return bytes;
}

}  // namespace navspan
