#pragma once

/// \file
/// Verifies a navigation mesh thoroughly; for tests and tools.
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
/// Caveats: slower than validate_nav_mesh, which tests only what queries rely on.

#include <cstdint>
#include <string>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Broken invariants, in the order in which they were found. A check stops listing failures of one kind after kMost, but
/// continues to count them.
struct CheckReport {
    static constexpr uint32_t kMost = 10;  ///< largest number of listed failures
    std::vector<std::string> failures;     ///< one line each: product, broken invariant, position
    uint64_t count = 0;                    ///< number of broken invariants, including those not listed
    /// True if no invariant is broken.
    bool ok() const { return count == 0; }
};

/// Adds one broken invariant to a report.
inline void fail(CheckReport& report, std::string line) {
    if (++report.count <= CheckReport::kMost) report.failures.push_back(std::move(line));
}

/// Tests all invariants of validate_nav_mesh, and these:
///   - detail triangles tile their polygon: two of them share each inner edge, and the outer edges follow the edges of the
///     polygon corner by corner, up to rounding
///   - both sides of a shared edge have the same detail points
///   - polygons have the flags of their area
///   - seams pass check_seams
///   - islands and blocks equal those found by independent algorithms
///   - the serialized mesh, parsed and serialized again, gives the same bytes
///
/// Appends broken invariants to \p report.
void check_nav_mesh(const NavMesh& mesh, CheckReport& report);

}  // namespace navspan
