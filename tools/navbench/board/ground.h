#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "navspan/bake/triangle_soup.h"
#include "navspan/core/vec.h"

namespace navspan::bench {

/// The nearest wall: its distance and direction.
struct WallHit {
    double distance = std::numeric_limits<double>::infinity();  ///< seen from above [wu]
    double x = 0, z = 0;                                        ///< vector to its nearest point [wu]
};

struct WallQuery {
    double x = 0, z = 0;       ///< position [wu]
    double low = 0, high = 0;  ///< height range of walls that count [wu]
    double low_slanted = 0;    ///< replaces `low` for faces that lean back, such as the foot of a hillside [wu]
    double reach = 0;          ///< maximum distance [wu]
};

/// The triangles of a level, as a reference for meshes that is independent of voxels.
class Ground {
public:
    /// @param max_slope  steepest walkable slope [deg]
    /// @param bin        side of the square bins of triangles [wu], > 0
    Ground(const TriangleSoup& soup, double max_slope, double bin);

    /// Height of the walkable triangle nearest above or below a point; NaN if there is none.
    double height(const DVec3& point) const;

    /// The nearest part of a triangle too steep to stand on. Drops and steps lower than `low` are no walls.
    WallHit wall(const WallQuery& query) const;

private:
    struct Triangle {
        std::array<DVec3, 3> corners;
        bool slanted = false;  // faces upwards, at least slightly
    };
    size_t bin_of(double x, double z) const;
    void add(std::vector<std::vector<uint32_t>>& bins, uint32_t t);

    double bin_ = 1, min_x_ = 0, min_z_ = 0;
    int32_t width_ = 0, depth_ = 0;
    std::vector<Triangle> triangles_;
    std::vector<std::vector<uint32_t>> walkable_, steep_;  // per bin
};

}  // namespace navspan::bench
