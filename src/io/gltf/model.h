#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/gltf/prune.h"
#include "navspan/core/result.h"
#include "navspan/io/scene.h"

// renamed, so that a program with its own copy of the loader links with this library
#define tinygltf navspan_tinygltf
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_INCLUDE_JSON
#include <tiny_gltf.h>

namespace navspan {

/// A glTF file as tinygltf reads it, without the parts that a bake does not use.
struct GltfModel {
    tinygltf::Model model;
    std::vector<InputFile> files;  ///< files of the buffers
    PruneResult notes;
};

/// Reads the tables of a file and the bytes of its buffers. Values have the types that the specification requires; indices are
/// not checked. @param folder  of the buffers' files; if empty, such files are errors
/// Error (input): see load_gltf.
Result<GltfModel> read_gltf_model(const std::string& name, std::span<const std::byte> bytes,
                                  const std::optional<std::string>& folder, bool hash);

}  // namespace navspan
