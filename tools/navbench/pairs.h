#pragma once

#include <array>
#include <string>
#include <vector>

#include "common/scene_input.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// A start and a goal. Floats, because both libraries must get the same input and Detour takes floats.
struct PathPair {
    std::array<float, 3> from{}, to{};  ///< [wu]
    /// Start and goal for comparisons of path lengths [wu]: the surface points below `from` and `to`. In a pair that was read
    /// from a file, they equal `from` and `to`.
    std::array<float, 3> ground_from{}, ground_to{};
    double shortest = -1;  ///< published length of the shortest path [wu]; -1: unknown
};
inline DVec3 wide(const std::array<float, 3>& p) {
    return {p[0], p[1], p[2]};
}

/// Loads a mesh from a .nav file or from any input of navbake. Geometry, such as .obj, is baked with the default config.
Result<NavMesh> load_level(const std::string& path, const SceneFlags& flags);

/// Returns random starts and goals slightly above the surface, uniform by area. Start and goal are on the same island, unless
/// 1000 attempts fail. The same seed gives the same pairs on every machine. Uses only the first tile.
std::vector<PathPair> random_pairs(const NavMesh& mesh, int count, uint64_t seed);

/// Reads a file with lines `start_x start_y goal_x goal_y length`. Point (x, y) of the file is (x, 0, -y) in the world.
Result<std::vector<PathPair>> read_pairs(const std::string& path);

}  // namespace navspan::tools
