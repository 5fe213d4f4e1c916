// Stubs for the functions of navmesh/clearance/mesh.h. The pages of the viewer make no queries with a clearance. build_wasm.sh
// compiles this file instead of src/navmesh/clearance, which would need half of src/polygon.

#include "navmesh/clearance/mesh.h"

namespace navspan {

Result<ClearanceMesh> with_clearance(const NavMesh&, double, unsigned) {
    return Error{ErrorKind::usage, "the viewer finds no paths with a clearance"};
}

bool is_clearance_mesh_of(const NavMesh&, const ClearanceMesh&) {
    return false;
}

SurfacePoint clear_ground_at(const NavMesh&, const ClearanceMesh&, const SurfacePoint&) {
    return {};
}

}  // namespace navspan
