#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "query/search/plane.h"

namespace navspan {

/// A way through a row of regions of different cost: from `start` through the portals to `goal`. Region i lies before portal i.
struct WeightedWay {
    FlatPoint start, goal;
    std::span<const FlatPortal> portals;
    std::span<const double> cost;  ///< per region, one more than portals: factor on the length, finite, >= 0
};

/// Memory of optimise_crossings, reused from call to call.
struct WeightedScratch {
    struct Piece {
        FlatPoint step;                 ///< from crossing to crossing
        FlatPoint dual;                 ///< the force in this piece of the string, at most `weight` long
        double weight = 0;              ///< cost of the region, of the highest one
        double length = 0;              ///< of the step, smoothed
        double xx = 0, xz = 0, zz = 0;  ///< how the force answers to the step
    };
    struct Crossing {
        FlatPoint base, along;     ///< the portal: base + t * along
        FlatPoint point;           ///< for the t in hand
        double t = 0, best_t = 0;  ///< share of the way from the right end to the left one
        double low = 0, high = 0;  ///< forces of the ends of the portal
        double diagonal = 0, next = 0, change = 0;
    };
    std::vector<Piece> pieces;
    std::vector<Crossing> crossings;
};

struct WeightedResult {
    double cost = 0;         ///< of the way found
    double lower_bound = 0;  ///< no way through the portals costs less (but for rounding)
    uint32_t iterations = 0;
};

/// The cheapest way through a row of portals: the sum of cost x length over the regions is a convex function of where the
/// portals are crossed; its minimum is found to `tolerance`, relative to its cost (where low costs make it almost free,
/// relative to a millionth of what the way given would cost at the highest cost of all).
/// @param t  per portal, where it is crossed, from 0 at the right end to 1 at the left one: a way to begin with; receives the
/// cheapest found, never dearer than what was given
/// Sources: Mitchell, Papadimitriou, The weighted region problem (1991); Andersen, Christiansen, Conn, Overton, An efficient
/// primal-dual interior-point method for minimizing a sum of Euclidean norms (2000); Chan, Golub, Mulet, A nonlinear
/// primal-dual method for total variation-based image restoration (1999).
WeightedResult optimise_crossings(const WeightedWay& way, double tolerance, WeightedScratch& scratch, std::span<double> t);

}  // namespace navspan
