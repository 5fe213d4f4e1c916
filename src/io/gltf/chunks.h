#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "navspan/core/result.h"

namespace navspan {

/// The parts of a glTF file, as views of its bytes.
struct GltfChunks {
    std::span<const std::byte> json;    ///< the JSON text; in a text file: the whole file
    std::span<const std::byte> binary;  ///< the binary chunk (first buffer); may be empty
};

/// Splits a glTF file, text or binary, into its parts. Error (input): the header or a chunk of a binary file is damaged, or the
/// name ends in .glb and the bytes are neither binary glTF nor text.
Result<GltfChunks> split_gltf(const std::string& name, std::span<const std::byte> bytes);

}  // namespace navspan
