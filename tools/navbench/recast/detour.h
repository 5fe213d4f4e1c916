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

/// One of our meshes as a Detour mesh, with Detour's queries.
class DetourMesh {
public:
    /// Converts a mesh of one tile with at most six corners per polygon. Keeps polygons and detail triangles; rounds corner
    /// heights to 16 bits. Error (input): the mesh has no polygon, several tiles, or a polygon with more corners. Error
    /// (input): the mesh has more elements than Detour's 8-bit and 16-bit indices can address.
    static Result<DetourMesh> make(const NavMesh& mesh);

    DetourPoint nearest(const float* point) const;
    DetourPath path(const float* from, const float* to);
    /// Casts a ray from a surface point. Returns the fraction of the line up to the first wall; 1 or more if there is no wall.
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
