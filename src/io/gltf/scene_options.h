#pragma once

#include <cstdint>

#include "core/memory.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan {

/// A scene has at most this many vertices and at most this many triangles, because their indices have 32 bits.
constexpr uint64_t kMaxSoupElements = 0xffffffffu;

/// Checks the scale. Error (usage): the scale is not a finite number above 0.
Status check_scale(const SceneOptions& options);

/// Returns the memory that the readers may take. @param more  memory in use, in addition to options.bytes_in_use [byte]
MemoryBudget reading_budget(const SceneOptions& options, double more = 0);

/// Returns the memory of a soup with the given numbers of vertices and triangles, without the names of groups [byte].
double soup_bytes(double vertices, double triangles);

/// Gives all triangles the default area. Reverses their corners if the options require it.
void finish_soup(TriangleSoup& soup, const SceneOptions& options);

}  // namespace navspan
