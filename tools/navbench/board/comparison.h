#pragma once

#include <array>
#include <vector>

#include "navbench/board/ground.h"
#include "navbench/recast/stages.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::bench {

/// A mesh in the form that is measured, from either side.
struct MeasuredMesh {
    NavMesh mesh;
    std::vector<std::array<DVec3, 3>> surface;  ///< detail triangles in the world [wu]
};
MeasuredMesh measured(NavMesh mesh);

/// Converts librecast's finished bake. Polygons and detail triangles are librecast's; only the detail heights for path searches
/// are ours. Error: the mesh breaks an invariant of our meshes.
Result<MeasuredMesh> measured(const support::RecastBake& bake, const BakeConfig& config);

/// Height of the mesh above the walkable triangles, at every cell centre on the mesh [wu].
struct HeightFigures {
    size_t samples = 0, without_ground = 0;  ///< without_ground: cells with no walkable triangle nearby
    double mean = 0;                         ///< of the absolute difference
    double bias = 0;                         ///< mean difference: positive if the mesh is above the ground
    double p95 = 0, max = 0;                 ///< of the absolute difference
};
/// @param height  height of the agent: ground farther away belongs to another floor [wu]
HeightFigures measure_heights(const MeasuredMesh& mesh, const Ground& ground, double cell_size, double height);

/// Distance from the mesh's boundary to walls [wu]. It is measured every quarter of a cell along edges that face a wall within
/// two radii and four cells, over ground without a drop. A wall is a triangle too steep to stand on, between max_climb and the
/// agent's height above the ground. Heights are rounded to voxels, so there are two distances: p1 and below use walls that
/// reach a voxel into that band; mean and p99 use walls within two voxels of it, and the feet of slopes that reach it.
struct ClearanceFigures {
    size_t samples = 0;
    double mean = 0, p1 = 0, p99 = 0;
    double below = 0;  ///< fraction nearer than the radius minus 0.05 cell, 0..1
};
ClearanceFigures measure_clearance(const MeasuredMesh& mesh, const Ground& ground, const AgentConfig& agent,
                                   const VoxelsConfig& cells);

struct PathFigures {
    size_t pairs = 0;                         ///< reachable on both meshes
    size_t only_ours = 0, only_theirs = 0;    ///< reachable on one mesh only
    double ratio = 0;                         ///< sum of our shortest lengths divided by librecast's
    double our_detour = 0, their_detour = 0;  ///< sum of A*-and-funnel lengths divided by the sum of shortest lengths
};
/// Compares shortest paths between the same random points on both meshes.
PathFigures compare_paths(const MeasuredMesh& ours, const MeasuredMesh& theirs, size_t pairs);

/// Number of columns in which two fields differ.
struct FieldDifferences {
    size_t columns = 0;  ///< all columns
    size_t solid = 0;    ///< with different solid spans, before any filter
    size_t open = 0;     ///< with different walkable floors, after erosion
};
/// Bakes with both sides up to erosion and compares the fields.
Result<FieldDifferences> compare_fields(const TriangleSoup& soup, const BakeConfig& config, const Grid& grid);

}  // namespace navspan::bench
