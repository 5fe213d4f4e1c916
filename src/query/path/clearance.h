#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "navmesh/clearance/mesh.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/path.h"

namespace navspan {

/// Memory of path queries with a clearance.
struct ClearanceScratch {
    std::vector<std::shared_ptr<const ClearanceMesh>> meshes;  ///< meshes of earlier queries, most recently used last
    std::shared_ptr<const ClearanceMesh> current;              ///< mesh of the current search
    SurfacePoint start, goal;                                  ///< ends of the current search, on current->ground
    /// For each polygon of a corridor on current->ground: index in the original corridor.
    std::vector<uint32_t> position;
};

/// Sets scratch.current to the mesh of the ground with this clearance. Computes the mesh if it is not in scratch.meshes.
Status select_clearance_mesh(const NavMesh& mesh, double clearance, unsigned threads, ClearanceScratch& scratch);

/// Snaps a point to ground that keeps the clearance. Returns the nearest point of the original surface if that point keeps the
/// clearance. Otherwise returns the nearest point of wide.ground.
std::optional<SurfacePoint> nearest_clear_ground(const NavMesh& mesh, const ClearanceMesh& wide, DVec3 point,
                                                 const NearestOptions& near);

/// Converts a point of wide.ground to the original mesh.
SurfacePoint on_original(const NavMesh& mesh, const ClearanceMesh& wide, const SurfacePoint& point);

/// Converts a path on scratch.current->ground to the original mesh. The path must have surface points. If PathRequest::surface
/// is false, removes them.
/// @param search  its start and goal are on the original mesh
void convert_to_original(const NavMesh& mesh, ClearanceScratch& scratch, const PathSearch& search, Path& path);

}  // namespace navspan
