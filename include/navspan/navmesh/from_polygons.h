#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

constexpr uint8_t kPlainGround = 63;  ///< the area of polygons that are given none

/// Convex polygons that share vertices, from a tool that has no use for voxels.
struct PolygonSet {
    std::vector<DVec3> vertices;         ///< [wu]
    std::vector<uint32_t> corners;       ///< polygon after polygon: vertices, counter-clockwise seen from above
    std::vector<uint32_t> first_corner;  ///< polygons + 1: where each begins in corners; empty without polygons
    std::vector<uint32_t> neighbours;    ///< per corner: the polygon across the edge to the next corner, or kNoIndex at a wall.
                                         ///< Empty: polygons are neighbours where they use an edge both ways
    std::vector<uint8_t> areas;          ///< per polygon, 1..63; empty: kPlainGround

    uint32_t polygon_count() const { return first_corner.empty() ? 0 : uint32_t(first_corner.size()) - 1; }
};

struct FromPolygonsOptions {
    double quantum = 0;  ///< step of the lattice that holds all x and z [wu], 1e-9..1e9; 0: the first that does of 1, 1/2, 1/4,
                         ///< 1/10, ... 1e-9, or of 2, 4, ... when the world is too wide for those
    NavMeshInfo info;    ///< agent, areas, texts; an area that polygons use and the table lacks is added at cost 1
};

/// A navmesh of one tile made of the polygons as they are. Straight corners are legal; so are any number of corners, vertices
/// without polygons, and floors that overlap: nobody looks whether polygons cover each other. One crosses from polygon to
/// polygon over edges only: where two obstacles touch in a vertex there is no way through.
/// Error (input): the first of these, with its polygon counted from 0: a vertex out of range, not finite, there twice in one
/// polygon or off the lattice; a polygon that is clockwise, not convex or without area, an area id out of range, neighbours
/// that disagree, an edge that two polygons use in the same direction (without given neighbours); what the info says that breaks
/// a law of validate_info, such as an area of negative cost. Error (failed): the world is wider than kMaxTileExtent steps or
/// farther than kMaxLattice from the origin; error (usage): a quantum out of range.
Result<NavMesh> nav_mesh_from_polygons(const PolygonSet& set, const FromPolygonsOptions& options = {});

}  // namespace navspan
