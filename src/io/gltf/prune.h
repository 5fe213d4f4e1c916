#pragma once

#include <string>
#include <vector>

#include "core/text.h"
#include "io/config/json.h"
#include "navspan/core/result.h"

namespace navspan {

/// Facts about the removed parts of the tables.
struct PruneResult {
    std::vector<std::string> posed;  ///< nodes with skins and meshes with morph targets
    std::vector<bool> sparse;        ///< per accessor: whether it has sparse values
};

/// Facts about a glTF file that its JSON does not contain.
struct GltfFile {
    std::string name;         ///< name of the file for messages
    bool has_binary = false;  ///< the file has a binary chunk, which is the first buffer
};

/// Removes the parts of a file's tables that a bake does not use. Checks that every remaining value has the type that the
/// specification requires, but does not check indices. Error (input): see load_gltf.
Status prune_gltf(Json& json, const GltfFile& file, PruneResult& notes);

/// Returns the name of an element of a table for messages, such as nodes[3].
std::string gltf_place(const std::string& table, size_t i);

/// Quotes text for a message.
inline std::string gltf_quoted(const std::string& text) {
    return quoted_text(text);
}

}  // namespace navspan
