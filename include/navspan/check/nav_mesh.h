#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Broken invariants, in the order found. Checks stop adding after kMost of one kind but go on counting.
struct CheckReport {
    static constexpr uint32_t kMost = 10;
    std::vector<std::string> failures;  ///< one line each: which product, which law, where
    uint64_t count = 0;                 ///< all broken invariants, also those not listed
    bool ok() const { return count == 0; }
};

/// Notes one broken invariant.
inline void fail(CheckReport& report, std::string line) {
    if (++report.count <= CheckReport::kMost) report.failures.push_back(std::move(line));
}

/// Everything validate_nav_mesh tests, and besides: detail triangles tile their polygon (every inner edge belongs to two of
/// them, the others run along the polygon's edges, corner after corner, never farther off than their rounding), both sides of a
/// shared edge carry the same detail points, flags are those of the area, seams hold what check_seams tests, islands are what a
/// search of another kind finds, blocks hang together as a tree, and the file's bytes read back give the same bytes.
void check_nav_mesh(const NavMesh& mesh, CheckReport& report);

}  // namespace navspan
