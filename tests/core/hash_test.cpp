#include "navspan/core/hash.h"

#include <gtest/gtest.h>

#include <string_view>

namespace navspan {
namespace {

std::span<const std::byte> bytes_of(std::string_view s) { return std::as_bytes(std::span(s.data(), s.size())); }

TEST(Hash, Sha256MatchesThePublishedVectors) {
    EXPECT_EQ(sha256_hex(bytes_of("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256_hex(bytes_of("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256_hex(bytes_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256_hex(bytes_of(std::string(1'000'000, 'a'))),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Hash, BytesChain) {
    EXPECT_EQ(hash_bytes(bytes_of("ab")), hash_bytes(bytes_of("b"), hash_bytes(bytes_of("a"))));
    EXPECT_NE(hash_bytes(bytes_of("ab")), hash_bytes(bytes_of("ba")));
}

}  // namespace
}  // namespace navspan
