#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace navspan::support {

/// Builds a GLB file. Omits the binary chunk if `binary` is empty.
std::vector<std::byte> glb_file(std::string json, const std::string& binary);

/// Returns the bytes of the numbers in order, little-endian.
template <class T>
std::string bytes_of(const std::vector<T>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

/// Builds a PNG file of 16-bit grey samples. `depth` and `color_type` change only the header, to make invalid files.
std::vector<std::byte> png_file(uint32_t width, uint32_t height, const std::vector<uint16_t>& samples, uint8_t depth = 16,
                                uint8_t color_type = 0);

}  // namespace navspan::support
