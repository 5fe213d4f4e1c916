#include "navspan/core/hash.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <set>
#include <string_view>

#include "support/text/bytes.h"

namespace navspan {
namespace {

using support::text_bytes;

TEST(Hash, Sha256MatchesThePublishedVectors) {
    EXPECT_EQ(sha256_hex(text_bytes("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256_hex(text_bytes("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256_hex(text_bytes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256_hex(text_bytes(std::string(1'000'000, 'a'))),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Hash, ChainedHashEqualsTheHashOfAllBytes) {
    EXPECT_EQ(hash_bytes(text_bytes("ab")), hash_bytes(text_bytes("b"), hash_bytes(text_bytes("a"))));
    EXPECT_NE(hash_bytes(text_bytes("ab")), hash_bytes(text_bytes("ba")));
}

Hash128 hash_of(std::initializer_list<uint64_t> words) {
    Hasher128 hasher;
    for (const uint64_t word : words)
        hasher.add(word);
    return hasher.finish();
}

TEST(Hash128, IsTheSameOnEveryMachine) {
    EXPECT_EQ(to_hex(hash_of({})), "22a61ba7f80f5303a24f21cd4543fffb");
    Hasher128 hasher;
    hasher.add(text_bytes("navigation"));
    hasher.add(0.3);
    hasher.add(-7);
    EXPECT_EQ(to_hex(hasher.finish()), "e16e60f5ed4aab1ba544d87062514371");
}

TEST(Hash128, DependsOnOrderLengthAndEveryBit) {
    EXPECT_EQ(hash_of({1, 2}), hash_of({1, 2}));
    EXPECT_NE(hash_of({1, 2}), hash_of({2, 1}));
    EXPECT_NE(hash_of({0}), hash_of({0, 0}));
    Hasher128 apart, together;
    apart.add(text_bytes("ab")), apart.add(text_bytes("c"));
    together.add(text_bytes("a")), together.add(text_bytes("bc"));
    EXPECT_NE(apart.finish(), together.finish());
    // Each input is nine words with a single set bit. The upper halves of all hashes must differ. The lower halves must differ,
    // too.
    std::set<uint64_t> high, low;
    for (size_t bit = 0; bit < 9 * 64; ++bit) {
        Hasher128 hasher;
        for (size_t word = 0; word < 9; ++word)
            hasher.add(bit / 64 == word ? uint64_t{1} << bit % 64 : uint64_t{0});
        high.insert(hasher.finish().high);
        low.insert(hasher.finish().low);
    }
    EXPECT_EQ(high.size(), 9u * 64);
    EXPECT_EQ(low.size(), 9u * 64);
}

}  // namespace
}  // namespace navspan
