#pragma once

#include <cstdint>

#include "core/memory.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan {

/// Maximum number of vertices and of triangles in a scene; indices have 32 bits.
constexpr uint64_t kMaxSoupElements = 0xffffffffu;

/// Checks the scale. Error (usage): the scale is not a finite number above 0.
Status check_scale(const SceneOptions& options);

/// Returns the memory budget of a reader. @param more  memory in use besides options.bytes_in_use [byte]
MemoryBudget reading_budget(const SceneOptions& options, double more = 0);

/// Returns the memory of a soup without group names [byte].
double soup_bytes(double vertices, double triangles);

/// Gives all triangles the default area. Reverses the winding if the options require it.
void finish_soup(TriangleSoup& soup, const SceneOptions& options);

}  // namespace navspan
