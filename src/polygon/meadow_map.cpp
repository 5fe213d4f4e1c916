// Meadow map: cuts the inside of a ring into convex polygons without triangulating it.
//
// In: a sound counter-clockwise ring (ring.h).
// Out: convex polygons that fill the ring.
// Idea: A ring is cut from a reflex corner to a visible corner. Cuts that leave no reflex angle at their start are preferred.
// Among equally good cuts, the shortest cut is chosen. Both parts are cut in the same way until no reflex corner remains.
// Source: Arkin, Path planning for a vision-based autonomous robot (1986).
// Weak cases: Parts are not merged, so the result has more polygons than a triangulation with merged triangles. The time is
// usually quadratic and at worst cubic.

#include "polygon/meadow_map.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include "polygon/ring.h"

namespace navspan {
namespace {

using PositionRing = std::vector<uint32_t>;  // indices in the input ring

struct Target {
    bool leaves_reflex = false;  // the cut leaves a reflex angle at its start
    int64_t distance = 0;        // squared length of the cut
    uint32_t index = 0;          // index in the ring
    auto key() const { return std::tie(leaves_reflex, distance, index); }
};

class MeadowMapBuilder {
public:
    explicit MeadowMapBuilder(std::span<const LatticePoint> points) : points_(points) {}

    ConvexPartition run() {
        PositionRing whole(points_.size());
        for (uint32_t i = 0; i < whole.size(); ++i)
            whole[i] = i;
        std::vector<PositionRing> pending{std::move(whole)};
        while (!pending.empty()) {
            const PositionRing ring = std::move(pending.back());
            pending.pop_back();
            cut(ring, pending);
        }
        return std::move(out_);
    }

private:
    LatticePoint at(const PositionRing& ring, size_t i) const { return points_[ring[i < ring.size() ? i : i - ring.size()]]; }
    LatticePoint before(const PositionRing& ring, size_t i) const { return at(ring, i + ring.size() - 1); }

    bool is_reflex(const PositionRing& ring, size_t i) const {
        const LatticePoint a = before(ring, i), v = at(ring, i), b = at(ring, i + 1);
        const int64_t turn = orient2d(a, v, b);
        if (turn != 0) return turn < 0;
        // Collinear: reflex only if the ring reverses its direction, as at the end of a bridge.
        return (int64_t{a.x} - v.x) * (int64_t{b.x} - v.x) + (int64_t{a.z} - v.z) * (int64_t{b.z} - v.z) > 0;
    }

    bool sees(const PositionRing& ring, size_t i, size_t k) const {
        const LatticePoint v = at(ring, i), w = at(ring, k);
        if (!direction_enters_ring(before(ring, k), w, at(ring, k + 1), v)) return false;
        LatticePoint p = before(ring, 0);
        for (size_t j = 0; j < ring.size(); ++j) {
            const LatticePoint q = at(ring, j);
            const bool at_end = p == v || p == w || q == v || q == w;
            if (at_end ? blocks_at_end(p, q, v, w) : segments_touch(p, q, v, w)) return false;
            p = q;
        }
        return true;
    }

    // True if the edge p q overlaps the segment v w in more than one point. Precondition: the two have a common end.
    static bool blocks_at_end(LatticePoint p, LatticePoint q, LatticePoint v, LatticePoint w) {
        if (p != v && q != v) std::swap(v, w);
        const LatticePoint other = p == v ? q : p;
        if (!is_collinear(v, w, other)) return false;
        return (int64_t{other.x} - v.x) * (int64_t{w.x} - v.x) + (int64_t{other.z} - v.z) * (int64_t{w.z} - v.z) > 0;
    }

    // Returns the index of the corner at which the cut from corner i ends. If no corner is visible from corner i, returns the
    // size of the ring.
    size_t target(const PositionRing& ring, size_t i) {
        const LatticePoint a = before(ring, i), v = at(ring, i), b = at(ring, i + 1);
        targets_.clear();
        for (uint32_t k = 0; k < ring.size(); ++k) {
            const LatticePoint w = at(ring, k);
            if (w == v || !direction_enters_ring(a, v, b, w)) continue;
            targets_.push_back({!is_left_or_on(a, v, w) || !is_left_or_on(v, b, w), distance_squared(v, w), k});
        }
        const auto later = [](const Target& l, const Target& r) { return l.key() > r.key(); };
        std::make_heap(targets_.begin(), targets_.end(), later);
        for (; !targets_.empty(); targets_.pop_back()) {
            std::pop_heap(targets_.begin(), targets_.end(), later);
            if (sees(ring, i, targets_.back().index)) return targets_.back().index;
        }
        return ring.size();
    }

    void cut(const PositionRing& ring, std::vector<PositionRing>& pending) {
        const size_t n = ring.size();
        size_t i = 0;
        while (i < n && !is_reflex(ring, i))
            ++i;
        const size_t k = i < n ? target(ring, i) : n;
        if (k == n) {
            // Impossible in a sound ring: corner i is reflex but sees no other corner.
            if (i < n) out_.rest.push_back(ring[i]);
            out_.corners.insert(out_.corners.end(), ring.begin(), ring.end());
            out_.first.push_back(uint32_t(out_.corners.size()));
            return;
        }
        const auto [low, high] = std::minmax(i, k);
        PositionRing inner(ring.begin() + ptrdiff_t(low), ring.begin() + ptrdiff_t(high) + 1);
        PositionRing outer(ring.begin() + ptrdiff_t(high), ring.end());
        outer.insert(outer.end(), ring.begin(), ring.begin() + ptrdiff_t(low) + 1);
        pending.push_back(std::move(outer));
        pending.push_back(std::move(inner));
    }

    std::span<const LatticePoint> points_;
    std::vector<Target> targets_;
    ConvexPartition out_;
};

}  // namespace

ConvexPartition partition_meadow_map(std::span<const LatticePoint> ring) {
    if (ring.size() < 3) return {};
    return MeadowMapBuilder(ring).run();
}

}  // namespace navspan
