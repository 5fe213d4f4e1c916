// Hashes: FNV-1a (Fowler, Noll, Vo, 1991), SHA-256 (FIPS 180-4, 2015), and a fast 128-bit hash.
//
// The 128-bit hash mixes each word into one of four lanes. If two inputs differ in only one word, their lanes differ, because
// each mixing step is a bijection.

#include "navspan/core/hash.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace navspan {
namespace {

constexpr std::array<uint32_t, 64> kRoundConstants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void mix_block(std::array<uint32_t, 8>& state, const uint8_t* block) {
    std::array<uint32_t, 64> w{};
    for (size_t i = 0; i < 16; ++i) {
        w[i] = uint32_t{block[4 * i]} << 24 | uint32_t{block[4 * i + 1]} << 16 | uint32_t{block[4 * i + 2]} << 8 |
               block[4 * i + 3];
    }
    for (size_t i = 16; i < 64; ++i) {
        const uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
        const uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (size_t i = 0; i < 64; ++i) {
        const uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kRoundConstants[i] + w[i];
        const uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    const std::array<uint32_t, 8> add{a, b, c, d, e, f, g, h};
    for (size_t i = 0; i < 8; ++i)
        state[i] += add[i];
}

}  // namespace

uint64_t hash_bytes(std::span<const std::byte> bytes, uint64_t hash) {
    for (const std::byte b : bytes)
        hash = (hash ^ uint64_t(b)) * 0x100000001b3u;
    return hash;
}

void Sha256::add(std::span<const std::byte> bytes) {
    const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
    size_t done = 0;
    const size_t waiting = size_ % 64;
    size_ += bytes.size();
    if (waiting) {
        done = std::min(bytes.size(), 64 - waiting);
        std::copy_n(data, done, rest_.begin() + ptrdiff_t(waiting));
        if (waiting + done < 64) return;
        mix_block(state_, rest_.data());
    }
    for (; done + 64 <= bytes.size(); done += 64)
        mix_block(state_, data + done);
    std::copy_n(data + done, bytes.size() - done, rest_.begin());
}

std::string Sha256::hex() const {
    // The last one or two blocks contain the remaining bytes, a one bit, zeros, and the length in bits.
    std::array<uint32_t, 8> state = state_;
    std::array<uint8_t, 128> tail{};
    const size_t rest = size_ % 64;
    std::copy_n(rest_.begin(), rest, tail.begin());
    tail[rest] = 0x80;
    const size_t blocks = rest + 9 <= 64 ? 1 : 2;
    const uint64_t bits = size_ * 8;
    for (size_t i = 0; i < 8; ++i)
        tail[blocks * 64 - 1 - i] = uint8_t(bits >> (8 * i));
    for (size_t i = 0; i < blocks; ++i)
        mix_block(state, tail.data() + 64 * i);

    std::string hex;
    for (const uint32_t word : state) {
        for (int shift = 28; shift >= 0; shift -= 4)
            hex += "0123456789abcdef"[word >> shift & 15];
    }
    return hex;
}

std::string sha256_hex(std::span<const std::byte> bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.hex();
}

std::string to_hex(Hash128 hash) {
    std::string hex;
    for (const uint64_t word : {hash.high, hash.low}) {
        for (int shift = 60; shift >= 0; shift -= 4)
            hex += "0123456789abcdef"[word >> shift & 15];
    }
    return hex;
}

void Hasher128::add(std::span<const std::byte> bytes) {
    add_word(bytes.size());
    for (size_t done = 0; done < bytes.size(); done += 8) {
        uint64_t word = 0;
        std::memcpy(&word, bytes.data() + done, std::min<size_t>(8, bytes.size() - done));
        add_word(word);
    }
}

Hash128 Hasher128::finish() const {
    Hash128 hash{mix64(count_), mix64(~count_)};
    for (const uint64_t lane : lanes_) {
        hash.high = mix64(hash.high ^ lane);
        hash.low = mix64(hash.low + std::rotl(lane, 32));
    }
    return hash;
}

}  // namespace navspan
