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

// Renames the loader's namespace. Otherwise a program that contains its own copy of tinygltf could not link with this library.
#define tinygltf navspan_tinygltf
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_INCLUDE_JSON
#include <tiny_gltf.h>

namespace navspan {

/// A glTF file as tinygltf reads it, without the parts that a bake does not use.
struct GltfModel {
    tinygltf::Model model;
    std::vector<InputFile> files;  ///< separate files that contain buffers
    PruneResult notes;
};

/// Reads the tables of a file and the bytes of its buffers. Checks that values have the types that the specification requires,
/// but does not check indices. Error (input): see load_gltf.
/// @param folder  folder of the buffer files; if nullopt, a buffer file is an error
Result<GltfModel> read_gltf_model(const std::string& name, std::span<const std::byte> bytes,
                                  const std::optional<std::string>& folder, bool hash);

}  // namespace navspan
