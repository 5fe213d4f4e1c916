#pragma once

#include <cstdint>
#include <vector>

#include "core/marks.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// A boundary edge. The ground is on its left.
struct BoundaryWall {
    LatticePoint a, b;
};

/// Finds the boundary edges that are close to a polygon. See near_walls.cpp.
class NearWalls {
public:
    /// Distances [lattice].
    struct Radii {
        double search = 0;  ///< finds walls closer than this to the polygon
        double cover = 0;   ///< a wall covers a polygon if the whole polygon is within this distance of the wall
    };
    NearWalls(const NavMesh& mesh, Radii radii) : mesh_(mesh), radii_(radii) {}

    /// Finds the walls near a polygon. Returns false if the whole polygon is within the distance Radii::cover of one wall.
    /// @param first  the first half-edge of the polygon, counted over the whole mesh
    bool find(uint32_t first);

    const std::vector<BoundaryWall>& walls() const { return walls_; }

private:
    bool faces_polygon(LatticePoint a, LatticePoint b) const;
    bool is_near_polygon(LatticePoint a, LatticePoint b) const;
    bool covers_polygon(const BoundaryWall& wall) const;

    const NavMesh& mesh_;
    Radii radii_;
    Marks reached_;                   // reached polygons, identified by their first half-edges
    std::vector<uint32_t> queue_;     // first half-edges of reached polygons, in the order of the flood fill
    std::vector<LatticePoint> ring_;  // corners of the polygon
    std::vector<BoundaryWall> walls_;
};

}  // namespace navspan
