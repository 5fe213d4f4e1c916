#pragma once

#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/around.h"
#include "navspan/query/move.h"
#include "navspan/query/raycast.h"
#include "navspan/query/reachable.h"
#include "navspan/query/scratch.h"
#include "navspan/query/walls.h"

namespace navspan::support {

/// The results of all local queries. Reusing the object reuses its memory.
struct LocalResults {
    RaycastHit hit;
    MoveResult move;
    NearestWall wall;
    std::vector<WallSegment> walls;
    std::vector<PolygonRef> polygons;
    std::vector<ReachedPolygon> within;
    PointSampler sampler;
};

struct LocalQuery {
    DVec3 start, end;   ///< any points [wu]
    double radius = 1;  ///< >= 0 [wu]
    const QueryFilter* filter = nullptr;
    uint64_t seed = 0;
};

/// Runs every local query once.
/// @return a number computed from all results, so that two runs can be compared
double run_local_queries(const NavMesh& mesh, SearchScratch& scratch, const LocalQuery& question, LocalResults& answers);

}  // namespace navspan::support
