#include "navspan/query/random_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "navmesh/index/polygon_surface.h"
#include "navspan/core/hash.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::mesh_from_picture;
using support::Random;

bool is_inside(const NavMesh& mesh, PolygonRef ref, DVec3 p, double slack) {
    const NavTile& tile = tile_of(mesh, ref);
    const DVec3 local = to_local(tile.frame, p);
    const auto edges = polygon_edges(tile, ref.polygon);
    for (size_t i = 0; i < edges.size(); ++i) {
        const HalfEdge &a = edges[i], &b = edges[(i + 1) % edges.size()];
        const double ex = double(b.x) - a.x, ez = double(b.z) - a.z;
        if (ex * (local.z - a.z) - ez * (local.x - a.x) > slack * std::hypot(ex, ez)) return false;
    }
    return true;
}

// Checks with a chi-squared test that the counts `seen` match the fractions `share`. The sum of (seen - expected)^2 / expected
// must be within five standard deviations of its mean.
void expect_uniform(const std::map<int, double>& share, const std::map<int, int>& seen, int draws) {
    double sum = 0;
    for (const auto& [bin, part] : share) {
        const auto at = seen.find(bin);
        const double expected = part * draws, off = (at == seen.end() ? 0 : at->second) - expected;
        sum += off * off / expected;
    }
    for (const auto& [bin, count] : seen)
        EXPECT_TRUE(share.contains(bin)) << "points where there is no area: " << count;
    const double freedom = double(share.size()) - 1;
    if (freedom == 0) return;
    EXPECT_LT(sum, freedom + 5 * std::sqrt(2 * freedom));
    EXPECT_GT(sum, freedom - 5 * std::sqrt(2 * freedom));
}

TEST(RandomPoint, PolygonProbabilityIsProportionalToArea) {
    SearchScratch scratch;
    PointSampler sampler;
    for (uint64_t seed = 0; seed < 10; ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.hole = 0.2, .areas = 3});
        QueryFilter filter = default_filter(mesh);
        if (seed % 3 == 0) filter.excluded_areas = 1u << 1;
        const ReachRequest request{support::point_in({0, 0}), &filter};
        EXPECT_TRUE(sample_reachable(mesh, scratch, request, sampler).ok());
        std::vector<PolygonRef> part;
        EXPECT_TRUE(collect_reachable(mesh, scratch, request, part).ok());
        std::map<int, double> share;
        for (const PolygonRef p : part)
            share[int(p.polygon)] = area_of(mesh, std::span(&p, 1)) / area_of(mesh, part);
        constexpr int kDraws = 20000;
        RandomSequence sequence{seed};
        std::map<int, int> seen;
        for (int i = 0; i < kDraws; ++i) {
            const auto p = random_point(mesh, sampler, sequence);
            ASSERT_TRUE(p && is_inside(mesh, p->polygon, p->position, 1e-9));
            ASSERT_NEAR(p->position.y, surface_height(mesh, *p, p->position.x, p->position.z), 1e-12);
            ++seen[int(p->polygon.polygon)];
        }
        expect_uniform(share, seen, kDraws);
    }
}

TEST(RandomPoint, PointsAreUniformWithinAPolygon) {
    const NavMesh mesh = mesh_from_picture({"."});
    SearchScratch scratch;
    PointSampler sampler;
    EXPECT_TRUE(sample_reachable(mesh, scratch, {support::point_in({0, 0})}, sampler).ok());
    RandomSequence sequence{1};
    std::map<int, double> share;
    std::map<int, int> seen;
    for (int bin = 0; bin < 256; ++bin)
        share[bin] = 1.0 / 256;
    for (int i = 0; i < 100000; ++i) {
        const DVec3 p = random_point(mesh, sampler, sequence)->position;
        ++seen[std::min(int(p.x * 16), 15) * 16 + std::min(int(p.z * 16), 15)];
    }
    expect_uniform(share, seen, 100000);
}

// Divides each cell of the picture into four bins. Returns for each bin its fraction of the circle's walkable area, measured by
// counting small squares.
std::map<int, double> circle_share(const std::vector<const char*>& rows, DVec3 centre, double radius) {
    constexpr int kFine = 64;
    std::map<int, double> share;
    double all = 0;
    for (int z = 0; z < int(rows.size()); ++z) {
        for (int x = 0; rows[size_t(z)][x]; ++x) {
            if (rows[size_t(z)][x] == '#') continue;
            for (int k = 0; k < kFine * kFine; ++k) {
                const double px = x + (k % kFine + 0.5) / kFine, pz = z + (double(k / kFine) + 0.5) / kFine;
                if (std::hypot(px - centre.x, pz - centre.z) > radius) continue;
                ++share[int(px * 2) * 100 + int(pz * 2)];
                ++all;
            }
        }
    }
    // Remove bins that are too small for the chi-squared test.
    double kept = 0;
    std::erase_if(share, [&](const auto& bin) { return bin.second < 0.002 * all; });
    for (const auto& [bin, part] : share)
        kept += part;
    for (auto& [bin, part] : share)
        part /= kept;
    return share;
}

TEST(RandomPoint, PointsAreUniformInACircle) {
    const std::vector<const char*> rows{"......", ".#....", "...##.", "......", "......", ".##..."};
    const NavMesh mesh = mesh_from_picture(rows);
    SearchScratch scratch;
    PointSampler sampler;
    struct Case {
        DVec3 centre;
        double radius;
    };
    for (const Case& c : {Case{{3, 0, 3}, 2.2}, Case{{0.3, 0, 0.4}, 2.7}, Case{{2.5, 0, 2.5}, 0.4}, Case{{3, 0, 1.5}, 100}}) {
        const SurfacePoint start = *find_nearest(mesh, c.centre);
        ASSERT_TRUE(sample_circle(mesh, scratch, {start, c.centre, c.radius}, sampler).ok());
        const std::map<int, double> share = circle_share(rows, c.centre, c.radius);
        std::map<int, int> seen;
        RandomSequence sequence{7};
        int draws = 0;
        for (int i = 0; i < 40000; ++i) {
            const DVec3 p = random_point(mesh, sampler, sequence)->position;
            ASSERT_LE((p.x - c.centre.x) * (p.x - c.centre.x) + (p.z - c.centre.z) * (p.z - c.centre.z), c.radius * c.radius);
            const int bin = int(p.x * 2) * 100 + int(p.z * 2);
            if (!share.contains(bin)) continue;
            ++seen[bin];
            ++draws;
        }
        EXPECT_GT(draws, 39000);
        expect_uniform(share, seen, draws);
    }
}

TEST(RandomPoint, PointsInACircleAreInsideAndReachable) {
    SearchScratch scratch;
    PointSampler sampler;
    int drawn = 0;
    for (uint64_t seed = 0; seed < support::rounds(200); ++seed) {
        Random random(seed);
        const NavMesh mesh = seed % 4 ? support::random_mesh(random, {.hole = 0.2, .areas = 3})
                                      : support::make_mesh(support::spiral_soup(3), &random);
        for (int i = 0; i < 10; ++i) {
            const DVec3 centre = support::random_point(random, mesh);
            const PolygonRef start = polygon_ref(mesh, uint32_t(random.between(0, int32_t(mesh.polygon_count()) - 1)));
            const double radius = i == 0 ? 1e9 : std::pow(10, random.real(-3, 1.2));
            ASSERT_TRUE(sample_circle(mesh, scratch, {support::point_in(start), centre, radius}, sampler).ok());
            RandomSequence sequence{seed};
            for (int k = 0; k < 5; ++k) {
                const auto p = random_point(mesh, sampler, sequence);
                ASSERT_EQ(p.has_value(), sampler.fallback.has_value());
                if (!p) break;
                ++drawn;
                EXPECT_LE(std::hypot(p->position.x - centre.x, p->position.z - centre.z), radius * (1 + 1e-12));
                EXPECT_TRUE(is_inside(mesh, p->polygon, p->position, 1e-6)) << "seed " << seed << " circle " << i;
                EXPECT_EQ(island_of(mesh, p->polygon), island_of(mesh, start));
            }
        }
    }
    EXPECT_GT(drawn, 1000 / (support::kSanitized ? 10 : 1));
}

TEST(RandomPoint, SliverOfACircleIsSampledQuickly) {
    const NavMesh mesh = mesh_from_picture({"...."});
    SearchScratch scratch;
    PointSampler sampler;
    // The circle extends beyond the wall by 1e-6 wu.
    ASSERT_TRUE(sample_circle(mesh, scratch, {support::point_in({0, 1}), {2, 0, 2}, 1.000001}, sampler).ok());
    RandomSequence sequence{3};
    for (int i = 0; i < 1000; ++i) {
        const uint64_t before = sequence.state;
        ASSERT_TRUE(random_point(mesh, sampler, sequence).has_value());
        // Each call of next() adds the same odd constant to the state. The number of calls is the change of the state,
        // multiplied by the inverse of the constant modulo 2^64.
        EXPECT_LT((sequence.state - before) * 0xf1de83e19937733du, 3u * 100);
    }
}

TEST(RandomPoint, TheSameSeedGivesTheSamePoints) {
    const NavMesh mesh = mesh_from_picture({"...", ".#.", "..."});
    SearchScratch scratch;
    PointSampler sampler;
    EXPECT_TRUE(sample_reachable(mesh, scratch, {support::point_in({0, 0})}, sampler).ok());
    RandomSequence a{42}, b{42}, c{43};
    const DVec3 first = random_point(mesh, sampler, a)->position;
    EXPECT_EQ(first, random_point(mesh, sampler, b)->position);
    EXPECT_NE(first, random_point(mesh, sampler, c)->position);
    EXPECT_EQ(RandomSequence{0}.next(), 0xe220a8397b1dcdafu);  // published first number for seed 0
}

TEST(RandomPoint, EmptyAndInvalidQueriesAreHandled) {
    const NavMesh mesh = mesh_from_picture({"...."});
    SearchScratch scratch;
    PointSampler sampler;
    RandomSequence sequence;
    EXPECT_FALSE(random_point(mesh, sampler, sequence).has_value());
    ASSERT_TRUE(sample_circle(mesh, scratch, {support::point_in({0, 0}), {0.5, 0, 0.5}, 0}, sampler).ok());
    EXPECT_EQ(random_point(mesh, sampler, sequence)->position, (DVec3{0.5, 0, 0.5}));
    ASSERT_TRUE(sample_circle(mesh, scratch, {support::point_in({0, 0}), {3.5, 0, 0.5}, 1}, sampler).ok());
    EXPECT_FALSE(random_point(mesh, sampler, sequence).has_value());
    EXPECT_FALSE(sample_circle(mesh, scratch, {support::point_in({0, 0}), {0.5, 0, 0.5}, -1}, sampler).ok());
    EXPECT_FALSE(sample_circle(mesh, scratch, {support::point_in({0, 0}), {std::nan(""), 0, 0.5}, 1}, sampler).ok());
}

}  // namespace
}  // namespace navspan
