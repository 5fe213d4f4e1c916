#include "support/worlds/random_plans.h"

#include <algorithm>
#include <utility>

#include "polygon/ring.h"

namespace navspan::support {
namespace {

int64_t size_of(const LatticeRing& ring) {
    return std::abs(doubled_area(ring));
}

}  // namespace

LatticeRing random_star(Random& random, LatticePoint middle, int32_t reach, int more) {
    LatticeRing spokes{{random.between(1, reach), 0},
                       {0, random.between(1, reach)},
                       {-random.between(1, reach), 0},
                       {0, -random.between(1, reach)}};
    for (int i = 0; i < more; ++i) {
        const LatticePoint p{random.between(-reach, reach), random.between(-reach, reach)};
        const bool alike = std::any_of(spokes.begin(), spokes.end(), [&](LatticePoint q) {
            return is_collinear({0, 0}, p, q) && int64_t{p.x} * q.x + int64_t{p.z} * q.z > 0;
        });
        if (!alike && p != LatticePoint{0, 0}) spokes.push_back(p);
    }
    const auto half = [](LatticePoint p) { return p.z > 0 || (p.z == 0 && p.x > 0) ? 0 : 1; };
    std::sort(spokes.begin(), spokes.end(), [&](LatticePoint p, LatticePoint q) {
        return half(p) != half(q) ? half(p) < half(q) : orient2d({0, 0}, p, q) < 0;
    });
    for (LatticePoint& p : spokes)
        p = {p.x + middle.x, p.z + middle.z};
    if (random.chance(0.5)) std::reverse(spokes.begin(), spokes.end());
    return spokes;
}

RandomPlan random_plan(Random& random, int cells, int corners) {
    constexpr int32_t kCellSize = 64;
    const int32_t half = kCellSize * cells / 2;
    RandomPlan out;
    std::vector<std::pair<uint8_t, LatticeRing>> others;  // shapes added after the outline
    std::vector<LatticeRing> outline;
    // The outline is a square around the cells. The middle of each side is moved inwards or outwards.
    const int32_t far = half + 9;
    int32_t bent[4];
    for (int32_t& b : bent)
        b = random.between(half + 2, half + 20);
    outline.push_back(
        {{-far, -far}, {-bent[0], 0}, {-far, far}, {0, bent[1]}, {far, far}, {bent[2], 0}, {far, -far}, {0, -bent[3]}});
    out.doubled_area[kPlainGround] = size_of(outline[0]);
    for (int32_t i = 0; i < cells; ++i) {
        for (int32_t k = 0; k < cells; ++k) {
            const LatticePoint middle{i * kCellSize - half + kCellSize / 2, k * kCellSize - half + kCellSize / 2};
            const int more = random.between(0, corners);
            LatticeRing ring = random_star(random, middle, kCellSize / 2 - 1, more);
            const int what = random.between(0, 4);
            if (what == 0) continue;
            if (what == 3) {
                // Add a hole, and inside the hole an island with the same shape and half the size.
                LatticeRing island = random_star(random, {0, 0}, kCellSize / 4 - 1, more);
                ring = island;
                for (LatticePoint& p : ring)
                    p = {middle.x + 2 * p.x, middle.z + 2 * p.z};
                for (LatticePoint& p : island)
                    p = {middle.x + p.x, middle.z + p.z};
                out.doubled_area[kPlainGround] += size_of(island);
                others.emplace_back(kPlainGround, std::move(island));
            }
            const int64_t size = size_of(ring);
            if (what == 4) {
                const auto area = uint8_t(random.between(1, 3));
                out.doubled_area[kPlainGround] -= size;
                out.doubled_area[area] += size;
                others.emplace_back(area, std::move(ring));
                continue;
            }
            out.doubled_area[kPlainGround] -= size;
            (what == 1 ? others.emplace_back(kObstacle, std::move(ring)).second : outline.emplace_back(std::move(ring)));
        }
    }
    add_shape(out.plan, kPlainGround);
    for (const LatticeRing& ring : outline)
        add_ring(out.plan, ring);
    for (const auto& [area, ring] : others) {
        add_shape(out.plan, area);
        add_ring(out.plan, ring);
    }
    return out;
}

GroundPlan random_overlapping_shapes(Random& random, int shapes, int32_t side) {
    GroundPlan plan;
    for (int i = 0; i < shapes; ++i) {
        add_shape(plan, random.chance(0.3) ? kObstacle : uint8_t(random.between(1, 4)));
        if (random.chance(0.5)) {
            const int32_t x = random.between(0, side - 1), z = random.between(0, side - 1);
            const int32_t x1 = random.between(x + 1, side), z1 = random.between(z + 1, side);
            const LatticePoint box[4] = {{x, z}, {x1, z}, {x1, z1}, {x, z1}};
            add_ring(plan, box);
        } else {
            const int32_t reach = random.between(4, side / 2);
            const LatticePoint middle{random.between(0, side), random.between(0, side)};
            add_ring(plan, random_star(random, middle, reach, 3));
        }
    }
    return plan;
}

uint8_t area_at(const GroundPlan& plan, LatticePoint doubled) {
    uint8_t area = 0;
    for (const PlanShape& shape : plan.shapes) {
        bool inside = false;
        for (uint32_t r = shape.first_ring; r < shape.first_ring + shape.ring_count; ++r) {
            const std::span<const LatticePoint> ring = plan_ring(plan, r);
            for (size_t i = 0; i < ring.size(); ++i) {
                LatticePoint a = ring[i], b = ring[i + 1 == ring.size() ? 0 : i + 1];
                a = {2 * a.x, 2 * a.z}, b = {2 * b.x, 2 * b.z};
                if ((a.x <= doubled.x) == (b.x <= doubled.x)) continue;
                if (b.x < a.x) std::swap(a, b);
                inside ^= orient2d(a, b, doubled) > 0;
            }
        }
        if (!inside) continue;
        if (shape.area == kObstacle) return kObstacle;
        area = shape.area;
    }
    return area;
}

GroundPlan shuffled_rings(Random& random, const GroundPlan& plan) {
    GroundPlan out;
    out.quantum = plan.quantum;
    for (const PlanShape& shape : plan.shapes) {
        std::vector<LatticeRing> rings;
        for (uint32_t r = shape.first_ring; r < shape.first_ring + shape.ring_count; ++r) {
            const std::span<const LatticePoint> ring = plan_ring(plan, r);
            LatticeRing& copy = rings.emplace_back(ring.begin(), ring.end());
            std::rotate(copy.begin(), copy.begin() + random.between(0, int(copy.size()) - 1), copy.end());
            if (random.chance(0.5)) std::reverse(copy.begin(), copy.end());
        }
        for (size_t i = rings.size(); i > 1; --i)
            std::swap(rings[i - 1], rings[size_t(random.between(0, int(i) - 1))]);
        add_shape(out, shape.area);
        for (const LatticeRing& ring : rings)
            add_ring(out, ring);
    }
    return out;
}

}  // namespace navspan::support
