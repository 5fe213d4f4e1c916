#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan {

/// Reads the default scene of a glTF 2.0 file, text or binary, into a soup. Each node with a mesh adds an instance with the
/// node's world transform; triangles of mirrored instances are reversed, so that their upper side stays up. The group has the
/// node's name as object, the mesh's name as group and the material's name as material. Buffers may be in the file, in data
/// URIs or in separate files, which follow it in LoadedScene::files. Positions may have any component type. Indices are
/// checked, and every accessor against its view and buffer. Warnings: "gltf_no_surface" for primitives of points and lines,
/// "gltf_other_scene" for nodes with a mesh outside the default scene, "gltf_posed" for meshes with skins or morph targets,
/// which are not applied. Error (input), with file and position: damaged, not glTF 2.0, compressed (Draco, meshopt), a sparse
/// accessor in use, instanced by an extension, coordinates that are not finite or beyond kMaxCoordinate, no triangles. Error
/// (usage): the scale is not a positive number. Error (failed): the triangles would take more than options.max_gltf_bytes; this
/// is checked before they are allocated.
Result<LoadedScene> load_gltf(const std::string& path, const SceneOptions& options = {});

/// The same for a file in memory; buffers in other files are errors.
Result<LoadedScene> parse_gltf(const std::string& name, std::span<const std::byte> bytes, const SceneOptions& options = {});

}  // namespace navspan
