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

/// Parameters for comparing a mesh with the grid from which it was made.
struct VerifyParams {
    uint64_t pairs = 1000;    ///< number of random pairs of cells; each pair takes 24 bytes of memory
    uint64_t seed = 1;        ///< seed of the random pairs
    Lattice lattice;          ///< lattice of the grid's cells and floors
    double max_ratio = 1.02;  ///< longest valid mesh path: max_ratio * (length of the grid path) + slack; >= 1
    double slack = 0;         ///< see max_ratio; usually 4 times contours.max_error, >= 0 [wu]
    double reach = 1;         ///< maximum height difference between a cell's floor and its polygon, >= 0 [wu]
    /// If true, a pair with a path only on the mesh is a failure. Set to false if the grid may lack connections.
    bool report_joined = true;
    size_t max_paths = 20;                      ///< maximum number of findings with stored paths
    std::function<bool()> cancelled = nullptr;  ///< called before each pair; true stops with ErrorKind::interrupted
};

/// The reason why a pair fails.
enum class VerifyFault : uint8_t {
    cut_off,   ///< only the grid has a path
    joined,    ///< only the mesh has a path
    too_long,  ///< the mesh path exceeds the allowed length
};
/// "cut_off", "joined" or "too_long".
const char* fault_name(VerifyFault fault);

/// A pair that failed. Lengths are horizontal.
struct VerifyFinding {
    VerifyFault fault = VerifyFault::cut_off;
    DVec3 start, goal;                        ///< centres of the two cells, at the height of their floors [wu]
    double grid_length = 0;                   ///< length of the path on the grid; 0: no path [wu]
    double mesh_length = 0;                   ///< length of the path on the mesh; 0: no path [wu]
    std::vector<DVec3> grid_path, mesh_path;  ///< stored for the first max_paths findings; mesh_path may be partial [wu]
};

/// A start or goal cell that no polygon covers.
struct VerifyUncovered {
    DVec3 point;                ///< centre of the cell at the height of its floor [wu]
    double distance = 0;        ///< distance to the nearest polygon admitted by the default filter [wu], or infinity
    uint64_t island_cells = 0;  ///< number of grid cells connected to the point
};

struct VerifyReport {
    uint64_t cells = 0;      ///< number of walkable cells; a cell counts once for each of its floors
    uint64_t pairs = 0;      ///< number of random pairs
    uint64_t compared = 0;   ///< number of pairs with both ends on polygons
    uint64_t reachable = 0;  ///< number of compared pairs with a path on both the grid and the mesh
    /// Number of compared pairs with a path only on the mesh. 0 if report_joined is true, because these pairs are then
    /// findings.
    uint64_t undecided = 0;
    std::vector<VerifyFinding> findings;   ///< in the order in which the pairs were drawn
    std::vector<VerifyUncovered> outside;  ///< ends without a polygon, in the order in which the pairs were drawn
    uint64_t broken_steps = 0;             ///< see GridWorld::broken_steps
    std::vector<DVec3> broken_positions;   ///< start points of the first broken steps [wu]

    bool ok() const { return findings.empty() && broken_steps == 0; }
};

/// Compares shortest paths between random pairs of cells. Searches the grid by A*, and the mesh by the exact search with cost 1
/// for all areas. The tolerances max_ratio and slack allow for longer mesh paths due to contour simplification. Off-mesh links
/// are ignored. The same seed gives the same pairs on every machine.
/// Error: errors of the world's source; interrupted.
Result<VerifyReport> verify_mesh(const NavMesh& mesh, GridWorld& world, const VerifyParams& params);

}  // namespace navspan
