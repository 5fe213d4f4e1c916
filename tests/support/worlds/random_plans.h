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

/// Builds a ring without self-intersections around `middle`, inside a square with half side `reach`. It has one corner on each
/// of the four half-axes that start at `middle`, and at most `more` other corners. Its orientation is random.
/// @param reach  [lattice], >= 4
LatticeRing random_star(Random& random, LatticePoint middle, int32_t reach, int more);

struct RandomPlan {
    GroundPlan plan;
    /// Twice the exact size of each area [lattice^2], indexed by area id.
    std::vector<int64_t> doubled_area = std::vector<int64_t>(64, 0);
};

/// Builds a random plan: an outline that contains holes, obstacles and patches of other areas. A hole may contain an island. No
/// two rings touch.
/// @param cells    number of cells per side of the plan. Each cell contains at most one hole, obstacle or patch.
/// @param corners  maximum number of corners of a ring, in addition to its four corners on the half-axes (see random_star)
RandomPlan random_plan(Random& random, int cells = 4, int corners = 12);

/// Builds a plan of random shapes that may overlap: rectangles and stars in a square with the given side [lattice].
GroundPlan random_overlapping_shapes(Random& random, int shapes, int32_t side);

/// Returns the area of the plan at a point by testing the point against every ring.
/// @param doubled  point in half lattice units; must not be on a ring
uint8_t area_at(const GroundPlan& plan, LatticePoint doubled);

/// Returns the plan with every point transformed by `map`.
template <class Map>
GroundPlan mapped(const GroundPlan& plan, Map map) {
    GroundPlan out = plan;
    for (LatticePoint& p : out.points)
        p = map(p);
    return out;
}

/// Returns an equivalent plan: the rings of each shape have random start points, a random orientation and a random order.
GroundPlan shuffled_rings(Random& random, const GroundPlan& plan);

}  // namespace navspan::support
