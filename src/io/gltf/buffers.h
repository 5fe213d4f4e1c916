#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "core/memory.h"
#include "io/gltf/model.h"
#include "navspan/core/result.h"

namespace navspan {

/// Where the buffers of a glTF file may be.
struct GltfBufferSource {
    std::span<const std::byte> binary;  ///< the binary chunk of the file
    std::optional<std::string> folder;  ///< folder of the file; nullopt: a buffer in a separate file is an error
    bool hash = false;                  ///< true: computes the SHA-256 of separate files
};

/// Locates the bytes of all buffers. Buffers in separate files and in data URIs are read into memory; model.files lists the
/// files. Adds the memory of these buffers to budget.used. Error (input): a buffer is missing, is too short, or has an invalid
/// URI. Error (failed): the buffers need more memory than the budget allows.
Status read_buffers(const GltfBufferSource& source, GltfModel& model, MemoryBudget& budget);

}  // namespace navspan
