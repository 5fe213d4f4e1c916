// Splits a binary glTF file into its chunks.
//
// In: the bytes of a file.
// Out: the JSON chunk and the binary chunk. Other chunks are skipped, as the specification requires.
// Idea: Checks the length of each chunk before reading it.
// Source: Khronos Group, glTF 2.0 specification (2021), chapter 4.
// Weak cases: none known.

#include "io/gltf/chunks.h"

#include <string_view>


#include "core/text.h"
#include "io/gltf/glb_layout.h"

namespace navspan {
namespace {

uint32_t word_at(std::span<const std::byte> bytes, size_t at) {
    uint32_t word = 0;
    for (size_t i = 0; i < 4; ++i)
        word |= uint32_t(bytes[at + i]) << (8 * i);
    return word;
}

// Checks the header of a binary file. Returns an error message, or an empty string.
std::string header_error(std::span<const std::byte> bytes) {
    if (bytes.size() < 20) return "the file ends inside its header; copy or export it again";
    if (word_at(bytes, 4) != 2) {
        return "version " + std::to_string(word_at(bytes, 4)) + " of GLB is not supported; export as glTF 2.0";
    }
    if (word_at(bytes, 8) != bytes.size()) {
        return "the file has " + std::to_string(bytes.size()) + " bytes, but its header says " +
               std::to_string(word_at(bytes, 8)) + "; copy or export it again";
    }
    return {};
}

}  // namespace

Result<GltfChunks> split_gltf(const std::string& name, std::span<const std::byte> bytes) {
    const auto broken = [&](const std::string& what) { return Error{ErrorKind::input, name + ": " + what}; };
    if (bytes.size() < 4 || word_at(bytes, 0) != kGlbMagic) {
        // a .glb file may contain JSON text
        const bool is_text = bytes.empty() || std::string_view("{ \t\r\n").find(char(bytes[0])) != std::string_view::npos;
        if (has_suffix(name, ".glb") && !is_text) return broken("the file does not start with glTF; this is not a GLB file");
        return GltfChunks{.json = bytes, .binary = {}};
    }
    if (const std::string wrong = header_error(bytes); !wrong.empty()) return broken(wrong);
    GltfChunks chunks;
    for (size_t at = 12; at < bytes.size();) {
        const std::span rest = bytes.subspan(at);
        if (rest.size() < 8 || word_at(rest, 0) > rest.size() - 8) {
            return broken("the chunk at byte " + std::to_string(at) + " extends past the end of the file");
        }
        const std::span chunk = rest.subspan(8, word_at(rest, 0));
        const uint32_t type = word_at(rest, 4);
        if ((at == 12) != (type == kJsonChunk)) return broken("the first chunk, and no other, must be JSON");
        if (type == kJsonChunk) chunks.json = chunk;
        if (type == kBinaryChunk && chunks.binary.empty()) chunks.binary = chunk;
        at += 8 + chunk.size();
    }
    return chunks;
}

}  // namespace navspan
