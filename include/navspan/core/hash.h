#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace navspan {

/// 64-bit FNV-1a over bytes: fingerprints and checksums, no defence against malice. Chain by passing the previous hash.
uint64_t hash_bytes(std::span<const std::byte> bytes, uint64_t hash = 0xcbf29ce484222325u);

/// SHA-256 as 64 lower-case hex digits. Source: FIPS 180-4, Secure Hash Standard (2015).
std::string sha256_hex(std::span<const std::byte> bytes);

}  // namespace navspan
