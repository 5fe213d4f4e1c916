#pragma once

#include <array>
#include <vector>

#include "navbench/board/ground.h"
#include "navbench/recast/stages.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::bench {

/// A mesh to be measured, from navspan or from librecast.
struct MeasuredMesh {
    NavMesh mesh;
    std::vector<std::array<DVec3, 3>> surface;  ///< corners of the detail triangles [wu]
};
MeasuredMesh measured(NavMesh mesh);

/// Converts librecast's finished bake. `surface` gets librecast's detail triangles, for measuring heights. `mesh` gets
/// librecast's polygons, with a detail mesh built by our code on our lattice, for path searches. Error: the mesh breaks an
/// invariant of our meshes.
Result<MeasuredMesh> measured(const support::RecastBake& bake, const BakeConfig& config);

/// Height differences between the mesh and the level's walkable triangles at all cell centres on the mesh [wu].
struct HeightFigures {
    size_t samples = 0, without_ground = 0;  ///< number of measured cell centres, and of cell centres without ground
    double mean = 0;                         ///< mean absolute difference
    double bias = 0;                         ///< mean signed difference, positive if the mesh is above the ground
    double p95 = 0, max = 0;                 ///< 95th percentile and maximum of the absolute difference
};
/// @param height  height of the agent [wu]. Ground at least this far from the mesh belongs to another floor. The cell centre
/// then counts as without_ground.
HeightFigures measure_heights(const MeasuredMesh& mesh, const Ground& ground, double cell_size, double height);

/// Horizontal distances from the mesh's boundary to walls [wu].
///
/// A wall is a part of a non-walkable triangle in the agent's body band. The band extends from max_climb to the agent's height
/// above the ground. Samples lie at most a quarter of a cell apart along the boundary. Each sample has two distances, because
/// the bake rounds heights to voxels:
/// - The strict distance is the distance to the nearest wall that lies at least one voxel inside the band (the strict wall).
/// - The wide distance is the distance to the nearest wall that lies at most two voxels outside the band (the wide wall). The
///   foot of a slope that rises into the band also counts as a wide wall.
///
/// A sample is too close if its strict distance is less than the radius minus 0.05 cell. The figures include a sample only if
/// all of these conditions hold:
/// - The wide distance is at most two radii plus four cells.
/// - The straight line to the wide wall has ground everywhere and no height step above max_climb.
/// - If the sample is not too close, its edge faces the wide wall.
/// - If the sample is too close, the agent cannot walk straight to the strict wall and step onto it.
struct ClearanceFigures {
    size_t samples = 0;
    /// Mean and 99th percentile of the wide distance; 1st percentile of the strict distance.
    double mean = 0, p1 = 0, p99 = 0;
    double below = 0;  ///< fraction of samples that are too close, 0..1
};
ClearanceFigures measure_clearance(const MeasuredMesh& mesh, const Ground& ground, const AgentConfig& agent,
                                   const VoxelsConfig& cells);

struct PathFigures {
    size_t pairs = 0;                       ///< pairs connected on both meshes; used for `ratio` and the detours
    size_t only_ours = 0, only_theirs = 0;  ///< number of pairs connected only on our mesh, and only on librecast's mesh
    double ratio = 0;                       ///< sum of our shortest lengths, divided by the sum of librecast's shortest lengths
    /// Sum of the lengths of A* paths (straightened by the funnel), divided by the sum of the shortest lengths.
    double our_detour = 0, their_detour = 0;
};
/// Compares paths between the same random points on both meshes.
/// @param pairs  number of pairs of points
PathFigures compare_paths(const MeasuredMesh& ours, const MeasuredMesh& theirs, size_t pairs);

/// Number of columns in which two fields differ.
struct FieldDifferences {
    size_t columns = 0;  ///< total number of columns
    size_t solid = 0;    ///< columns whose solid spans differ after rasterization
    size_t open = 0;     ///< columns whose walkable floors differ after erosion
};
/// Bakes up to erosion with both libraries and compares the fields.
Result<FieldDifferences> compare_fields(const TriangleSoup& soup, const BakeConfig& config, const Grid& grid);

}  // namespace navspan::bench
