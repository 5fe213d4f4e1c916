#pragma once

/// \file
/// Verifies all invariants of a navigation mesh; for tests and tools.
///
/// Given `const NavMesh& mesh`:
/// \code
/// CheckReport report;
/// check_nav_mesh(mesh, report);
/// if (!report.ok()) return;  // report.failures lists what is broken, and where
/// \endcode
///
/// Guarantees: deterministic; does not modify the mesh. Throws nothing but std::bad_alloc.
///
/// Caveats: slower than validate_nav_mesh, which only tests the invariants that queries need.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Broken invariants, in the order in which they were found.
struct CheckReport {
    static constexpr uint32_t kMaxListed = 10;  ///< largest number of entries in failures; further failures are only counted
    std::vector<std::string> failures;          ///< one line each: what was tested, the broken invariant and its position
    uint64_t count = 0;                         ///< number of broken invariants, including those that are not listed
    /// True if no invariant is broken.
    bool ok() const { return count == 0; }
};

/// Adds one broken invariant to a report.
inline void fail(CheckReport& report, std::string line) {
    if (++report.count <= CheckReport::kMaxListed) report.failures.push_back(std::move(line));
}

/// Tests all invariants of validate_nav_mesh, and these additional invariants:
///   - Detail triangles tile their polygon. Each inner edge belongs to two triangles. The outer edges follow the polygon's
///     edges in order, up to rounding.
///   - Inside a tile, the two polygons of a shared edge have the same detail vertices on this edge.
///   - Each polygon has the flags of its area.
///   - Seams pass check_seams.
///   - The islands equal the connected components computed by a union-find.
///   - If the mesh has a block-cut tree, each edge or link between two polygons has a block. Both polygons belong to this
///     block.
///   - In a random sample, the distances in the landmark table and in the hub labels are the lengths of shortest paths.
///   - Serializing the mesh, parsing the bytes and serializing the result gives the same bytes.
///
/// Appends broken invariants to \p report. If validate_nav_mesh fails, appends only its error.
void check_nav_mesh(const NavMesh& mesh, CheckReport& report);

}  // namespace navspan
