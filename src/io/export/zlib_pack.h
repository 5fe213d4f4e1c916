#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace navspan {

constexpr size_t kMaxToPack = size_t{1} << 29;  ///< largest input [byte] that cannot overflow the compressor's int counters

/// Compresses bytes in zlib's format (RFC 1950); browsers call it "deflate". @param bytes  at most kMaxToPack bytes
std::vector<std::byte> zlib_pack(std::span<const std::byte> bytes);

}  // namespace navspan
