#pragma once

#include <vector>

#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/scratch.h"

namespace navspan::support {

/// Computes the costs of cheapest paths with off-mesh links. First computes the walking cost from the end of each link to the
/// start of each other link. Then finds the cheapest sequence of walks and links.
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
