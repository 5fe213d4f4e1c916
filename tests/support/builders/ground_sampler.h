#pragma once

#include <vector>

#include "navspan/core/hash.h"
#include "navspan/query/random_point.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan::support {

/// Picks random points on a mesh. The probability of an island is proportional to its number of polygons.
class GroundSampler {
public:
    explicit GroundSampler(const NavMesh& mesh) : mesh_(mesh), islands_(mesh.islands.size()) {
        SearchScratch scratch;
        for (size_t i = 0; i < islands_.size(); ++i)
            (void)sample_reachable(mesh, scratch, {.start = point_in(mesh.islands[i].first)}, islands_[i]).ok();
    }
    SurfacePoint point(RandomSequence& random) const {
        const auto polygon = uint32_t(random.unit() * mesh_.polygon_count());
        return *random_point(mesh_, islands_[island_of(mesh_, polygon_ref(mesh_, polygon))], random);
    }

private:
    const NavMesh& mesh_;
    std::vector<PointSampler> islands_;
};

}  // namespace navspan::support
