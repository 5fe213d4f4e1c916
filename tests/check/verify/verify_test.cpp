#include "check/verify/verify.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bake/world/nav_tile.h"
#include "check/verify/walkable_grid.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

NavMesh bake(const TriangleSoup& soup, const BakeConfig& config) {
    return bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test")).value();
}

VerifyParams params_for(const BakeConfig& config, uint64_t pairs, uint64_t seed = 1) {
    const VoxelConfig voxels = to_voxels(config).value();
    return {.pairs = pairs,
            .seed = seed,
            .lattice = voxels.lattice,
            .slack = 4 * voxels.contour_max_error * voxels.lattice.cell_size,
            .reach = config.agent.height / 2};
}

// Compares a mesh with the voxels of a level. To provoke errors, tests pass the level of another mesh.
VerifyReport verify(const NavMesh& mesh, const TriangleSoup& soup, const BakeConfig& config, const VerifyParams& params) {
    WalkableTiles tiles = WalkableTiles::of(soup, config).value();
    GridWorld world = GridWorld::open(tiles).value();
    return verify_mesh(mesh, world, params).value();
}
VerifyReport verify(const NavMesh& mesh, const TriangleSoup& soup, const BakeConfig& config, uint64_t pairs = 150,
                    uint64_t seed = 1) {
    return verify(mesh, soup, config, params_for(config, pairs, seed));
}

// Builds a flat ground of 24 x 24 wu.
TriangleSoup ground() {
    TriangleSoup soup;
    soup.vertices = {{0, 0, 0}, {0, 0, 24}, {24, 0, 24}, {24, 0, 0}};
    soup.triangles = {{0, 1, 2}, {0, 2, 3}};
    soup.areas = {63, 63};
    soup.group_of = {0, 0};
    soup.groups.resize(1);
    return soup;
}

uint64_t count_of(const VerifyReport& report, VerifyFault fault) {
    uint64_t count = 0;
    for (const VerifyFinding& finding : report.findings)
        count += finding.fault == fault;
    return count;
}

TEST(Verify, CorrectMeshesHaveNoFindings) {
    for (const double tile_size : {0.0, 12.0}) {
        for (const char* scene : {"courtyard", "tower", "maze"}) {
            SCOPED_TRACE(scene);
            BakeConfig config;
            config.tiles.size = tile_size;
            const TriangleSoup soup = support::own_scene_soup(scene);
            const VerifyReport report = verify(bake(soup, config), soup, config);
            EXPECT_TRUE(report.ok());
            EXPECT_EQ(report.pairs, 150u);
            EXPECT_GT(report.compared, 80u);
            EXPECT_GT(report.reachable, 50u);
        }
    }
}

TEST(Verify, FindsADisconnectedMesh) {
    const TriangleSoup open = ground();
    TriangleSoup walled = open;
    support::add_box(walled, {11.8, -1, -1}, {12.2, 3, 25}, 0);
    const BakeConfig config;
    const VerifyReport report = verify(bake(walled, config), open, config);
    EXPECT_GT(count_of(report, VerifyFault::cut_off), 50u);
    EXPECT_EQ(count_of(report, VerifyFault::joined), 0u);
    // Floors that are too close to the wall have no polygon.
    EXPECT_GT(report.outside.size(), 0u);
    ASSERT_FALSE(report.findings.empty());
    const VerifyFinding& first = report.findings.front();
    EXPECT_GT(first.grid_length, 0);
    EXPECT_EQ(first.mesh_length, 0);
    EXPECT_EQ(first.grid_path.front(), first.start);
    EXPECT_EQ(first.grid_path.back(), first.goal);
}

TEST(Verify, FindsAMeshThatConnectsSeparateGround) {
    const TriangleSoup open = ground();
    TriangleSoup walled = open;
    support::add_box(walled, {11.8, -1, -1}, {12.2, 3, 25}, 0);
    const BakeConfig config;
    const VerifyReport report = verify(bake(open, config), walled, config);
    EXPECT_GT(count_of(report, VerifyFault::joined), 50u);
    EXPECT_EQ(report.findings.size(), count_of(report, VerifyFault::joined));
    EXPECT_EQ(report.undecided, 0u);
    // A grid may miss paths that an agent can walk. With report_joined off, a pair that only the mesh connects therefore counts
    // as undecided, not as an error.
    VerifyParams params = params_for(config, 150);
    params.report_joined = false;
    const VerifyReport lenient = verify(bake(open, config), walled, config, params);
    EXPECT_TRUE(lenient.ok());
    EXPECT_EQ(lenient.undecided, report.findings.size());
}

TEST(Verify, FindsDetours) {
    const TriangleSoup open = ground();
    TriangleSoup walled = open;
    support::add_box(walled, {11.8, -1, -1}, {12.2, 3, 18}, 0);
    const BakeConfig config;
    const VerifyReport report = verify(bake(walled, config), open, config);
    EXPECT_GT(count_of(report, VerifyFault::too_long), 20u);
    EXPECT_EQ(report.findings.size(), count_of(report, VerifyFault::too_long));
    for (const VerifyFinding& finding : report.findings)
        EXPECT_GT(finding.mesh_length, finding.grid_length * 1.02);
    // The mesh lacks the wall; the grid has it. The paths on the mesh are shorter, which is no error.
    EXPECT_TRUE(verify(bake(open, config), walled, config).ok());
}

TEST(Verify, OnlyTheFirstFindingsListPaths) {
    const TriangleSoup open = ground();
    TriangleSoup walled = open;
    support::add_box(walled, {11.8, -1, -1}, {12.2, 3, 18}, 0);
    const BakeConfig config;
    const NavMesh mesh = bake(walled, config);
    VerifyParams params = params_for(config, 150);
    params.max_paths = 1000;
    const VerifyReport all = verify(mesh, open, config, params);
    params.max_paths = 3;
    const VerifyReport some = verify(mesh, open, config, params);
    ASSERT_GT(all.findings.size(), 3u);
    ASSERT_EQ(some.findings.size(), all.findings.size());
    for (size_t i = 0; i < all.findings.size(); ++i) {
        const VerifyFinding &a = all.findings[i], &b = some.findings[i];
        EXPECT_EQ(a.start, b.start);
        EXPECT_EQ(a.grid_length, b.grid_length);
        EXPECT_EQ(a.mesh_length, b.mesh_length);
        EXPECT_EQ(a.grid_path.front(), a.start);
        EXPECT_EQ(a.grid_path.back(), a.goal);
        EXPECT_EQ(b.grid_path, i < 3 ? a.grid_path : std::vector<DVec3>());
        EXPECT_EQ(b.mesh_path, i < 3 ? a.mesh_path : std::vector<DVec3>());
        // The length of the reported path must equal the reported length.
        double length = 0;
        for (size_t k = 1; k < a.grid_path.size(); ++k)
            length += std::hypot(a.grid_path[k].x - a.grid_path[k - 1].x, a.grid_path[k].z - a.grid_path[k - 1].z);
        EXPECT_NEAR(length, a.grid_length, 1e-6);
    }
}

// A source of tiles that counts how many tiles the world requests.
struct CountedTiles : GridSource {
    explicit CountedTiles(GridSource& tiles) : source(tiles) {}
    size_t tile_count() const override { return source.tile_count(); }
    int32_t row(size_t tile) const override { return source.row(tile); }
    size_t tile_at(int32_t x, int32_t z) const override { return source.tile_at(x, z); }
    Result<GridGraph> graph(size_t tile) override {
        ++made;
        return source.graph(tile);
    }

    GridSource& source;
    uint64_t made = 0;
};

// The world keeps only a few cells in memory. Opening the world bakes each tile once. Comparing the pairs then bakes at most
// the same number of tiles.
TEST(Verify, EachTileIsBuiltOnceForCellLookups) {
    const TriangleSoup soup = ground();
    BakeConfig config;
    config.tiles.size = 6;
    const NavMesh mesh = bake(soup, config);
    WalkableTiles tiles = WalkableTiles::of(soup, config).value();
    CountedTiles counted(tiles);
    GridWorld world = GridWorld::open(counted, 1).value();
    const uint64_t opened = counted.made;
    EXPECT_GT(opened, 10u);
    const VerifyReport report = verify_mesh(mesh, world, params_for(config, 500)).value();
    EXPECT_TRUE(report.ok());
    EXPECT_EQ(report.reachable, report.compared);
    EXPECT_LE(counted.made, 2 * opened);
}

TEST(Verify, RemovedGroundIsListedSeparately) {
    TriangleSoup soup = ground();
    // Add a platform with too few cells for a region.
    support::add_box(soup, {40, -1, 40}, {43, 0, 43}, 63);
    const BakeConfig config;
    const VerifyReport report = verify(bake(soup, config), soup, config, 2000);
    EXPECT_TRUE(report.ok());
    uint64_t removed = 0;
    for (const VerifyUncovered& outside : report.outside)
        removed += outside.distance > 10 && outside.island_cells < 64;
    EXPECT_GT(removed, 0u);
}

// On steep ground without erosion, the border of a polygon can pass above or below the floors of an adjacent removed island.
// These floors must not be compared with the polygon.
TEST(Verify, FloorsFarAboveOrBelowAPolygonAreNotCompared) {
    const TriangleSoup soup = support::own_scene_soup("terrain");
    BakeConfig config;
    config.agent.radius = 0;
    const VerifyReport report = verify(bake(soup, config), soup, config, support::rounds(2000));
    EXPECT_TRUE(report.ok());
    EXPECT_GT(report.compared, support::rounds(1900));
}

TEST(Verify, AllEndsAreOutsideAnEmptyMesh) {
    const TriangleSoup soup = ground(), none;
    const BakeConfig config;
    const VerifyReport report = verify(bake(none, config), soup, config, 10);
    EXPECT_EQ(report.compared, 0u);
    EXPECT_EQ(report.outside.size(), 20u);
    EXPECT_TRUE(verify(bake(none, config), none, config, 10).ok());
}

TEST(Verify, OffMeshLinksAreIgnored) {
    TriangleSoup soup = ground();
    support::add_box(soup, {11.8, -1, -1}, {12.2, 3, 25}, 0);
    BakeConfig config;
    OffMeshLinkConfig& link = config.off_mesh_links.emplace_back();
    link.start = {5, 0, 5};
    link.end = {20, 0, 5};
    const NavMesh mesh = bake(soup, config);
    ASSERT_EQ(mesh.links.size(), 2u);
    EXPECT_TRUE(verify(mesh, soup, config).ok());
}

TEST(Verify, AllAreasHaveCostOne) {
    TriangleSoup soup = ground();
    support::add_box(soup, {8, -1, 2}, {16, 0.05, 22}, 5);
    BakeConfig config;
    config.areas.push_back({"mud", 5, 50, 1});
    EXPECT_TRUE(verify(bake(soup, config), soup, config).ok());
}

TEST(Verify, StopsIfCancelled) {
    const TriangleSoup soup = ground();
    const BakeConfig config;
    const NavMesh mesh = bake(soup, config);
    WalkableTiles tiles = WalkableTiles::of(soup, config).value();
    GridWorld world = GridWorld::open(tiles).value();
    VerifyParams params = params_for(config, 50);
    int asked = 0;
    params.cancelled = [&] { return ++asked > 10; };
    const Result<VerifyReport> report = verify_mesh(mesh, world, params);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, ErrorKind::interrupted);
    EXPECT_EQ(asked, 11);
    WalkableTiles stopped = WalkableTiles::of(soup, config, [] { return true; }).value();
    const Result<GridWorld> none = GridWorld::open(stopped);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, ErrorKind::interrupted);
}

TEST(Verify, EqualSeedsGiveEqualFindings) {
    const TriangleSoup open = ground();
    TriangleSoup walled = open;
    support::add_box(walled, {11.8, -1, -1}, {12.2, 3, 18}, 0);
    BakeConfig config;
    const NavMesh mesh = bake(walled, config);
    const auto findings = [&](uint64_t seed, double tile_size) {
        BakeConfig tiled = config;
        tiled.tiles.size = tile_size;
        std::vector<std::pair<double, double>> lengths;
        for (const VerifyFinding& finding : verify(mesh, open, tiled, 100, seed).findings)
            lengths.emplace_back(finding.grid_length, finding.mesh_length);
        return lengths;
    };
    EXPECT_EQ(findings(3, 0), findings(3, 0));
    EXPECT_NE(findings(3, 0), findings(4, 0));
    // With tiles, the same seed selects different pairs, because floors are numbered tile by tile. Verification must still find
    // the detours.
    EXPECT_FALSE(findings(3, 6).empty());
}

}  // namespace
}  // namespace navspan
