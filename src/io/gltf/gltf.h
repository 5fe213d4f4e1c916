#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan {

/// Reads the default scene of a glTF 2.0 file, text or binary, into a triangle soup. Each node with a mesh adds an instance
/// with the node's world transform. Mirrored instances get reversed winding, so that upper sides stay walkable. A triangle's
/// group has the node's name as object, the mesh's name as group and the material's name as material.
/// Buffers may be in the file, in data URIs or in separate files. LoadedScene::files lists the glTF file, then the separate
/// files. Checks all indices, and that each accessor lies inside its view and buffer.
/// Warnings: "gltf_no_surface" for primitives that consist of points or lines or have no positions; "gltf_other_scene" for
/// nodes that have a mesh but are outside the default scene; "gltf_posed" for skinned nodes, and for meshes with morph targets
/// (neither skins nor morph targets are applied).
/// Error (input): the file is damaged, is not glTF 2.0, is compressed (Draco, meshopt), uses a sparse accessor or the extension
/// EXT_mesh_gpu_instancing, has a coordinate that is beyond kMaxCoordinate or not finite, or has no triangles. The message
/// contains file and position.
/// Error (usage): the scale is not a positive number.
/// Error (failed): the file needs more memory than options.max_bytes. This is checked before the memory is allocated.
Result<LoadedScene> load_gltf(const std::string& path, const SceneOptions& options = {});

/// Reads the bytes of a glTF file in the same way as load_gltf.
/// @param folder  folder of separate buffer files; nullopt: separate buffer files are errors
Result<LoadedScene> parse_gltf(const std::string& name, std::span<const std::byte> bytes, const SceneOptions& options = {},
                               const std::optional<std::string>& folder = {});

}  // namespace navspan
