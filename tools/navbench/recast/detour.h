#pragma once

#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::bench {

constexpr int kDetourNodes = 65535;  ///< largest size of Detour's node pool
constexpr uint32_t kDetourCorners = DT_VERTS_PER_POLYGON;

struct DetourPoint {
    dtPolyRef polygon = 0;  ///< 0: no polygon found
    std::array<float, 3> position{};
};

struct DetourPath {
    bool complete = false;
    double length_xz = 0;  ///< horizontal length [wu]
    int nodes = 0;         ///< number of nodes that the search used
};

/// One of our meshes, converted to a Detour mesh, and Detour's queries on it.
class DetourMesh {
public:
    /// Converts a mesh of one tile whose polygons have at most six corners. Keeps the polygons and detail triangles, but rounds
    /// the heights of corners to 16-bit integers. Error (input): the mesh has no polygon, more than one tile, a polygon with
    /// more corners, or more elements than Detour's 8-bit and 16-bit indices can address.
    static Result<DetourMesh> make(const NavMesh& mesh);

    DetourPoint nearest(const float* point) const;
    DetourPath path(const float* from, const float* to);
    /// Casts a ray from a point on the surface. Returns the free fraction of the line; 1 or more if there is no wall.
    float raycast(const DetourPoint& from, const float* to);
    std::array<float, 3> move(const DetourPoint& from, const float* to);
    size_t bytes() const { return bytes_; }  ///< size of Detour's tile data

private:
    struct Free {
        void operator()(dtNavMesh* mesh) const { dtFreeNavMesh(mesh); }
        void operator()(dtNavMeshQuery* query) const { dtFreeNavMeshQuery(query); }
    };
    std::unique_ptr<dtNavMesh, Free> mesh_;
    std::unique_ptr<dtNavMeshQuery, Free> query_;
    dtQueryFilter filter_;
    std::vector<dtPolyRef> polygons_;
    std::vector<float> corners_;
    size_t bytes_ = 0;
};

}  // namespace navspan::bench
