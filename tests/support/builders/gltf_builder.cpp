#include "support/builders/gltf_builder.h"

#include <algorithm>

namespace navspan::support {
namespace {

void add_word(std::string& bytes, uint64_t word) {
    for (int shift = 0; shift < 32; shift += 8)
        bytes += char(word >> shift & 0xff);
}

void add_big_word(std::string& bytes, uint32_t word) {
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += char(word >> shift & 0xff);
}

std::vector<std::byte> as_bytes(const std::string& text) {
    std::vector<std::byte> bytes(text.size());
    std::transform(text.begin(), text.end(), bytes.begin(), [](char c) { return std::byte(c); });
    return bytes;
}

uint32_t crc_of(const std::string& text) {
    uint32_t crc = 0xffffffffu;
    for (const char c : text) {
        crc ^= uint8_t(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

void add_chunk(std::string& png, const std::string& type, const std::string& data) {
    add_big_word(png, uint32_t(data.size()));
    png += type + data;
    add_big_word(png, crc_of(type + data));
}

// Encodes data in the zlib format with uncompressed blocks.
std::string stored(const std::string& data) {
    std::string out = "\x78\x01";
    for (size_t at = 0; at < data.size() || at == 0; at += 65535) {
        const size_t n = std::min(data.size() - at, size_t{65535});
        out += char(at + n == data.size());
        for (const size_t word : {n, ~n})
            out += {char(word & 0xff), char(word >> 8 & 0xff)};
        out += data.substr(at, n);
    }
    uint32_t a = 1, b = 0;
    for (const char c : data)
        a = (a + uint8_t(c)) % 65521, b = (b + a) % 65521;
    add_big_word(out, b << 16 | a);
    return out;
}

}  // namespace

std::vector<std::byte> glb_file(std::string json, const std::string& binary) {
    json.append((4 - json.size() % 4) % 4, ' ');
    const std::string padding((4 - binary.size() % 4) % 4, '\0');
    std::string file = "glTF";
    add_word(file, 2);
    add_word(file, 20 + json.size() + (binary.empty() ? 0 : 8 + binary.size() + padding.size()));
    add_word(file, json.size());
    file += "JSON" + json;
    if (!binary.empty()) {
        add_word(file, binary.size() + padding.size());
        file += std::string("BIN\0", 4) + binary + padding;
    }
    return as_bytes(file);
}

std::vector<std::byte> png_file(uint32_t width, uint32_t height, const std::vector<uint16_t>& samples, uint8_t depth,
                                uint8_t color_type) {
    std::string header;
    add_big_word(header, width);
    add_big_word(header, height);
    header += {char(depth), char(color_type), 0, 0, 0};
    std::string data;
    for (size_t i = 0; i < samples.size(); ++i) {
        if (i % width == 0) data += '\0';
        data += {char(samples[i] >> 8), char(samples[i] & 0xff)};
    }
    std::string png = "\x89PNG\r\n\x1a\n";
    add_chunk(png, "IHDR", header);
    add_chunk(png, "IDAT", stored(data));
    add_chunk(png, "IEND", "");
    return as_bytes(png);
}

}  // namespace navspan::support
