#include "support/oracles/link_path_oracle.h"

#include <algorithm>
#include <limits>

#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/query/path.h"

namespace navspan::support {

LinkPathOracle::LinkPathOracle(const NavMesh& mesh) : links_(mesh.links), without_links_(*with_links(mesh, {})) {
    for (const OffMeshLink& from : links_) {
        std::vector<double>& row = walks_.emplace_back();
        for (const OffMeshLink& to : links_)
            row.push_back(walk(from.end, to.start));
    }
}

double LinkPathOracle::cost(DVec3 start, DVec3 goal) {
    std::vector<double> best;
    for (const OffMeshLink& link : links_)
        best.push_back(walk(start, link.start) + link.cost);
    // Bellman-Ford algorithm: relax until no cost changes.
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t a = 0; a < best.size(); ++a) {
            for (size_t b = 0; b < best.size(); ++b) {
                const double over = best[a] + walks_[a][b] + links_[b].cost;
                if (over < best[b] - 1e-9) best[b] = over, changed = true;
            }
        }
    }
    double least = walk(start, goal);
    for (size_t a = 0; a < best.size(); ++a) {
        if (best[a] < least) least = std::min(least, best[a] + walk(links_[a].end, goal));
    }
    return least;
}

double LinkPathOracle::walk(DVec3 start, DVec3 goal) {
    const Result<Path> path =
        find_path(without_links_, scratch_, {.start = start, .goal = goal, .method = PathMethod::exact, .surface = false});
    const bool complete = path.ok() && path->status == PathStatus::complete;
    return complete ? path->cost : std::numeric_limits<double>::infinity();
}

}  // namespace navspan::support
