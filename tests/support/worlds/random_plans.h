#pragma once

#include <vector>

#include "navspan/plan/plan.h"
#include "support/text/random.h"

namespace navspan::support {

/// A combination of methods that turns a plan into convex polygons.
struct PlanMethod {
    const char* name;
    PartitionMethod partition;
    TriangulationMethod triangulation;
};
constexpr PlanMethod kPlanMethods[] = {{"ears", PartitionMethod::merge, TriangulationMethod::ears},
                                       {"monotone", PartitionMethod::merge, TriangulationMethod::monotone},
                                       {"meadow", PartitionMethod::meadow, TriangulationMethod::automatic}};

using LatticeRing = std::vector<LatticePoint>;

/// Builds a ring around a point, without self-intersections, inside the square of half side `reach` (>= 4). It has corners on
/// both axes through the point and up to `more` other corners. Its orientation is random.
LatticeRing random_star(Random& random, LatticePoint middle, int32_t reach, int more);

struct RandomPlan {
    GroundPlan plan;
    std::vector<int64_t> doubled_area = std::vector<int64_t>(64, 0);  ///< exact doubled area of the ground, per area
};

/// Builds an outline with holes, with obstacles and other areas inside, and with islands in its holes. No two rings meet.
RandomPlan random_plan(Random& random, int cells = 4, int corners = 12);

/// Builds random overlapping shapes: rectangles and stars in a square of the given side.
GroundPlan random_heap(Random& random, int shapes, int32_t side);

/// Returns the area at a point, found by testing the point against every ring. The point is in half lattice units and must not
/// be on a ring.
uint8_t area_at(const GroundPlan& plan, LatticePoint doubled);

/// Returns the plan with every point transformed by `map`.
template <class Map>
GroundPlan mapped(const GroundPlan& plan, Map map) {
    GroundPlan out = plan;
    for (LatticePoint& p : out.points)
        p = map(p);
    return out;
}

/// Returns a plan of the same ground with the same shapes. Their rings have random start points, orientations and order.
GroundPlan shuffled_rings(Random& random, const GroundPlan& plan);

}  // namespace navspan::support
