#pragma once

#include <vector>

#include "navspan/plan/plan.h"
#include "support/text/random.h"

namespace navspan::support {

/// A way from a plan to convex polygons.
struct PlanWay {
    const char* name;
    PartitionMethod partition;
    TriangulationMethod triangulation;
};
constexpr PlanWay kPlanWays[] = {{"ears", PartitionMethod::merge, TriangulationMethod::ears},
                                 {"monotone", PartitionMethod::merge, TriangulationMethod::monotone},
                                 {"meadow", PartitionMethod::meadow, TriangulationMethod::automatic}};

using LatticeRing = std::vector<LatticePoint>;

/// A ring without crossings around a point, inside the square of that reach (>= 4), with corners on the axes through it and up
/// to `more` others; in either direction.
LatticeRing random_star(Random& random, LatticePoint middle, int32_t reach, int more);

struct RandomPlan {
    GroundPlan plan;
    std::vector<int64_t> doubled_area = std::vector<int64_t>(64, 0);  ///< of the ground of each area, exactly
};

/// An outline with holes, obstacles and areas of their own in it, and islands in its holes; no two rings meet.
RandomPlan random_plan(Random& random, int cells = 4, int corners = 12);

/// Any shapes over each other: rectangles and stars in a square of that side.
GroundPlan random_heap(Random& random, int shapes, int32_t side);

/// What is at a point that lies on no ring, counted ring by ring; the point is doubled.
uint8_t area_at(const GroundPlan& plan, LatticePoint doubled);

/// The plan with every point sent through a map of the plane.
template <class Map>
GroundPlan mapped(const GroundPlan& plan, Map map) {
    GroundPlan out = plan;
    for (LatticePoint& p : out.points)
        p = map(p);
    return out;
}

/// The same ground: shapes stay, the rings of each begin elsewhere, run the other way and come in another order.
GroundPlan shuffled_rings(Random& random, const GroundPlan& plan);

}  // namespace navspan::support
