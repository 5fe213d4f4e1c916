#include "query/search/funnel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/builders/nav_mesh_builder.h"
#include "support/checks/short_calls.h"
#include "support/oracles/path_oracles.h"

namespace navspan {
namespace {

using support::Random;
using support::rounds;

double string_length(const std::vector<StringPoint>& line) {
    double sum = 0;
    for (size_t i = 0; i + 1 < line.size(); ++i) {
        sum += std::hypot(double(line[i].point.x - line[i + 1].point.x), double(line[i].point.z - line[i + 1].point.z));
    }
    return sum;
}

// The portals of a random walk over polygons. The start is in the first polygon, the goal in the last polygon. The walk never
// returns through the portal that it has just crossed.
struct PortalWalk {
    PlanePoint start, goal;
    std::vector<Portal> portals;
};

PlanePoint point_in(Random& random, const NavTile& tile, uint32_t polygon) {
    // Compute a weighted mean of one to three corners. The mean may be a corner or a point on an edge. It is exact: coordinates
    // are multiples of 2520, and each possible sum of weights (1 to 9) divides 2520.
    const auto edges = polygon_edges(tile, polygon);
    int64_t x = 0, z = 0, sum = 0;
    const int corners = random.between(1, 3);
    for (int i = 0; i < corners; ++i) {
        const HalfEdge& e = edges[size_t(random.between(0, int32_t(edges.size()) - 1))];
        const int64_t weight = random.between(1, 3);
        x += weight * e.x * 2520;
        z += weight * e.z * 2520;
        sum += weight;
    }
    return {x / sum, z / sum};
}

PortalWalk random_walk(Random& random, const NavTile& tile, int steps) {
    PortalWalk walk;
    auto polygon = uint32_t(random.between(0, int32_t(tile.polygons.size()) - 1));
    walk.start = point_in(random, tile, polygon);
    uint32_t entered = kNoIndex;
    for (int i = 0; i < steps; ++i) {
        const NavPolygon& p = tile.polygons[polygon];
        std::vector<uint32_t> ways;
        for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
            if (e != entered && tile.half_edges[e].twin != kNoIndex) ways.push_back(e);
        }
        if (ways.empty()) break;
        const uint32_t e = ways[size_t(random.between(0, int32_t(ways.size()) - 1))], n = next_edge(tile, e);
        const auto point = [&](uint32_t edge) {
            return PlanePoint{tile.half_edges[edge].x * int64_t{2520}, tile.half_edges[edge].z * int64_t{2520}};
        };
        walk.portals.push_back({point(n), point(e)});
        entered = tile.half_edges[e].twin;
        polygon = tile.edge_polygon[entered];
    }
    walk.goal = point_in(random, tile, polygon);
    return walk;
}

TEST(Funnel, FindsTheShortestPathThroughThePortals) {
    for (uint64_t seed = 0; seed < rounds(3000); ++seed) {
        Random random(seed);
        const bool spiral = seed % 4 == 0;
        const support::PolygonSoup soup =
            spiral ? support::spiral_soup(3) : support::random_soup(random, {.columns = 4, .rows = 4, .hole = 0.3});
        if (soup.polygons.empty()) continue;
        const NavTile tile = support::make_tile(soup);
        const PortalWalk walk = random_walk(random, tile, random.between(0, 25));
        const std::vector<StringPoint> line = pull_string(walk.start, walk.goal, walk.portals);
        ASSERT_EQ(line.front().point, walk.start);
        ASSERT_EQ(line.back().point, walk.goal);
        const double best = support::shortest_line(walk.start, walk.goal, walk.portals);
        ASSERT_NEAR(string_length(line), best, 1e-9 * (1 + best)) << "seed " << seed;
    }
}

TEST(Funnel, GoesAroundWallsWithoutWidth) {
    for (uint64_t seed = 0; seed < rounds(3000); ++seed) {
        Random random(seed);
        const NavTile tile = support::bricks_with_walls(random);
        const PortalWalk walk = random_walk(random, tile, random.between(0, 25));
        const double best = support::shortest_line(walk.start, walk.goal, walk.portals);
        ASSERT_NEAR(string_length(pull_string(walk.start, walk.goal, walk.portals)), best, 1e-9 * (1 + best))
            << "seed " << seed;
    }
}

TEST(Funnel, ReversedPathHasTheSameLength) {
    for (uint64_t seed = 0; seed < rounds(1000); ++seed) {
        Random random(seed);
        const NavTile tile = support::make_tile(support::random_soup(random, {.hole = 0.2}));
        if (tile.polygons.empty()) continue;
        const PortalWalk walk = random_walk(random, tile, 40);
        std::vector<Portal> back;
        for (size_t i = walk.portals.size(); i-- > 0;)
            back.push_back({walk.portals[i].right, walk.portals[i].left});
        const double forth = string_length(pull_string(walk.start, walk.goal, walk.portals));
        EXPECT_NEAR(string_length(pull_string(walk.goal, walk.start, back)), forth, 1e-9 * (1 + forth)) << "seed " << seed;
    }
}

TEST(Funnel, EachCornerIsAnEndOfItsPortal) {
    for (uint64_t seed = 0; seed < 500; ++seed) {
        Random random(seed);
        const NavTile tile = support::make_tile(support::random_soup(random, {.hole = 0.2}));
        if (tile.polygons.empty()) continue;
        const PortalWalk walk = random_walk(random, tile, 30);
        const std::vector<StringPoint> line = pull_string(walk.start, walk.goal, walk.portals);
        for (size_t i = 1; i + 1 < line.size(); ++i) {
            const Portal& portal = walk.portals[line[i].portal];
            EXPECT_TRUE(portal.left == line[i].point || portal.right == line[i].point) << "seed " << seed;
            EXPECT_GE(line[i].portal, line[i - 1].portal);
        }
    }
}

TEST(Funnel, IsAStraightLineWithoutPortals) {
    EXPECT_EQ(pull_string({0, 0}, {5, 7}, {}).size(), 2u);
    EXPECT_EQ(pull_string({3, 3}, {3, 3}, {}).size(), 1u);
}

TEST(Funnel, HandlesZeroWidthPortals) {
    const std::vector<Portal> portals{{{5, 5}, {5, 5}}, {{10, 0}, {10, 0}}};
    const std::vector<StringPoint> expected{{{0, 0}, 0}, {{5, 5}, 0}, {{10, 0}, 1}, {{20, 0}, 2}};
    EXPECT_EQ(pull_string({0, 0}, {20, 0}, portals), expected);
}

TEST(Funnel, IsExactBeyondDoublePrecision) {
    // The portal's corner is one lattice unit away from a line that is 2^52 units long.
    const int64_t far = int64_t{1} << 51;
    const std::vector<Portal> blocked{{{0, -10}, {0, 1}}};  // in direction +x, left is -z
    EXPECT_EQ(pull_string({-far, 0}, {far, 0}, blocked).size(), 2u);
    const std::vector<Portal> grazing{{{0, -10}, {0, -1}}};
    EXPECT_EQ(pull_string({-far, 0}, {far, 0}, grazing).size(), 3u);
    const std::vector<Portal> touching{{{0, -10}, {0, 0}}};
    EXPECT_EQ(pull_string({-far, 0}, {far, 0}, touching).size(), 2u);
}

TEST(Funnel, AnySegmentsGiveAPath) {
    for (uint64_t seed = 0; seed < rounds(2000); ++seed) {
        Random random(seed);
        const auto point = [&] { return PlanePoint{random.between(-3, 3), random.between(-3, 3)}; };
        std::vector<Portal> portals(size_t(random.between(0, 12)));
        for (Portal& p : portals)
            p = {point(), point()};
        const PlanePoint start = point(), goal = point();
        const std::vector<StringPoint> line = pull_string(start, goal, portals);
        EXPECT_EQ(line.front().point, start);
        EXPECT_EQ(line.back().point, goal);
    }
}

}  // namespace
}  // namespace navspan
