#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "core/memory.h"
#include "io/gltf/model.h"
#include "navspan/core/result.h"

namespace navspan {

/// Possible locations of the buffers of a glTF file.
struct GltfBufferSource {
    std::span<const std::byte> binary;  ///< the binary chunk of the file
    std::optional<std::string> folder;  ///< folder of the file; nullopt: separate buffer files are errors
    bool hash = false;                  ///< true: compute the SHA-256 of separate files
};

/// Locates the bytes of all buffers. Reads separate files and data URIs into memory, adds their size to budget.used, and lists
/// the files in model.files. Error (input): a buffer is missing, is too short, or has an invalid URI. Error (failed): the
/// buffers need more memory than the budget allows.
Status read_buffers(const GltfBufferSource& source, GltfModel& model, MemoryBudget& budget);

}  // namespace navspan
