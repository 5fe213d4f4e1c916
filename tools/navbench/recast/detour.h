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

constexpr int kDetourNodes = 65535;  ///< Detour's maximum
constexpr uint32_t kDetourCorners = DT_VERTS_PER_POLYGON;

struct DetourPoint {
    dtPolyRef polygon = 0;  ///< 0: none
    std::array<float, 3> position{};
};

struct DetourPath {
    bool complete = false;
    double length_xz = 0;  ///< [wu]
    int nodes = 0;         ///< nodes in Detour's pool
};

/// One of our meshes in Detour, with queries.
class DetourMesh {
public:
    /// Builds Detour's tile from a mesh of one tile whose polygons have at most six corners. Polygons and detail triangles are
    /// the same; heights of corners are rounded to a small fraction of a voxel. Error (input): the mesh exceeds Detour's 16-bit
    /// and 8-bit ranges.
    static Result<DetourMesh> make(const NavMesh& mesh);

    DetourPoint nearest(const float* point) const;
    DetourPath path(const float* from, const float* to);
    /// Casts a ray from a point on the surface. Returns the free fraction of the line, 0..1; 1 or more: no wall.
    float raycast(const DetourPoint& from, const float* to);
    std::array<float, 3> move(const DetourPoint& from, const float* to);
    size_t bytes() const { return bytes_; }  ///< size of the tile

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
