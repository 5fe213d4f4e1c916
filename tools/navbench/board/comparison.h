#pragma once

#include <array>
#include <vector>

#include "navbench/board/ground.h"
#include "navbench/recast/stages.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::bench {

/// A mesh as it is measured, whoever made it.
struct MeasuredMesh {
    NavMesh mesh;
    std::vector<std::array<DVec3, 3>> surface;  ///< its detail triangles in the world [wu]
};
MeasuredMesh measured(NavMesh mesh);

/// librecast's finished bake: its own polygons and detail triangles; only the heights inside polygons that paths are looked for
/// on are ours. Error: it breaks a law of our meshes.
Result<MeasuredMesh> measured(const support::RecastBake& bake, const BakeConfig& config);

/// Height of the mesh above the walkable triangles, at the middle of every cell on it [wu].
struct HeightFigures {
    size_t samples = 0, without_ground = 0;  ///< the latter have no walkable triangle near
    double mean = 0;                         ///< of the absolute difference
    double bias = 0;                         ///< of the difference: the mesh is above the ground where positive
    double p95 = 0, max = 0;                 ///< of the absolute difference
};
/// @param height  of the agent: ground farther away is another floor [wu]
HeightFigures measure_heights(const MeasuredMesh& mesh, const Ground& ground, double cell_size, double height);

/// Distance from the mesh's boundary to what it keeps away from, every quarter of a cell along edges that face a wall within
/// two radii and four cells over ground without a drop [wu]. A wall is a triangle too steep to stand on, between max_climb and
/// the agent's height above the ground. Heights are rounded to voxels, so the least distances are to what reaches a voxel into
/// that band; the mean and the most are to what comes within two voxels of it, and to the foot of slopes that reach it.
struct ClearanceFigures {
    size_t samples = 0;
    double mean = 0, p1 = 0, p99 = 0;
    double below = 0;  ///< share nearer than the radius less 0.05 cell, 0..1
};
ClearanceFigures measure_clearance(const MeasuredMesh& mesh, const Ground& ground, const AgentConfig& agent,
                                   const VoxelsConfig& cells);

struct PathFigures {
    size_t pairs = 0;                         ///< reached on both meshes
    size_t only_ours = 0, only_theirs = 0;    ///< reached on one mesh only
    double ratio = 0;                         ///< sum of our shortest lengths over the sum of theirs
    double our_detour = 0, their_detour = 0;  ///< sum of A*-and-funnel lengths over the sum of the shortest on the same mesh
};
/// Shortest paths between the same random places on both.
PathFigures compare_paths(const MeasuredMesh& ours, const MeasuredMesh& theirs, size_t pairs);

/// Columns where two fields differ.
struct FieldDifferences {
    size_t columns = 0;  ///< there are
    size_t solid = 0;    ///< whose solid spans differ, before any filter
    size_t open = 0;     ///< whose walkable floors differ, after the erosion
};
/// Bakes by both sides up to the erosion and compares.
Result<FieldDifferences> compare_fields(const TriangleSoup& soup, const BakeConfig& config, const Grid& grid);

}  // namespace navspan::bench
