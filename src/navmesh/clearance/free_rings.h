#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/predicates.h"
#include "navmesh/clearance/near_walls.h"
#include "navspan/core/no_index.h"
#include "navspan/navmesh/nav_mesh.h"
#include "polygon/planar_edges.h"

namespace navspan {

/// A lattice that is `scale` times finer than the mesh's lattice. Its origin is the minimum corner of the mesh.
struct FineLattice {
    LatticePoint base;  ///< minimum corner of the mesh [lattice]
    int32_t scale = 1;  ///< a power of two
    int32_t width = 0,  ///< extent of the mesh in x [fine lattice]
        depth = 0;      ///< extent of the mesh in z [fine lattice]
    LatticePoint at(LatticePoint p) const { return {(p.x - base.x) * scale, (p.z - base.z) * scale}; }
};

/// Returns the finest lattice on which the mesh fits into a tile. Its scale is a power of two, at most 256. Returns nullopt if
/// the mesh is too wide even without scaling.
std::optional<FineLattice> fine_lattice_of(const NavMesh& mesh);

/// A corner of a free ring, and the edge from it to the next corner.
struct FreeRingEdge {
    LatticePoint at;             ///< [fine lattice]
    uint32_t portal = kNoIndex;  ///< half-edge of the original mesh on which the edge lies; kNoIndex if there is none
    uint32_t across = kNoIndex;  ///< opposite ring edge in the adjacent polygon, numbered over all rings; kNoIndex at a wall
};

/// A connected component of a polygon's clear ground (at least the clearance away from walls), as a counter-clockwise ring
/// without holes.
struct FreeRing {
    uint32_t polygon = 0;  ///< index of the polygon in the original mesh
    std::vector<FreeRingEdge> edges;
};

/// Cuts away the ground that is too close to a boundary edge, polygon by polygon. See free_rings.cpp.
class FreeRings {
public:
    /// @param clearance  [lattice]
    FreeRings(const NavMesh& mesh, const FineLattice& fine, double clearance);

    /// Appends the free rings of a polygon.
    void add(PolygonRef polygon, std::vector<FreeRing>& rings);

private:
    // A corner of the current polygon on the fine lattice, and the portal that starts there.
    struct Corner {
        LatticePoint at;
        uint32_t portal = kNoIndex;
    };
    void add_obstacle(const BoundaryWall& wall);
    bool touches_polygon(const std::vector<LatticePoint>& ring) const;
    void add_ring(uint32_t polygon, std::vector<LatticePoint>& ring, std::vector<FreeRing>& rings) const;
    void insert_straight_corners(std::vector<LatticePoint>& ring) const;
    uint32_t portal_below(LatticePoint a, LatticePoint b) const;

    const NavMesh& mesh_;
    const FineLattice& fine_;
    double radius_ = 0;       // distance to keep, with a margin for rounding [fine lattice]
    std::vector<DVec3> arc_;  // vertices of a polyline around a quarter arc, relative to its centre [fine lattice]
    NearWalls near_;
    std::vector<Corner> corners_;
    std::vector<CurveSegment> curves_;
};

}  // namespace navspan
