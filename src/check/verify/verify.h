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

/// Parameters for comparing a mesh with the grid it was made from.
struct VerifyParams {
    uint64_t pairs = 1000;      ///< number of random pairs of cells; each takes 24 bytes plus its findings
    uint64_t seed = 1;          ///< seed of the random pairs
    Lattice lattice;            ///< lattice of the grid's cells and floors
    double max_ratio = 1.02;    ///< a mesh path may be this many times as long as the grid's, >= 1 ...
    double slack = 0;           ///< ... plus this length, >= 0 [wu]: 4 times contours.max_error
    double reach = 1;           ///< largest height difference between a cell's floor and its polygon, >= 0 [wu]
    bool report_joined = true;  ///< false: the grid lacks some connections; paths that only the mesh has are not judged
    size_t max_paths = 20;      ///< number of findings whose paths are listed
    std::function<bool()> cancelled = nullptr;  ///< called before each pair; true ends with ErrorKind::interrupted
};

/// How a pair fails.
enum class VerifyFault : uint8_t {
    cut_off,   ///< only the grid has a path
    joined,    ///< only the mesh has a path
    too_long,  ///< the mesh path exceeds the allowed length
};
/// "cut_off", "joined" or "too_long".
const char* fault_name(VerifyFault fault);

/// A pair that failed. Lengths are seen from above.
struct VerifyFinding {
    VerifyFault fault = VerifyFault::cut_off;
    DVec3 start, goal;                        ///< on the voxels' floors [wu]
    double grid_length = 0;                   ///< 0: no path [wu]
    double mesh_length = 0;                   ///< 0: no path [wu]
    std::vector<DVec3> grid_path, mesh_path;  ///< of the first findings only; mesh_path may be partial [wu]
};

/// A cell of a pair without a polygon.
struct VerifyUncovered {
    DVec3 point;                ///< on the voxels' floor [wu]
    double distance = 0;        ///< to the nearest polygon [wu]; infinity: there is none
    uint64_t island_cells = 0;  ///< number of cells of its island
};

struct VerifyReport {
    uint64_t cells = 0;                    ///< walkable floors of the world
    uint64_t pairs = 0;                    ///< pairs drawn
    uint64_t compared = 0;                 ///< pairs with both ends on polygons
    uint64_t reachable = 0;                ///< of the compared pairs: with a path on both
    uint64_t undecided = 0;                ///< of the compared pairs: with a path on the mesh only, if that is no fault
    std::vector<VerifyFinding> findings;   ///< in the order drawn
    std::vector<VerifyUncovered> outside;  ///< ends without a polygon, in the order drawn
    uint64_t broken_steps = 0;             ///< see GridWorld
    std::vector<DVec3> broken_positions;   ///< start points of the first broken steps [wu]

    bool ok() const { return findings.empty() && broken_steps == 0; }
};

/// Searches random pairs of cells both on the grid, with A*, and on the mesh, with the exact search over all areas at cost 1.
/// On a correct mesh, the shortest path is never longer than the grid's, apart from what contours may simplify. The search must
/// be exact: the test would also report a search that misses the shortest path. Off-mesh links are ignored. The same seed draws
/// the same pairs on every machine.
/// Error: as the world's source; interrupted.
Result<VerifyReport> verify_mesh(const NavMesh& mesh, GridWorld& world, const VerifyParams& params);

}  // namespace navspan
