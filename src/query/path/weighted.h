#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "query/search/plane.h"

namespace navspan {

/// A path problem through regions of different cost: from `start` through the portals to `goal`. Region i lies before portal i.
struct WeightedCorridor {
    FlatPoint start, goal;
    std::span<const FlatPortal> portals;
    std::span<const double> cost;  ///< per region, one more than portals: factor on the length, finite, >= 0
};

/// Memory of optimise_crossings, reused between calls.
struct WeightedScratch {
    struct Segment {
        FlatPoint step;                 ///< from crossing to crossing
        FlatPoint dual;                 ///< the force in this segment of the string; its length is at most `weight`
        double weight = 0;              ///< cost of the region, as a share of the highest cost
        double length = 0;              ///< of the step, smoothed
        double xx = 0, xz = 0, zz = 0;  ///< derivative of the force with respect to the step
    };
    struct Crossing {
        FlatPoint base, along;     ///< the portal: base + t * along
        FlatPoint point;           ///< for the current t
        double t = 0, best_t = 0;  ///< position on the portal: 0 right end, 1 left end
        double low = 0, high = 0;  ///< forces of the ends of the portal
        double diagonal = 0, next = 0, change = 0;
    };
    std::vector<Segment> segments;
    std::vector<Crossing> crossings;
};

struct WeightedResult {
    double cost = 0;         ///< of the path found
    double lower_bound = 0;  ///< no path through the portals costs less, up to rounding
    uint32_t iterations = 0;
};

/// Minimizes the cost of a path through a sequence of portals. The sum of cost x length over the regions is a convex function
/// of the crossings. The minimum is found within `tolerance`, relative to its cost. (If low costs make the path almost free,
/// the tolerance is relative to a millionth of the initial path's cost at the highest of all costs.)
/// @param t  per portal, position of the crossing from 0 (right end) to 1 (left end). In: the initial path. Out: the cheapest
/// path found, never more expensive than the initial one.
/// Sources: Mitchell, Papadimitriou, The weighted region problem (1991); Andersen, Christiansen, Conn, Overton, An efficient
/// primal-dual interior-point method for minimizing a sum of Euclidean norms (2000); Chan, Golub, Mulet, A nonlinear
/// primal-dual method for total variation-based image restoration (1999).
WeightedResult optimise_crossings(const WeightedCorridor& corridor, double tolerance, WeightedScratch& scratch,
                                  std::span<double> t);

}  // namespace navspan
