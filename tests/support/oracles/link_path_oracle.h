#pragma once

#include <vector>

#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/scratch.h"

namespace navspan::support {

/// Computes the costs of cheapest paths with off-mesh links. Measures the paths between all link ends without links, then finds
/// the cheapest combination of paths and links.
class LinkPathOracle {
public:
    explicit LinkPathOracle(const NavMesh& mesh);
    /// Returns the cost of the cheapest path; infinity if no path reaches the goal.
    double cost(DVec3 start, DVec3 goal);

private:
    double walk(DVec3 start, DVec3 goal);

    const std::vector<OffMeshLink> links_;
    const NavMesh without_links_;
    SearchScratch scratch_;
    std::vector<std::vector<double>> walks_;  // walks_[a][b]: cost from the end of link a to the start of link b
};

}  // namespace navspan::support
