#pragma once

#include <array>
#include <string>
#include <vector>

#include "common/scene_input.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// A start and a goal, as floats, so that both libraries get the same input.
struct PathPair {
    std::array<float, 3> from{}, to{};
    std::array<float, 3> ground_from{}, ground_to{};  ///< points on the surface right below
    double shortest = -1;                             ///< shortest length, if the file has it [wu]
};
inline DVec3 wide(const std::array<float, 3>& p) {
    return {p[0], p[1], p[2]};
}

/// A .nav or .mesh file, or an .obj baked with the default config.
Result<NavMesh> load_level(const std::string& path, const SceneFlags& flags);

/// Returns random starts and goals, uniform over the ground by area, slightly above the surface, each pair on one island if
/// possible. The same seed gives the same pairs on every machine.
std::vector<PathPair> random_pairs(const NavMesh& mesh, int count, uint64_t seed);

/// Starts, goals and lengths from a file: lines of `start_x start_y goal_x goal_y length`; (x, y) is (x, 0, -y).
Result<std::vector<PathPair>> read_pairs(const std::string& path);

}  // namespace navspan::tools
