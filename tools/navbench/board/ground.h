#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "navspan/bake/triangle_soup.h"
#include "navspan/core/vec.h"

namespace navspan::bench {

/// What stands in the way at a place: how far it is, and which way.
struct WallHit {
    double distance = std::numeric_limits<double>::infinity();  ///< seen from above [wu]
    double x = 0, z = 0;                                        ///< towards its nearest point [wu]
};

struct WallQuery {
    double x = 0, z = 0;       ///< where from [wu]
    double low = 0, high = 0;  ///< only what lies between these heights counts [wu]
    double low_slanted = 0;    ///< the same instead of `low` for faces that lean back, as the foot of a hillside [wu]
    double reach = 0;          ///< and no farther away than this [wu]
};

/// A level's own triangles, to measure meshes against: nothing of it comes from voxels.
class Ground {
public:
    /// @param max_slope  steepest ground one can stand on [deg]
    /// @param bin        side of the squares that triangles are found by [wu], > 0
    Ground(const TriangleSoup& soup, double max_slope, double bin);

    /// The height of the walkable triangle nearest above or below a point; NaN: none there.
    double height(const DVec3& point) const;

    /// The nearest part of a triangle too steep to stand on. An edge one can fall over is none, nor is a step lower than `low`.
    WallHit wall(const WallQuery& query) const;

private:
    struct Triangle {
        std::array<DVec3, 3> corners;
        bool slanted = false;  // faces upwards, if only a little
    };
    size_t bin_of(double x, double z) const;
    void add(std::vector<std::vector<uint32_t>>& bins, uint32_t t);

    double bin_ = 1, min_x_ = 0, min_z_ = 0;
    int32_t width_ = 0, depth_ = 0;
    std::vector<Triangle> triangles_;
    std::vector<std::vector<uint32_t>> walkable_, steep_;  // per bin
};

}  // namespace navspan::bench
