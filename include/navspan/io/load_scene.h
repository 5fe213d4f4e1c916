#pragma once

#include <span>
#include <string>

#include "navspan/core/result.h"
#include "navspan/io/heightmap.h"
#include "navspan/io/obj.h"

namespace navspan {

/// Reads level geometry from files of any kind into one soup, in order, by their suffixes: .gltf and .glb (load_gltf), .png
/// (load_heightmap), anything else is Wavefront OBJ (load_obj). Groups of the same names are one group. Errors: as those say;
/// (input) more vertices or triangles in all than 32 bits count.
Result<LoadedScene> load_scene(std::span<const std::string> paths, const ObjOptions& options,
                               const HeightmapOptions& heightmap);

}  // namespace navspan
