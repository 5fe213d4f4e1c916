#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "query/search/plane.h"

namespace navspan {

/// A sequence of regions of different cost, crossed from `start` through the portals to `goal`. Region i lies before portal i.
struct WeightedCorridor {
    FlatPoint start, goal;
    std::span<const FlatPortal> portals;
    std::span<const double> cost;  ///< cost factor of each region, finite, >= 0; one more region than portals
};

/// Memory of optimize_crossings, reused between calls.
struct WeightedScratch {
    struct StringSegment {
        FlatPoint step;                 ///< vector from the previous crossing to the next crossing
        FlatPoint dual;                 ///< force in this segment of the string; |dual| <= weight
        double weight = 0;              ///< cost of the region, as a fraction of the highest cost
        double length = 0;              ///< length of the step, smoothed so that it is never 0
        double xx = 0, xz = 0, zz = 0;  ///< symmetric matrix: derivative of the force with respect to the step
    };
    struct PortalCrossing {
        FlatPoint base, along;     ///< points of the portal are base + t * along
        FlatPoint point;           ///< base + t * along for the current t
        double t = 0;              ///< current position on the portal, from 0 (right end) to 1 (left end)
        double best_t = 0;         ///< the value of `t` in the best known path
        double low = 0, high = 0;  ///< forces with which the right end and the left end of the portal repel the crossing
        double diagonal = 0, next = 0, change = 0;  ///< row of the linear system; `change` is its solution, the step of t
    };
    std::vector<StringSegment> segments;
    std::vector<PortalCrossing> crossings;
};

struct WeightedResult {
    double cost = 0;         ///< cost of the path found
    double lower_bound = 0;  ///< no path through the portals costs less, up to rounding; see weighted.cpp for cost 0
};

/// Minimizes the cost of a path through a sequence of portals. Stops after 80 iterations, or when the cost is proven to be
/// within `tolerance` of the minimum.
/// @param tolerance  relative to max(cost of the path, 1e-6 * highest cost of a region * length of the initial path)
/// @param t  position of the crossing on each portal, from 0 (right end) to 1 (left end). In: the initial path. Out: the
/// cheapest path found, never more expensive than the initial path.
/// Sources: Mitchell, Papadimitriou, The weighted region problem (1991); Andersen, Christiansen, Conn, Overton, An efficient
/// primal-dual interior-point method for minimizing a sum of Euclidean norms (2000); Chan, Golub, Mulet, A nonlinear
/// primal-dual method for total variation-based image restoration (1999).
WeightedResult optimize_crossings(const WeightedCorridor& corridor, double tolerance, WeightedScratch& scratch,
                                  std::span<double> t);

}  // namespace navspan
