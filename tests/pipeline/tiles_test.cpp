// Tests that a tiled world has the same islands and paths as the untiled world. The bytes must be the same for any number of
// threads.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "bake/world/nav_tile.h"
#include "check/stages/checks.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/io/scene.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/path.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/scenes/own_scenes.h"
#include "support/scenes/scenes.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using support::Random;

void add_square(TriangleSoup& soup, DVec3 low, DVec3 high) {
    const uint32_t first = uint32_t(soup.vertices.size());
    // The square rises along z from low.y to high.y.
    soup.vertices.insert(soup.vertices.end(), {low, {low.x, high.y, high.z}, high, {high.x, low.y, low.z}});
    for (const uint32_t k : {1u, 2u}) {
        soup.triangles.push_back({first, first + k, first + k + 1});
        soup.areas.push_back(63);
        soup.group_of.push_back(0);
    }
    soup.groups.resize(1);
}

NavMesh bake_tiled(const TriangleSoup& soup, const BakeConfig& config, unsigned threads = 1) {
    std::deque<CheckProbe> checks;
    const BakeOptions options{.threads = threads,
                              .observer = {.probe = [&](const TileWindow*, size_t) { return &checks.emplace_back(); }}};
    Result<NavMesh> mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test"), options);
    EXPECT_TRUE(mesh.ok()) << mesh.error().message;
    if (!mesh) return {};
    for (const CheckProbe& probe : checks)
        EXPECT_TRUE(probe.report.ok()) << probe.report.failures.front();
    CheckReport report;
    check_nav_mesh(*mesh, report);
    EXPECT_TRUE(report.ok()) << report.failures.front();
    return *std::move(mesh);
}

uint64_t open_seam_edges(const NavMesh& mesh) {
    uint64_t open = 0;
    for (const EdgeRef& twin : mesh.seams.all())
        open += !twin.valid();
    return open;
}

struct TriangleProbe : BakeProbe {
    bool needs = true;
    size_t triangles = 0, nulls = 0;
    void after(Stage, const BakeProducts& products) override {
        (products.soup ? triangles : nulls) += products.soup ? products.soup->triangles.size() : 1;
    }
    bool needs_soup() const override { return needs; }
};

TEST(Tiles, ProbesGetTheTrianglesOfTheirTileIfTheyNeedThem) {
    TriangleSoup soup;
    for (int i = 0; i < 4; ++i)
        add_square(soup, {8.0 * i, 0, 0}, {8.0 * i + 8, 0, 8});
    BakeConfig config;
    const auto bake = [&](double tile_size, TriangleProbe& probe) {
        config.tiles.size = tile_size;
        const BakeOptions options{.threads = 1,
                                  .observer = {.probe = [&](const TileWindow*, size_t) -> BakeProbe* { return &probe; }}};
        return serialize_nav_mesh(*bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test"), options));
    };
    TriangleProbe reads, skips, untiled;
    skips.needs = untiled.needs = false;
    EXPECT_EQ(bake(8, reads), bake(8, skips));
    EXPECT_GT(reads.triangles, 0u);
    EXPECT_EQ(reads.nulls, 0u);
    EXPECT_EQ(skips.triangles, 0u);
    bake(0, untiled);
    EXPECT_EQ(untiled.triangles, soup.triangles.size() * kStageCount - soup.triangles.size()) << "no links are generated";
}

// Picks random points on the untiled mesh with uniform density. Skips points farther than half a cell from the tiled mesh.
class CommonGround {
public:
    CommonGround(const NavMesh& whole, const NavMesh& tiled, double cell_size)
        : whole_(whole), tiled_(tiled), affected_(cell_size / 2) {
        for (uint32_t t = 0; t < whole.tiles.size(); ++t) {
            for (uint32_t p = 0; p < whole.tiles[t]->polygons.size(); ++p) {
                area_ += double(doubled_area(*whole.tiles[t], p));
                up_to_.push_back({area_, {t, p}});
            }
        }
    }
    DVec3 point(Random& random) {
        while (true) {
            const double at = random.real(0, area_);
            const auto found = std::lower_bound(up_to_.begin(), up_to_.end(), at,
                                                [](const auto& piece, double value) { return piece.first < value; });
            const DVec3 point = support::random_surface_point(random, whole_, found->second);
            const auto nearest = find_nearest(tiled_, point);
            const DVec3 d = nearest->position - point;
            ++drawn;
            if (std::sqrt(d.x * d.x + d.z * d.z) <= affected_ && std::abs(d.y) <= 0.25) return point;
            ++rejected;
        }
    }
    int drawn = 0, rejected = 0;

private:
    const NavMesh& whole_;
    const NavMesh& tiled_;
    double affected_ = 0, area_ = 0;
    std::vector<std::pair<double, PolygonRef>> up_to_;
};

void expect_same_paths(const NavMesh& whole, const NavMesh& tiled, double cell_size, int pairs, const std::string& what) {
    SearchScratch scratch;
    Random random(7);
    CommonGround ground(whole, tiled, cell_size);
    double sum_whole = 0, sum_tiled = 0;
    for (int i = 0; i < pairs; ++i) {
        const PathRequest request{
            .start = ground.point(random), .goal = ground.point(random), .method = PathMethod::exact, .surface = false};
        const Result<Path> a = find_path(whole, scratch, request);
        ASSERT_TRUE(a.ok());
        const Result<Path> b = find_path(tiled, scratch, request);
        ASSERT_TRUE(b.ok());
        ASSERT_EQ(a->status, b->status) << what << " pair " << i;
        if (a->status != PathStatus::complete) continue;
        EXPECT_LE(b->length_xz, a->length_xz * 1.05 + 4 * cell_size) << what << " pair " << i;
        sum_whole += a->length_xz;
        sum_tiled += b->length_xz;
    }
    EXPECT_NEAR(sum_tiled, sum_whole, 0.01 * sum_whole) << what;
    EXPECT_LT(ground.rejected, 0.05 * ground.drawn) << what;
}

void expect_the_whole_world(const TriangleSoup& soup, Profile profile, const std::vector<int>& sizes, int pairs,
                            const std::string& scene) {
    for (const RegionMethod method :
         {RegionMethod::watershed, RegionMethod::monotone, RegionMethod::layers, RegionMethod::sheets}) {
        BakeConfig config;
        config.profile = profile;
        config.regions.method = method;
        const NavMesh whole = bake_tiled(soup, config);
        for (const int cells : sizes) {
            config.tiles.size = cells * config.voxels.cell_size;
            const std::string what = scene + (profile == Profile::recast ? ", recast" : "") + ", method " +
                                     std::to_string(int(method)) + ", tiles of " + std::to_string(cells) + " cells";
            const NavMesh tiled = bake_tiled(soup, config);
            EXPECT_EQ(tiled.islands.size(), whole.islands.size()) << what;
            EXPECT_EQ(open_seam_edges(tiled), 0u) << what;
            expect_same_paths(whole, tiled, config.voxels.cell_size, pairs, what);
        }
    }
}

TEST(Tiles, KeepTheIslandsAndPathsOfTheUntiledWorld) {
    for (const support::OwnScene& scene : support::own_scenes()) {
        const TriangleSoup soup = support::soup_of(scene);
        expect_the_whole_world(soup, Profile::accurate, {20, 50}, 300, scene.name);
        expect_the_whole_world(soup, Profile::recast, {32}, 300, scene.name);
        if (support::kSanitized) break;
    }
}

TEST(Tiles, KeepIslandsAndPathsOfFurtherLevels) {
    if (!support::scenes_folder()) GTEST_SKIP() << "NAVSPAN_SCENES is not set";
    std::vector<std::string> paths = support::all_scene_paths();
    paths.erase(paths.begin(), paths.begin() + std::ptrdiff_t(support::own_scene_paths().size()));
    for (const std::string& path : paths) {
        TriangleSoup soup = support::load_scene(path);
        ASSERT_TRUE(apply_area_rules(soup, BakeConfig{}).ok());
        for (const Profile profile : {Profile::accurate, Profile::recast})
            expect_the_whole_world(soup, profile, {32, 64, 128}, 1000, support::scene_name(path));
    }
}

TEST(Tiles, GiveTheSameBytesOnAnyNumberOfThreads) {
    for (const support::OwnScene& scene : support::own_scenes()) {
        const TriangleSoup soup = support::soup_of(scene);
        BakeConfig config;
        config.voxels.cell_size = 0.5;
        config.tiles.size = 9;
        const std::vector<std::byte> one = serialize_nav_mesh(bake_tiled(soup, config, 1));
        for (const unsigned threads : {2u, 3u, 8u})
            EXPECT_EQ(serialize_nav_mesh(bake_tiled(soup, config, threads)), one)
                << scene.name << " on " << threads << " threads";
        if (support::kSanitized) break;
    }
}

// A ramp lies so low above flat ground that the agent could climb onto it. Across a tile border, the parts of the ramp must be
// linked only to each other, and the parts of the ground only to each other.
TEST(Tiles, RampAcrossASeamConnectsToTheRightFloor) {
    TriangleSoup soup;
    add_square(soup, {0, 0, 0}, {20, 0, 40});
    add_square(soup, {5, 0.3, 10}, {15, 3, 30});
    BakeConfig config;
    config.agent = {.radius = 0.3, .height = 0.5, .max_climb = 0.45, .max_slope = 45};
    config.voxels = {.cell_size = 0.25, .cell_height = 0.1};
    config.filters.ledges = LedgeTest::off;
    const NavMesh whole = bake_tiled(soup, config);
    config.tiles.size = 5;
    const NavMesh tiled = bake_tiled(soup, config);
    EXPECT_EQ(tiled.islands.size(), whole.islands.size());
    EXPECT_EQ(open_seam_edges(tiled), 0u);
    for (uint32_t t = 0; t < tiled.tiles.size(); ++t) {
        for (uint32_t e = 0; e < tiled.tiles[t]->half_edges.size(); ++e) {
            const EdgeRef twin = twin_of(tiled, {t, e});
            if (!twin.valid()) continue;
            const auto middle = [&](EdgeRef edge) {
                const NavTile& tile = *tiled.tiles[edge.tile];
                const float a = tile.vertex_y[tile.half_edges[edge.edge].vertex];
                const float b = tile.vertex_y[tile.half_edges[next_edge(tile, edge.edge)].vertex];
                return tile.frame.height_quantum * tile.frame.y0 + (double(a) + double(b)) / 2;
            };
            EXPECT_NEAR(middle({t, e}), middle(twin), 1e-5);
        }
    }
}

// An island smaller than min_area must be removed even if tile borders cut it. A larger island must be kept even if its part in
// each tile is small.
TEST(Tiles, SmallIslandsAcrossBordersAreMeasuredAsAWhole) {
    for (const double shift : {0.0, 1.0, 2.5, 4.0}) {
        TriangleSoup soup;
        add_square(soup, {0, 0, 0}, {30, 0, 30});
        add_square(soup, {4 + shift, 5, 4 + shift}, {8 + shift, 5, 8 + shift});      // a small roof
        add_square(soup, {14 + shift, 5, 14 + shift}, {19 + shift, 5, 19 + shift});  // a larger roof
        BakeConfig config;
        config.voxels.cell_size = 0.25;
        config.agent.radius = 0.5;
        config.regions.min_area = 10;
        const NavMesh whole = bake_tiled(soup, config);
        EXPECT_EQ(whole.islands.size(), 2u);
        config.tiles.size = 4;
        const NavMesh tiled = bake_tiled(soup, config);
        EXPECT_EQ(tiled.islands.size(), 2u) << "shift " << shift;
        EXPECT_EQ(open_seam_edges(tiled), 0u);
    }
}

TEST(Tiles, TheLowestFailingTileGivesTheError) {
    TriangleSoup soup;
    add_square(soup, {0, 0, 0}, {30, 0, 30});
    for (const double at : {12.0, 22.0}) {
        add_square(soup, {at, 0, at}, {at + 1, 20'000, at + 1});  // taller than the height limit of a grid
    }
    BakeConfig config;
    config.tiles.size = 6;
    for (const unsigned threads : {1u, 3u}) {
        const Result<NavMesh> mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test"), {.threads = threads});
        ASSERT_FALSE(mesh.ok());
        EXPECT_EQ(mesh.error().message.substr(0, 13), "tile (1, 1): ") << mesh.error().message;
    }
}

// The level is a slope over many tiles. The whole slope exceeds the height limit of a grid, but its part in each tile does not.
TEST(Tiles, HeightLimitAppliesPerTile) {
    TriangleSoup soup;
    add_square(soup, {0, -9'000, 0}, {60, 9'000, 24'000});
    BakeConfig config;
    config.voxels = {.cell_size = 4, .cell_height = 0.2};
    config.agent.radius = 1;
    EXPECT_FALSE(bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test")).ok());
    config.tiles.size = 400;
    const Result<NavMesh> mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test"));
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    EXPECT_EQ(mesh->tiles.size(), 60u);
    EXPECT_EQ(mesh->islands.size(), 1u);
}

TEST(Tiles, AWorldWithoutGroundIsAnEmptyMesh) {
    TriangleSoup soup;
    add_square(soup, {0, 0, 0}, {1, 0, 1});
    BakeConfig config;
    config.tiles.size = 6;
    EXPECT_EQ(bake_tiled(soup, config).polygon_count(), 0u);
    EXPECT_EQ(bake_tiled({}, config).polygon_count(), 0u);
}

// A tile has a side of 900 km. Its grid must be cropped to the contents of the tile.
TEST(Tiles, TilesLargerThanTheLevelNeedNoMoreMemory) {
    for (const Profile profile : {Profile::accurate, Profile::recast}) {
        BakeConfig config;
        config.profile = profile;
        const TriangleSoup soup = support::own_scene_soup("courtyard");
        const NavMesh whole = bake_tiled(soup, config);
        config.tiles.size = 9e5;
        const NavMesh tiled = bake_tiled(soup, config);
        EXPECT_EQ(tiled.islands.size(), whole.islands.size());
        double area = 0, wanted = 0;
        for (const Island& island : whole.islands)
            wanted += island.area;
        for (const Island& island : tiled.islands)
            area += island.area;
        EXPECT_NEAR(area, wanted, 0.01 * wanted);
    }
}

}  // namespace
}  // namespace navspan
