// Simplification: selects the raw vertices to keep.
//
// In: rings cut into arcs between fixed vertices (arcs.cpp).
// Out: a flag for each raw vertex: 1 if the vertex is kept.
// Idea: A border between two regions with the same area id becomes a straight line. Area borders and two-sided walls
// (ContourParams::walls) are simplified by Douglas-Peucker, within max_error. One-sided walls must also stay inside their
// region, except where clearance.cpp allows them to leave it. Long edges are then split near their middle.
// Source: Douglas, Peucker (1973), line simplification; Mononen, Recast (2009), for fixed vertices and splitting long edges.
// Weak cases: The run time is quadratic in the length of a spiral wall.

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "bake/contours/clearance.h"
#include "bake/contours/contours.h"
#include "bake/contours/internal.h"
#include "core/parallel.h"
#include "core/predicates.h"
#include "core/simd.h"

namespace navspan::contour {
namespace {

// Squared distance of one or four points from the segment ab [cell^2], in single precision. Keeps Recast's order of operations,
// because the last bit decides ties.
class SingleDeviation {
public:
    using Real = float;
    using Reals = F32x4;

    SingleDeviation(LatticePoint a, LatticePoint b) : a_(a), abx_(float(b.x - a.x)), abz_(float(b.z - a.z)) {
        const float length_squared = abx_ * abx_ + abz_ * abz_;
        divisor_ = length_squared > 0 ? length_squared : 1;
    }

    float operator()(LatticePoint c) const { return of(float(c.x), float(c.z), float(c.x - a_.x), float(c.z - a_.z)); }
    Reals four(const LatticePoint* c) const {
        const I32x4 x{c[0].x, c[1].x, c[2].x, c[3].x}, z{c[0].z, c[1].z, c[2].z, c[3].z};
        return of(__builtin_convertvector(x, Reals), __builtin_convertvector(z, Reals),
                  __builtin_convertvector(x - a_.x, Reals), __builtin_convertvector(z - a_.z, Reals));
    }

private:
    template <class T>
    T of(T x, T z, T acx, T acz) const {
        const T zero{}, one = zero + 1.0f;
        T t = (abx_ * acx + abz_ * acz) / divisor_;
        t = greatest(t, zero);
        t = least(t, one);
        const T dx = float(a_.x) + t * abx_ - x, dz = float(a_.z) + t * abz_ - z;
        return dx * dx + dz * dz;
    }

    LatticePoint a_;
    float abx_, abz_, divisor_;
};

// Squared distance of a point from the segment ab [cell^2], in double precision.
class ExactDeviation {
public:
    using Real = double;
    ExactDeviation(LatticePoint a, LatticePoint b) : a_(a), b_(b) {}
    double operator()(LatticePoint c) const { return deviation_squared(a_, b_, c); }

private:
    LatticePoint a_, b_;
};

// Calls visit(k) for low < k < high. Starts at the lexicographically smaller end. Ties are then resolved in the same way for
// the regions on both sides of a border, and both keep the same vertices.
template <class Visit>
void for_each_inner(const std::vector<LatticePoint>& points, size_t low, size_t high, Visit visit) {
    if (is_before(points[low], points[high])) {
        for (size_t k = low + 1; k < high; ++k)
            visit(k);
    } else {
        for (size_t k = high - 1; k > low; --k)
            visit(k);
    }
}

// Returns the point between low and high that is farthest from their segment. Returns low if the squared distance of that point
// is at most the bound. Of equally distant points, returns the first in the order of for_each_inner.
template <class Deviation>
size_t farthest_point(const std::vector<LatticePoint>& points, size_t low, size_t high, typename Deviation::Real bound) {
    LatticePoint a = points[low], b = points[high];
    if (!is_before(a, b)) std::swap(a, b);
    const Deviation deviation(a, b);
    typename Deviation::Real most = 0;
    size_t at = low;
    for_each_inner(points, low, high, [&](size_t k) {
        const auto d = deviation(points[k]);
        if (d > most) {
            most = d;
            at = k;
        }
    });
    return most > bound ? at : low;
}

// Same as farthest_point<SingleDeviation>, four points at a time.
size_t farthest_single(const std::vector<LatticePoint>& points, size_t low, size_t high, float bound) {
    using Reals = SingleDeviation::Reals;
    if (high - low < 10) return farthest_point<SingleDeviation>(points, low, high, bound);
    LatticePoint a = points[low], b = points[high];
    const bool forward = is_before(a, b);
    if (!forward) std::swap(a, b);
    const SingleDeviation deviation(a, b);

    // First pass: the largest distance. The last four points may overlap the previous four.
    const size_t last = high - 4;
    Reals greatest_of = deviation.four(points.data() + last);
    for (size_t k = low + 1; k < last; k += 4)
        greatest_of = greatest(greatest_of, deviation.four(points.data() + k));
    float most = greatest_of[0];
    for (int lane = 1; lane < 4; ++lane)
        most = greatest(most, greatest_of[lane]);
    if (!(most > bound)) return low;

    // Second pass: the first point with the largest distance.
    const auto has = [&](size_t k) { return any(deviation.four(points.data() + k) == most); };
    size_t at = low + 1;
    if (forward) {
        while (at + 4 <= high && !has(at))
            at += 4;
        while (deviation(points[at]) != most)
            ++at;
        return at;
    }
    at = high;
    while (at >= low + 5 && !has(at - 4))
        at -= 4;
    do {
        --at;
    } while (deviation(points[at]) != most);
    return at;
}

// For one-sided walls: returns the point at which the line from low to high must be split, or low if the line is valid. If
// points are on the left of the line, the line leaves the region; the result is the farthest of these points. Otherwise, the
// result is the farthest point whose squared distance exceeds the bound. If both end points coincide, the result is the point
// farthest from them.
size_t farthest_one_sided(const std::vector<LatticePoint>& points, size_t low, size_t high, double bound) {
    const LatticePoint a = points[low], b = points[high];
    if (a == b) return farthest_point<ExactDeviation>(points, low, high, 0.0);
    int64_t most = 0;
    size_t at = low;
    for (size_t k = low + 1; k < high; ++k) {
        const int64_t side = orient2d(a, b, points[k]);
        if (side > most) {
            most = side;
            at = k;
        }
    }
    return at != low ? at : farthest_point<ExactDeviation>(points, low, high, bound);
}

// Position of the points between low and high relative to the wall line low-high. The line leaves the region near points on its
// left. Distances are squared and multiplied by the squared length of the line [cell^4].
struct WallLine {
    size_t worst_outside = 0, worst_inside = 0;  // farthest points on the left and on the right, or low if there is none
    double outside = 0, inside = 0;              // distances of these two points
    // Range of the dot products (point - low) * (high - low) over the points on the left.
    double outside_begin = 0, outside_end = 0;
    double length_squared = 0;
    bool carved = false;  // true: an area volume removed ground close to a point on the left
};

// @param most_inside  squared distance [cell^2]; the measurement stops at the first point on the right beyond this distance
WallLine measure_wall_line(const WallClearance& clearance, const Chain& chain, size_t low, size_t high, double most_inside) {
    const LatticePoint a = chain.points[low], b = chain.points[high];
    const int64_t abx = int64_t{b.x} - a.x, abz = int64_t{b.z} - a.z, length_squared = abx * abx + abz * abz;
    WallLine line;
    line.worst_outside = line.worst_inside = low;
    line.length_squared = line.outside_begin = double(length_squared);
    const double most = most_inside * line.length_squared;
    for (size_t k = low + 1; k < high; ++k) {
        const LatticePoint p = chain.points[k];
        const int64_t acx = int64_t{p.x} - a.x, acz = int64_t{p.z} - a.z;
        const int64_t side = abz * acx - abx * acz, along = abx * acx + abz * acz;
        double d = double(side) * double(side);
        if (along < 0 || along > length_squared) d = deviation_squared(a, b, p) * line.length_squared;
        if (side <= 0) {
            if (d <= line.inside) continue;
            line.inside = d;
            line.worst_inside = k;
            if (d > most) break;
            continue;
        }
        line.outside_begin = std::min(line.outside_begin, double(along));
        line.outside_end = std::max(line.outside_end, double(along));
        line.carved |= !clearance.is_uncarved(p);
        if (d <= line.outside) continue;
        line.outside = d;
        line.worst_outside = k;
    }
    return line;
}

// True if the line removes too much ground for its length (WallClearance::max_doubled_loss).
bool exceeds_area_loss(const WallClearance& clearance, const Chain& chain, size_t low, size_t high) {
    const LatticePoint a = chain.points[low], b = chain.points[high];
    const int64_t lost = chain.swept[high] - chain.swept[low] + int64_t{b.z} * a.x - int64_t{b.x} * a.z;
    if (lost <= 0) return false;
    const double most = clearance.max_doubled_loss();
    return double(lost) * double(lost) > most * most * double(distance_squared(a, b));
}

bool may_pass_outside(const WallClearance& clearance, const Chain& chain, size_t low, size_t high, const WallLine& line) {
    if (line.carved || line.outside > clearance.max_outside_squared() * line.length_squared) return false;
    // The line may leave the region one cell before the first point on its left, and return one cell after the last. One cell
    // along the line changes the dot product by the length of the line.
    const double edge = std::sqrt(line.length_squared);
    return clearance.keeps_radius(chain.points[low], chain.points[high], line.outside_begin - edge, line.outside_end + edge,
                                  chain.component);
}

// For one-sided walls with a clearance. Returns low if the line from low to high is valid. Otherwise, returns the point to keep
// (the first case that applies):
// - If both end points coincide: the point farthest from them.
// - If the line leaves the region and may_pass_outside() is false: the farthest point on the left.
// - If a point on the right exceeds the bound, or the line removes too much ground: the farthest point on the right.
size_t split_point_of_wall(const WallClearance& clearance, const Chain& chain, size_t low, size_t high, double bound) {
    if (chain.points[low] == chain.points[high]) return farthest_point<ExactDeviation>(chain.points, low, high, 0.0);
    const WallLine line = measure_wall_line(clearance, chain, low, high, std::numeric_limits<double>::infinity());
    if (line.outside > 0 && !may_pass_outside(clearance, chain, low, high, line)) return line.worst_outside;
    const bool stays = line.inside <= bound * line.length_squared && !exceeds_area_loss(clearance, chain, low, high);
    return stays ? low : line.worst_inside;
}

// True if the line from low to high may replace the wall between these points.
bool can_replace_wall(const WallClearance& clearance, const Chain& chain, size_t low, size_t high, double bound) {
    if (chain.points[low] == chain.points[high] || exceeds_area_loss(clearance, chain, low, high)) return false;
    const WallLine line = measure_wall_line(clearance, chain, low, high, bound);
    return line.inside <= bound * line.length_squared &&
           (line.outside == 0 || may_pass_outside(clearance, chain, low, high, line));
}

// Overload for walls that must stay inside their region: no raw vertex between the ends may be on the left of the line.
bool can_replace_wall(const std::vector<LatticePoint>& points, size_t low, size_t high, double bound) {
    const LatticePoint a = points[low], b = points[high];
    if (a == b) return false;
    for (size_t k = low + 1; k < high; ++k) {
        if (orient2d(a, b, points[k]) > 0 || deviation_squared(a, b, points[k]) > bound) return false;
    }
    return true;
}

// Greedy: extends each line to the farthest point for which it is valid.
void remove_redundant_vertices(const WallClearance& clearance, double bound, size_t low, size_t high, Chain& chain) {
    constexpr int kMaxFailures = 4;  // the search stops after this many consecutive invalid points
    for (size_t from = low; from < high;) {
        size_t next = chain.next_kept(from), farthest = next;
        for (int failed = 0; failed < kMaxFailures && next < high;) {
            next = chain.next_kept(next);
            const bool serves = clearance.allows_outside() ? can_replace_wall(clearance, chain, from, next, bound)
                                                           : can_replace_wall(chain.points, from, next, bound);
            if (serves) farthest = next;
            failed = serves ? 0 : failed + 1;
        }
        std::fill(chain.keep.begin() + std::ptrdiff_t(from) + 1, chain.keep.begin() + std::ptrdiff_t(farthest), uint8_t{0});
        from = farthest;
    }
}

bool is_one_sided(const ContourParams& params, BorderKind kind) {
    return kind == BorderKind::wall && params.walls == WallSimplification::one_sided;
}

size_t split_point(const ContourParams& params, const WallClearance& clearance, BorderKind kind, const Chain& chain, size_t low,
                   size_t high) {
    const double bound = params.max_error * params.max_error;
    if (kind == BorderKind::region_border) return low;
    if (is_one_sided(params, kind)) {
        if (clearance.allows_outside()) return split_point_of_wall(clearance, chain, low, high, bound);
        return farthest_one_sided(chain.points, low, high, bound);
    }
    const float single = float(params.max_error) * float(params.max_error);
    return farthest_single(chain.points, low, high, single);
}

// Returns the raw vertex at which a long edge is split.
size_t center_of(const ContourParams& params, BorderKind kind, const Chain& chain, size_t low, size_t high) {
    const size_t n = high - low;
    const bool forward = is_before(chain.points[low], chain.points[high]);
    const size_t middle = low + (forward ? n / 2 : (n + 1) / 2);
    if (!is_one_sided(params, kind)) return middle;

    // A one-sided edge touches its raw wall at few points. Take the vertex near the middle that is closest to the edge.
    size_t best = middle;
    double least = deviation_squared(chain.points[low], chain.points[high], chain.points[middle]);
    for (size_t step = 1; step <= n / 6; ++step) {
        for (const size_t k : {middle - step, middle + step}) {
            const double d = deviation_squared(chain.points[low], chain.points[high], chain.points[k]);
            if (d < least) {
                least = d;
                best = k;
            }
        }
    }
    return best;
}

bool may_split_long_edges(const ContourParams& params, BorderKind kind) {
    if (params.max_edge_length <= 0) return false;
    return kind == BorderKind::wall ? params.split_wall_edges || params.split_area_edges
                                    : params.split_area_edges && kind == BorderKind::area_border;
}

void split_long_edges(const ContourParams& params, const WallClearance& clearance, const RawBorders& raw, const BorderArc& arc,
                      Chain& chain) {
    const BorderKind kind = arc.kind;
    const int64_t most = int64_t{params.max_edge_length} * params.max_edge_length;
    const auto splits = [&](size_t low) {
        if (kind == BorderKind::wall && params.split_wall_edges) return true;
        return params.split_area_edges && raw.vertices[raw_index(raw.rings[arc.ring], arc, uint32_t(low))].area_border;
    };
    const size_t last = chain.points.size() - 1;
    for (size_t low = 0; low < last;) {
        const size_t high = chain.next_kept(low);
        if (high - low > 1 && splits(low) && distance_squared(chain.points[low], chain.points[high]) > most) {
            const size_t middle = center_of(params, kind, chain, low, high);
            chain.keep[middle] = 1;
            if (params.refine || params.walls == WallSimplification::one_sided) {
                // Unlike in Recast, both halves must also satisfy the error bound.
                simplify_chain(params, clearance, kind, low, middle, chain);
                simplify_chain(params, clearance, kind, middle, high, chain);
            }
        } else {
            low = high;
        }
    }
}

}  // namespace

void simplify_chain(const ContourParams& params, const WallClearance& clearance, BorderKind kind, size_t low, size_t high,
                    Chain& chain) {
    chain.stack.assign(1, {low, high});
    while (!chain.stack.empty()) {
        const auto [from, to] = chain.stack.back();
        chain.stack.pop_back();
        if (to - from < 2) continue;
        const size_t at = split_point(params, clearance, kind, chain, from, to);
        if (at == from) continue;
        chain.keep[at] = 1;
        chain.stack.push_back({from, at});
        chain.stack.push_back({at, to});
    }
    if (is_one_sided(params, kind)) {
        remove_redundant_vertices(clearance, params.max_error * params.max_error, low, high, chain);
    }
}

Simplified simplify_borders(const CompactHeightfield& field, const RawBorders& raw, const ContourParams& params,
                            const WallClearance& clearance, Workers* workers) {
    Simplified simple;
    cut_rings(field, raw, params.refine, simple);
    constexpr size_t kArcsAtATime = 8;
    std::vector<Chain> chains(workers ? workers->count() : 1);
    for_each_index(workers, simple.arcs.size(), kArcsAtATime, [&](size_t i, unsigned worker) {
        const BorderArc& s = simple.arcs[i];
        if (s.twin < i || s.count < 2 || s.right == kSeamRegion) return;
        const bool straight = s.kind == BorderKind::region_border;
        if (straight && !s.collapses) return;
        Chain& chain = chains[worker];
        chain.sweeps = clearance.allows_outside();
        load_chain(raw, simple, s, chain);
        if (chain.sweeps && s.kind == BorderKind::wall)
            chain.component = clearance.component_of(raw.edge[raw.rings[s.ring].first] >> 2);
        if (s.collapses) chain.keep[farthest_point<ExactDeviation>(chain.points, 0, s.count, 0.0)] = 1;
        for (size_t low = 0; low < s.count && !straight;) {
            const size_t high = chain.next_kept(low);
            simplify_chain(params, clearance, s.kind, low, high, chain);
            low = high;
        }
        if (may_split_long_edges(params, s.kind)) split_long_edges(params, clearance, raw, s, chain);
        store_chain(raw, s, chain, simple);
    });
    return simple;
}

}  // namespace navspan::contour
