#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "check/verify/grid_world.h"
#include "navspan/core/lattice.h"
#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// How a mesh is compared with the grid it was made from.
struct VerifyParams {
    uint64_t pairs = 1000;      ///< how many pairs of cells are drawn; each takes 24 bytes, and what is found about it
    uint64_t seed = 1;          ///< of the draw
    Lattice lattice;            ///< of the grid's cells and floors
    double max_ratio = 1.02;    ///< a path on the mesh may be so many times as long as the grid's, >= 1 ...
    double slack = 0;           ///< ... and so much longer besides, >= 0 [wu]: 4 times contours.max_error
    double reach = 1;           ///< how far above or below its floor a cell's polygon may be, >= 0 [wu]
    bool report_joined = true;  ///< false: the grid leaves ways out that are there; those that only the mesh has are not judged
    size_t max_paths = 20;     ///< of so many findings the paths are listed
    std::function<bool()> cancelled = nullptr;  ///< asked before each pair; true ends it with ErrorKind::interrupted
};

/// What is wrong about a pair.
enum class VerifyFault : uint8_t {
    cut_off,   ///< the grid has a way, the mesh has none
    joined,    ///< the mesh has a way, the grid has none
    too_long,  ///< the mesh's way is longer than the grid's by more than is allowed
};
/// "cut_off", "joined" or "too_long".
const char* fault_name(VerifyFault fault);

/// A pair that is not as it should be. Lengths are seen from above.
struct VerifyFinding {
    VerifyFault fault = VerifyFault::cut_off;
    DVec3 start, goal;                        ///< on the voxels' floors [wu]
    double grid_length = 0;                   ///< 0: no way [wu]
    double mesh_length = 0;                   ///< 0: no way [wu]
    std::vector<DVec3> grid_path, mesh_path;  ///< of the first findings; that on the mesh ends where one gets to [wu]
};

/// A cell of a pair that no polygon is at.
struct VerifyUncovered {
    DVec3 point;                ///< on the voxels' floor [wu]
    double distance = 0;        ///< to the nearest polygon [wu]; infinity: there is none
    uint64_t island_cells = 0;  ///< how many cells hang together with it
};

struct VerifyReport {
    uint64_t cells = 0;                   ///< walkable floors of the world
    uint64_t pairs = 0;                   ///< drawn
    uint64_t compared = 0;                ///< with both ends on polygons
    uint64_t reachable = 0;               ///< of those: with a way on both
    uint64_t undecided = 0;              ///< of those: with a way on the mesh only, where that is no fault
    std::vector<VerifyFinding> findings;  ///< in the order drawn
    std::vector<VerifyUncovered> outside;   ///< ends without a polygon, in the order drawn
    uint64_t broken_steps = 0;            ///< see GridWorld
    std::vector<DVec3> broken_positions;     ///< where the first of them begin [wu]

    bool ok() const { return findings.empty() && broken_steps == 0; }
};

/// Searches random pairs of cells both on the grid, with A*, and on the mesh, with the exact search over all areas at cost 1:
/// the shortest path on a right mesh is never longer than the grid's, give or take what contours are allowed to simplify; any
/// search that may miss the shortest path would be found guilty itself. Off-mesh links are not taken. The same seed draws the
/// same pairs, whatever the machine.
/// Error: as the world's source; interrupted.
Result<VerifyReport> verify_mesh(const NavMesh& mesh, GridWorld& world, const VerifyParams& params);

}  // namespace navspan
