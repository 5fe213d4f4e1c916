#pragma once

#include <string>
#include <vector>

#include "io/config/json.h"
#include "navspan/core/result.h"

namespace navspan {

/// What the tables said that the loader does not need to know.
struct PruneResult {
    std::vector<std::string> posed;  ///< nodes and meshes that skins or morph targets would change
    std::vector<bool> sparse;        ///< per accessor: it has values beside those of its view
};

/// What is known of a glTF file besides its JSON.
struct GltfFile {
    std::string name;         ///< what messages call it
    bool has_binary = false;  ///< a chunk that is the first buffer's data
};

/// Takes out of a file's tables what a bake has no use for, and checks what is left: every value has the type that the format
/// gives it, but indices may lead anywhere. Error (input): see load_gltf.
Status prune_gltf(Json& json, const GltfFile& file, PruneResult& notes);

/// A text in quotes as a message can show it.
std::string gltf_quoted(const std::string& text);

}  // namespace navspan
