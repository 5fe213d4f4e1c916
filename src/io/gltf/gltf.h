#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan {

/// Reads the default scene of a glTF 2.0 file, text or binary, into a triangle soup. Each node with a mesh adds an instance of
/// the mesh with the node's world transform. If the transform mirrors an instance, the winding of its triangles is reversed, so
/// that the upper sides stay walkable. A triangle's group has the node's name as object, the mesh's name as group and the
/// material's name as material.
/// Buffers may be in the file, in data URIs or in separate files. LoadedScene::files lists the separate files after the glTF
/// file. Checks all indices, and that each accessor lies inside its view and buffer.
/// Warnings: "gltf_no_surface" for primitives of points or lines or without positions, "gltf_other_scene" for nodes with a mesh
/// outside the default scene, "gltf_posed" for nodes with skins and meshes with morph targets, which are not applied.
/// Error (input): the file is damaged, is not glTF 2.0, is compressed (Draco, meshopt), uses a sparse accessor, uses the
/// extension EXT_mesh_gpu_instancing, has a coordinate that is not finite or beyond kMaxCoordinate, or has no triangles. The
/// message contains file and position.
/// Error (usage): the scale is not a positive number.
/// Error (failed): the file needs more memory than options.max_bytes. This is checked before the memory is allocated.
Result<LoadedScene> load_gltf(const std::string& path, const SceneOptions& options = {});

/// Reads the bytes of a glTF file in the same way as load_gltf.
/// @param folder  folder of the buffers that are separate files; nullopt: a buffer in a separate file is an error
Result<LoadedScene> parse_gltf(const std::string& name, std::span<const std::byte> bytes, const SceneOptions& options = {},
                               const std::optional<std::string>& folder = {});

}  // namespace navspan
