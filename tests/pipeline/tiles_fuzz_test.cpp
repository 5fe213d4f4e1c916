// Tests random worlds with random tile sizes: all invariants must hold, and the islands must be the same as without tiles.

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <string>
#include <vector>

#include "bake/world/nav_tile.h"
#include "check/stages/checks.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "support/builders/nav_mesh_builder.h"
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

// Checks the invariants of every product. Counts the contours that Recast's simplification drops.
struct Watch : CheckProbe {
    uint32_t dropped = 0;
    void after(Stage stage, const BakeProducts& products) override {
        CheckProbe::after(stage, products);
        if (stage == Stage::contours) dropped = uint32_t(products.contours->issues.size());
    }
};

struct Baked {
    NavMesh mesh;
    uint32_t dropped = 0;
};

Baked bake_checked(const TriangleSoup& soup, const BakeConfig& config, const std::string& what) {
    std::deque<Watch> watches;
    const BakeOptions options{.observer = {.probe = [&](const TileWindow*, size_t) { return &watches.emplace_back(); }}};
    Result<NavMesh> mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test"), options);
    EXPECT_TRUE(mesh.ok()) << what << mesh.error().message;
    if (!mesh) return {};
    CheckReport report;
    check_nav_mesh(*mesh, report);
    Baked out{*std::move(mesh)};
    for (const Watch& watch : watches) {
        report.failures.insert(report.failures.end(), watch.report.failures.begin(), watch.report.failures.end());
        out.dropped += watch.dropped;
    }
    EXPECT_TRUE(report.ok()) << what << report.failures.front();
    return out;
}

uint32_t island_at(const NavMesh& mesh, PolygonRef polygon) {
    return mesh.polygon_island[polygon.tile][polygon.polygon];
}

// Checks that random points are on the same island of one mesh if and only if they are on the same island of the other.
void expect_same_reachability(const NavMesh& whole, const NavMesh& tiled, Random& random, double cell_size,
                              const std::string& what) {
    if (whole.polygon_count() == 0) return;
    std::vector<uint32_t> other(whole.islands.size(), kNoIndex);
    const int32_t last = int32_t(whole.tiles[0]->polygons.size()) - 1;
    for (int i = 0; i < 60; ++i) {
        const PolygonRef polygon{0, uint32_t(random.between(0, last))};
        const DVec3 point = support::random_surface_point(random, whole, polygon);
        const auto found = find_nearest(tiled, point);
        if (!found || found->distance > cell_size / 2) continue;
        uint32_t& island = other[island_at(whole, polygon)];
        if (island == kNoIndex) island = island_at(tiled, found->polygon);
        EXPECT_EQ(island, island_at(tiled, found->polygon)) << what;
    }
}

TEST(TilesFuzz, RandomWorldsHaveTheIslandsOfTheUntiledWorld) {
    for (uint64_t seed = 0; seed < support::rounds(150); ++seed) {
        Random random(seed);
        const TriangleSoup soup = random_world(random, random.real(10, 24));
        BakeConfig config = random_tiles_config(random);
        const int32_t cells = random.between(kMinTile, 48);
        const std::string what = "seed " + std::to_string(seed) + ", tiles of " + std::to_string(cells) + " cells: ";
        const Baked whole = bake_checked(soup, config, what);
        config.tiles.size = cells * config.voxels.cell_size;
        const Baked tiled = bake_checked(soup, config, what);
        if (config.profile == Profile::accurate) {
            EXPECT_EQ(tiled.mesh.islands.size(), whole.mesh.islands.size()) << what;
            EXPECT_EQ(whole.dropped + tiled.dropped, 0u) << what;
        } else {
            // Each dropped contour can be a whole island, so the numbers of islands may differ by up to the number of dropped
            // contours.
            const auto more = std::abs(int64_t(tiled.mesh.islands.size()) - int64_t(whole.mesh.islands.size()));
            EXPECT_LE(more, int64_t{whole.dropped} + tiled.dropped) << what;
        }
        expect_same_reachability(whole.mesh, tiled.mesh, random, config.voxels.cell_size, what);
    }
}

}  // namespace
}  // namespace navspan
