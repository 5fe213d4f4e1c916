// Tests random worlds with random tile sizes. All invariants must hold. The islands must be the same as without tiles.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "support/checks/tiled_bake.h"
#include "support/text/random.h"

namespace navspan {
namespace {

using support::Random;

void add_quad(TriangleSoup& soup, DVec3 a, DVec3 b, DVec3 c, DVec3 d) {
    const uint32_t first = uint32_t(soup.vertices.size());
    soup.vertices.insert(soup.vertices.end(), {a, b, c, d});
    for (const uint32_t k : {1u, 2u}) {
        soup.triangles.push_back({first, first + k, first + k + 1});
        soup.areas.push_back(63);
        soup.group_of.push_back(0);
    }
    soup.groups.resize(1);
}

// Adds a rectangular floor in a random direction. The floor rises by `rise` along its length.
void add_floor(TriangleSoup& soup, Random& random, DVec3 centre, double length, double width, double rise) {
    const double x = random.real(-1, 1), z = random.real(-1, 1), scale = 1 / std::sqrt(x * x + z * z + 1e-9);
    const bool straight = random.chance(0.5);  // true: parallel to the axes
    const double dx = straight ? 1 : x * scale, dz = straight ? 0 : z * scale;
    const auto corner = [&](double along, double across) {
        return DVec3{centre.x + dx * along - dz * across, centre.y + rise * along / length,
                     centre.z + dz * along + dx * across};
    };
    const double l = length / 2, w = width / 2;
    add_quad(soup, corner(-l, -w), corner(-l, w), corner(l, w), corner(l, -w));
}

TriangleSoup random_world(Random& random, double side) {
    TriangleSoup soup;
    if (random.chance(0.7)) add_quad(soup, {0, 0, 0}, {0, 0, side}, {side, 0, side}, {side, 0, 0});
    const int floors = random.between(3, 14);
    for (int i = 0; i < floors; ++i) {
        const double y = random.chance(0.5) ? 0.25 * random.between(-2, 24) : random.real(-1, 6);
        const double rise = random.chance(0.5) ? 0 : random.real(-4, 4);
        add_floor(soup, random, {random.real(0, side), y, random.real(0, side)}, random.real(0.5, side / 2),
                  random.real(0.3, side / 4), rise);
    }
    return soup;
}

BakeConfig random_tiles_config(Random& random) {
    BakeConfig config;
    config.profile = random.chance(0.3) ? Profile::recast : Profile::accurate;
    config.voxels = {random.chance(0.5) ? 0.25 : 0.3, random.chance(0.5) ? 0.2 : 0.1};
    config.agent.radius = std::vector<double>{0, 0.2, 0.3, 0.6}[size_t(random.between(0, 3))];
    config.agent.height = std::vector<double>{0.95, 1.2, 2}[size_t(random.between(0, 2))];
    config.agent.max_climb = std::vector<double>{0.2, 0.5, 0.9}[size_t(random.between(0, 2))];
    config.erosion.median_filter = random.chance(0.2);
    config.regions.method = RegionMethod(random.between(0, 3));
    if (random.chance(0.5)) config.regions.min_area = std::vector<double>{0, 0.5, 3, 20}[size_t(random.between(0, 3))];
    if (random.chance(0.3)) config.regions.merge_area = random.chance(0.5) ? 0 : 5;
    return config;
}

TEST(TilesFuzz, RandomWorldsHaveTheIslandsOfTheUntiledWorld) {
    for (uint64_t seed = 0; seed < support::rounds(150); ++seed) {
        Random random(seed);
        const TriangleSoup soup = random_world(random, random.real(10, 24));
        const BakeConfig config = random_tiles_config(random);
        const int32_t cells = random.between(kMinTile, 48);
        EXPECT_EQ(support::tiled_bake_fault(soup, config, cells, random), "")
            << "seed " << seed << ", tiles of " << cells << " cells";
    }
}

}  // namespace
}  // namespace navspan
