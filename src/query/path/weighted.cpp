// The cheapest path through a sequence of portals between regions of different cost.
//
// In: start, goal, portals, a cost per region, and an initial path.
// Out: where the cheapest path crosses each portal.
// Idea: The cost is convex, but not smooth. A primal-dual interior-point method moves all crossings at once: each step solves a
// tridiagonal system. The iteration stops when the cost is close to a lower bound.
// Source: Mitchell, Papadimitriou, The weighted region problem (1991); Andersen et al., An efficient primal-dual
// interior-point method for minimizing a sum of Euclidean norms (2000).
// Weak cases: Regions of cost 0 get a small cost, so short paths through them are preferred.

#include "query/path/weighted.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace navspan {
namespace {

constexpr double kMinWeight = 1e-7;  // lowest cost of a region, as a fraction of the highest cost
constexpr uint32_t kMaxSteps = 80;

FlatPoint operator-(FlatPoint a, FlatPoint b) {
    return {a.x - b.x, a.z - b.z};
}
double dot(FlatPoint a, FlatPoint b) {
    return a.x * b.x + a.z * b.z;
}
double length(FlatPoint a) {
    return std::sqrt(dot(a, a));
}

// Finds the crossings by Newton's method on the optimality conditions. Segment i of the path is the vector d in region i. Its
// cost is w |d|, where w is the weight of the region. The conditions are:
// - Each segment has a force y (StringSegment::dual) with |d| y = w d and |y| <= w. In the equation, |d| is slightly smoothed
//   (Chan, Golub, Mulet 1999).
// - At each portal, four forces along the portal add up to zero: the forces of the two adjacent segments, and a repulsion from
//   each end of the portal. Each repulsion is mu / (distance to that end).
// The smoothing and mu shrink as the cost approaches the lower bound.
class Optimizer {
public:
    Optimizer(const WeightedCorridor& corridor, WeightedScratch& scratch)
        : corridor_(corridor), segments_(scratch.segments), crossings_(scratch.crossings), n_(corridor.portals.size()) {
        segments_.resize(n_ + 1);
        crossings_.resize(n_);
    }

    WeightedResult run(double tolerance, std::span<double> t) {
        const double highest = *std::max_element(corridor_.cost.begin(), corridor_.cost.end());
        const double given = true_cost(t);
        if (n_ == 0 || highest == 0 || given == 0) return {given, n_ == 0 ? given : 0};
        set_up(t, highest);
        double cost = place(), best = cost, bound = 0;
        for (WeightedScratch::PortalCrossing& c : crossings_)
            c.best_t = c.t;
        begin_forces(cost / (10 * double(3 * n_ + 1)));
        for (uint32_t steps = 0; steps < kMaxSteps && best - bound > tolerance * std::max(best, 1e-6); ++steps) {
            const double mu = 0.1 * (cost - bound) / double(3 * n_ + 1);
            solve(mu);
            cost = advance(mu);
            if (cost < best) {
                best = cost;
                for (WeightedScratch::PortalCrossing& c : crossings_)
                    c.best_t = c.t;
            }
            bound = std::max(bound, lower_bound());
        }
        return finish(t, given, bound * unit_ * highest);
    }

private:
    double true_cost(std::span<const double> t) const {
        double cost = 0;
        FlatPoint at = corridor_.start;
        for (size_t i = 0; i <= n_; ++i) {
            const FlatPoint next = i == n_ ? corridor_.goal : on_portal(i, t[i]);
            cost += corridor_.cost[i] * length(next - at);
            at = next;
        }
        return cost;
    }

    FlatPoint on_portal(size_t i, double t) const {
        const FlatPoint l = corridor_.portals[i].left, r = corridor_.portals[i].right;
        return {r.x + t * (l.x - r.x), r.z + t * (l.z - r.z)};
    }

    // Scales the problem: the length of the initial path and the highest cost become 1. The start becomes the origin.
    void set_up(std::span<const double> t, double highest) {
        unit_ = 0;
        FlatPoint at = corridor_.start;
        for (size_t i = 0; i <= n_; ++i) {
            const FlatPoint next = i == n_ ? corridor_.goal : on_portal(i, t[i]);
            unit_ += length(next - at);
            at = next;
            segments_[i].weight = std::max(corridor_.cost[i] / highest, kMinWeight);
        }
        const double scale = 1 / unit_;
        goal_ = {(corridor_.goal.x - corridor_.start.x) * scale, (corridor_.goal.z - corridor_.start.z) * scale};
        for (size_t i = 0; i < n_; ++i) {
            const FlatPoint r = corridor_.portals[i].right, l = corridor_.portals[i].left;
            WeightedScratch::PortalCrossing& c = crossings_[i];
            c.base = {(r.x - corridor_.start.x) * scale, (r.z - corridor_.start.z) * scale};
            c.along = {(l.x - r.x) * scale, (l.z - r.z) * scale};
            // The interior-point method must start away from the ends of the portal.
            c.t = 0.05 + 0.9 * std::clamp(t[i], 0.0, 1.0);
        }
    }

    // Computes the crossing points and the vectors of the segments from PortalCrossing::t. Returns the cost of the path.
    double place() {
        double cost = 0;
        FlatPoint at{0, 0};
        for (size_t i = 0; i <= n_; ++i) {
            FlatPoint next = goal_;
            if (i < n_) {
                WeightedScratch::PortalCrossing& c = crossings_[i];
                next = c.point = {c.base.x + c.t * c.along.x, c.base.z + c.t * c.along.z};
            }
            segments_[i].step = next - at;
            cost += segments_[i].weight * length(segments_[i].step);
            at = next;
        }
        return cost;
    }

    void begin_forces(double mu) {
        for (WeightedScratch::StringSegment& p : segments_) {
            smooth(p, mu);
            p.dual = {p.weight * p.step.x / p.length, p.weight * p.step.z / p.length};
        }
        for (WeightedScratch::PortalCrossing& c : crossings_) {
            c.low = mu / c.t;
            c.high = mu / (1 - c.t);
        }
    }

    static void smooth(WeightedScratch::StringSegment& p, double mu) {
        const double blur = mu / p.weight;
        p.length = std::sqrt(dot(p.step, p.step) + blur * blur);
    }

    // Computes the Newton step of each PortalCrossing::t, and stores it in PortalCrossing::change. The system is symmetric,
    // positive definite and tridiagonal.
    void solve(double mu) {
        for (WeightedScratch::StringSegment& p : segments_) {
            smooth(p, mu);
            const double f = 1 / p.length, ff = f * f;
            p.xx = f * p.weight - ff * p.dual.x * p.step.x;
            p.zz = f * p.weight - ff * p.dual.z * p.step.z;
            p.xz = -0.5 * ff * (p.dual.x * p.step.z + p.dual.z * p.step.x);
        }
        for (size_t i = 0; i < n_; ++i) {
            WeightedScratch::PortalCrossing& c = crossings_[i];
            const WeightedScratch::StringSegment &in = segments_[i], &out = segments_[i + 1];
            const double force_in = in.weight * dot(c.along, in.step) / in.length;
            const double force_out = out.weight * dot(c.along, out.step) / out.length;
            c.diagonal = answer(in, c.along, c.along) + answer(out, c.along, c.along) + c.low / c.t + c.high / (1 - c.t);
            c.next = i + 1 < n_ ? -answer(out, c.along, crossings_[i + 1].along) : 0;
            c.change = force_out - force_in + mu / c.t - mu / (1 - c.t);
        }
        // forward elimination, back substitution
        for (size_t i = 1; i < n_; ++i) {
            const double factor = crossings_[i - 1].next / crossings_[i - 1].diagonal;
            crossings_[i].diagonal -= factor * crossings_[i - 1].next;
            crossings_[i].change -= factor * crossings_[i - 1].change;
        }
        for (size_t i = n_; i-- > 0;) {
            const double after = i + 1 < n_ ? crossings_[i].next * crossings_[i + 1].change : 0;
            crossings_[i].change = (crossings_[i].change - after) / crossings_[i].diagonal;
        }
    }

    static double answer(const WeightedScratch::StringSegment& p, FlatPoint a, FlatPoint b) {
        return p.xx * a.x * b.x + p.xz * (a.x * b.z + a.z * b.x) + p.zz * a.z * b.z;
    }

    // Moves the crossings by the Newton step. Shortens the step if a crossing would reach an end of its portal. Returns the new
    // cost.
    double advance(double mu) {
        move_forces();
        double share = 1;
        for (const WeightedScratch::PortalCrossing& c : crossings_) {
            if (c.change < 0) share = std::min(share, -0.99 * c.t / c.change);
            if (c.change > 0) share = std::min(share, 0.99 * (1 - c.t) / c.change);
        }
        for (WeightedScratch::PortalCrossing& c : crossings_) {
            // The repulsion by each end of the portal must stay positive.
            c.low = std::max(mu / c.t - c.low / c.t * c.change, 0.01 * c.low);
            c.high = std::max(mu / (1 - c.t) + c.high / (1 - c.t) * c.change, 0.01 * c.high);
            c.t = std::clamp(c.t + share * c.change, 1e-15, 1 - 1e-15);
        }
        return place();
    }

    void move_forces() {
        for (size_t i = 0; i <= n_; ++i) {
            WeightedScratch::StringSegment& p = segments_[i];
            FlatPoint d{0, 0};
            if (i < n_) d = {crossings_[i].along.x * crossings_[i].change, crossings_[i].along.z * crossings_[i].change};
            if (i > 0) {
                d.x -= crossings_[i - 1].along.x * crossings_[i - 1].change;
                d.z -= crossings_[i - 1].along.z * crossings_[i - 1].change;
            }
            FlatPoint y{p.weight * p.step.x / p.length + p.xx * d.x + p.xz * d.z,
                        p.weight * p.step.z / p.length + p.xz * d.x + p.zz * d.z};
            // lower_bound() requires |y| <= w.
            const double force = length(y);
            if (force > p.weight) {
                const double shrink = p.weight / force;
                y = {y.x * shrink, y.z * shrink};
            }
            p.dual = y;
        }
    }

    // Weak duality: any forces with |y| <= w give a lower bound on the cost of all paths.
    double lower_bound() const {
        double bound = dot(segments_[n_].dual, goal_);
        for (size_t i = 0; i < n_; ++i) {
            const FlatPoint pull = segments_[i].dual - segments_[i + 1].dual;
            bound += dot(pull, crossings_[i].base) + std::min(0.0, dot(pull, crossings_[i].along));
        }
        return bound;
    }

    WeightedResult finish(std::span<double> t, double given, double bound) {
        // Snap a crossing to an end of its portal if their distance is less than 1e-8 of the initial path's length.
        for (size_t i = 0; i < n_; ++i) {
            WeightedScratch::PortalCrossing& c = crossings_[i];
            const double width = length(c.along);
            if (c.best_t * width < 1e-8) c.best_t = 0;
            if ((1 - c.best_t) * width < 1e-8) c.best_t = 1;
            std::swap(c.best_t, t[i]);
        }
        const double found = true_cost(t);
        if (found <= given) return {found, bound};
        for (size_t i = 0; i < n_; ++i)
            t[i] = crossings_[i].best_t;
        return {given, bound};
    }

    const WeightedCorridor& corridor_;
    std::vector<WeightedScratch::StringSegment>& segments_;
    std::vector<WeightedScratch::PortalCrossing>& crossings_;
    size_t n_;
    double unit_ = 1;
    FlatPoint goal_;
};

}  // namespace

WeightedResult optimize_crossings(const WeightedCorridor& corridor, double tolerance, WeightedScratch& scratch,
                                  std::span<double> t) {
    assert(corridor.cost.size() == corridor.portals.size() + 1 && t.size() == corridor.portals.size());
    return Optimizer(corridor, scratch).run(tolerance, t);
}

}  // namespace navspan
