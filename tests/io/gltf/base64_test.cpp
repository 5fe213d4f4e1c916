#include "io/gltf/base64.h"

#include <gtest/gtest.h>

#include <string>

#include "support/text/random.h"

namespace navspan {
namespace {

// Returns the decoded bytes as text; "refused" if the text is not base64.
std::string decoded_base64(std::string_view text) {
    const std::optional<std::vector<std::byte>> bytes = decode_base64(text);
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : "refused";
}

// Encodes bytes one bit at a time.
std::string encoded_base64(const std::string& bytes) {
    const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (size_t bit = 0; bit < 8 * bytes.size(); bit += 6) {
        size_t digit = 0;
        for (size_t b = bit; b < bit + 6; ++b)
            digit = 2 * digit + (b < 8 * bytes.size() ? uint8_t(bytes[b / 8]) >> (7 - b % 8) & 1 : 0);
        text += alphabet[digit];
    }
    return text + std::string((4 - text.size() % 4) % 4, '=');
}

TEST(Base64, DecodesTheExamplesOfTheStandard) {
    EXPECT_EQ(decoded_base64(""), "");
    EXPECT_EQ(decoded_base64("Zg=="), "f");
    EXPECT_EQ(decoded_base64("Zm8="), "fo");
    EXPECT_EQ(decoded_base64("Zm9v"), "foo");
    EXPECT_EQ(decoded_base64("Zm9vYg=="), "foob");
    EXPECT_EQ(decoded_base64("Zm9vYmE="), "fooba");
    EXPECT_EQ(decoded_base64("Zm9vYmFy"), "foobar");
}

TEST(Base64, ThePaddingMayBeMissing) {
    EXPECT_EQ(decoded_base64("Zg"), "f");
    EXPECT_EQ(decoded_base64("Zm9vYmE"), "fooba");
}

TEST(Base64, AnyBytesRoundTrip) {
    support::Random random(1);
    for (int32_t size = 0; size < 300; ++size) {
        std::string bytes;
        for (int32_t i = 0; i < size; ++i)
            bytes += char(random.between(-128, 127));
        EXPECT_EQ(decoded_base64(encoded_base64(bytes)), bytes) << size;
    }
}

TEST(Base64, RefusesInvalidText) {
    for (const char* text :
         {"Z", "Zm9vY", "=", "====", "Z===", "Zg=", "Zg===", "Zm8=Zg==", "Zm 9", "Zm9v\n", "Zm9-", "Zm9_", "Zm\xc3\xa9"})
        EXPECT_EQ(decoded_base64(text), "refused") << text;
    EXPECT_EQ(decoded_base64(std::string_view("Zm9\0", 4)), "refused");
}

}  // namespace
}  // namespace navspan
