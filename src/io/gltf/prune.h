#pragma once

#include <string>
#include <vector>

#include "io/config/json.h"
#include "navspan/core/result.h"

namespace navspan {

/// Facts about the removed parts of the tables.
struct PruneResult {
    std::vector<std::string> posed;  ///< nodes with skins and meshes with morph targets
    std::vector<bool> sparse;        ///< per accessor: it has sparse values
};

/// Facts about a glTF file outside its JSON.
struct GltfFile {
    std::string name;         ///< of the file, for messages
    bool has_binary = false;  ///< it has a binary chunk, the data of the first buffer
};

/// Removes the parts of a file's tables that a bake does not use and checks the rest: every value has the type that the
/// specification requires; indices are not checked. Error (input): see load_gltf.
Status prune_gltf(Json& json, const GltfFile& file, PruneResult& notes);

/// Returns a text in quotes for a message, cut and without unprintable characters.
std::string gltf_quoted(const std::string& text);

}  // namespace navspan
