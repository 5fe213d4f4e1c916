#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace navspan::support {

/// A GLB file of this JSON and binary chunk; no chunk where it is empty.
std::vector<std::byte> glb_file(std::string json, const std::string& binary);

/// The bytes of numbers, one after the other, little-endian.
template <class T>
std::string bytes_of(const std::vector<T>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

/// A PNG of one channel of 16-bit samples (color_type 0), or another kind of header over the same data.
std::vector<std::byte> png_file(uint32_t width, uint32_t height, const std::vector<uint16_t>& samples, uint8_t depth = 16,
                                uint8_t color_type = 0);

}  // namespace navspan::support
