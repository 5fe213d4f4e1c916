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

// under a name of our own, so that a program with its own copy of the loader links with this library
#define tinygltf navspan_tinygltf
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_INCLUDE_JSON
#include <tiny_gltf.h>

namespace navspan {

/// A glTF file as its loader gives it, without what a bake has no use for.
struct GltfModel {
    tinygltf::Model model;
    std::vector<InputFile> files;  ///< the buffers' own files
    PruneResult notes;
};

/// Reads the tables of a file and the bytes of its buffers. The types of all values that are kept are as the format says, but
/// indices may lead anywhere. @param folder  where the buffers' files are; nothing: there are none
/// Error (input): see load_gltf.
Result<GltfModel> read_gltf_model(const std::string& name, std::span<const std::byte> bytes,
                                  const std::optional<std::string>& folder, bool hash);

}  // namespace navspan
