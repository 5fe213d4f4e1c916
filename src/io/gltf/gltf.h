#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan {

/// Reads the default scene of a glTF 2.0 file, text or binary, into a soup: each mesh wherever a node places it, transforms of
/// nodes multiplied up to the root; a transform that mirrors turns triangles over, so that their upper side stays up. The
/// node's name is the group's object, the mesh's name its group, and the material's name its material. Buffers may be in the
/// file, in data URIs or in files beside it, which are listed after it in LoadedScene::files. Positions may be of any component
/// type. Indices are checked, and every accessor against its view and buffer. Warnings: "gltf_no_surface" for primitives of
/// points and lines, "gltf_other_scene" for nodes with a mesh that the default scene does not show, "gltf_posed" for meshes
/// that a skin would bend or morph targets would change: they are read as they are stored. Error (input): damaged, not
/// glTF 2.0, compressed (Draco, meshopt), a sparse accessor in use, instanced by an extension, coordinates that are not finite
/// or beyond kMaxCoordinate, no triangles; the message names the file and the place in it. Error (usage): the scale is not a
/// positive number. Error (failed), before anything is made of the file: its triangles would take more than
/// options.max_gltf_bytes.
Result<LoadedScene> load_gltf(const std::string& path, const SceneOptions& options = {});

/// The same for a file that is already in memory; buffers in other files are refused.
Result<LoadedScene> parse_gltf(const std::string& name, std::span<const std::byte> bytes, const SceneOptions& options = {});

}  // namespace navspan
