#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/vec.h"

namespace navspan::bench {

/// Horizontal distance and direction to the nearest wall.
struct WallHit {
    double distance = std::numeric_limits<double>::infinity();  ///< [wu]; infinity if no wall is in reach
    double x = 0, z = 0;                                        ///< vector to the nearest point of the wall [wu]
};

struct WallQuery {
    double x = 0, z = 0;       ///< position [wu]
    double low = 0, high = 0;  ///< only the parts of triangles between these two heights are walls [wu]
    double low_slanted = 0;    ///< replaces `low` for slanted triangles whose top is above `low` [wu]
    double reach = 0;          ///< walls farther than this from (x, z) are ignored [wu]
};

/// The triangles of a level: a reference for measuring baked meshes, independent of voxels.
class Ground {
public:
    /// @param agent  its maximum slope and height define the ground
    /// @param bin    side of the square bins for triangles [wu], > 0
    Ground(const TriangleSoup& soup, const AgentConfig& agent, double bin);

    /// Returns the height of the ground at (point.x, point.z) [wu], or NaN if no walkable triangle covers the position. A
    /// walkable triangle is ground if no other walkable triangle lies above it within the agent's height (the floor below a
    /// desk is not ground). If there are several floors, uses the floor nearest to point.y.
    double height(const DVec3& point) const;

    /// Returns distance and direction to the nearest wall. Triangles that are too steep, that face down or that have the null
    /// area are walls.
    WallHit wall(const WallQuery& query) const;

private:
    struct LevelTriangle {
        std::array<DVec3, 3> corners;
        bool slanted = false;  // faces up and is not nearly vertical
    };
    size_t bin_of(double x, double z) const;
    void add(std::vector<std::vector<uint32_t>>& bins, uint32_t t);

    double headroom_ = 0, bin_ = 1, min_x_ = 0, min_z_ = 0;
    int32_t width_ = 0, depth_ = 0;
    std::vector<LevelTriangle> triangles_;
    std::vector<std::vector<uint32_t>> walkable_, steep_;  // triangle indices of each bin
};

}  // namespace navspan::bench
