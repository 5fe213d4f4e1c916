// Tests that writing a level tile by tile gives the same bytes as baking it in memory.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "bake/world/nav_tile.h"
#include "navmesh/file/link_to_file.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/core/file.h"
#include "navspan/navmesh/nav_file.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/scenes/own_scenes.h"
#include "support/text/random.h"
#include "support/text/run_program.h"

namespace navspan {
namespace {

using support::Random;
using support::TemporaryFolder;

// Bakes a level in memory and to a file, and checks that the bytes are equal.
void expect_same_bytes(const TriangleSoup& soup, const BakeConfig& config, const std::string& what) {
    const TemporaryFolder folder;
    const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
    const Result<NavMesh> mesh = bake_nav_mesh(soup, config, info);
    ASSERT_TRUE(mesh.ok()) << what << mesh.error().message;
    const std::vector<std::byte> expected = serialize_nav_mesh(*mesh);
    Result<BakedFile> baked = bake_nav_file(soup, config, info, folder.path() / "level.nav", {.threads = 2});
    ASSERT_TRUE(baked.ok()) << what << baked.error().message;
    ASSERT_TRUE(baked->file.close().ok() && baked->file.put_in_place().ok()) << what;
    EXPECT_EQ(folder.names(), "level.nav") << what;
    const Result<std::vector<std::byte>> bytes = read_file(folder.path() / "level.nav");
    ASSERT_TRUE(bytes.ok());
    EXPECT_TRUE(*bytes == expected) << what;
    const NavFileSummary facts = summarize_nav_file(*mesh, expected.size());
    EXPECT_EQ(baked->facts[0].bytes, facts.bytes) << what;
    EXPECT_EQ(baked->facts[0].polygons, facts.polygons) << what;
    EXPECT_EQ(baked->facts[0].vertices, facts.vertices) << what;
    EXPECT_EQ(baked->facts[0].islands, facts.islands) << what;
    EXPECT_EQ(baked->facts[0].frame, facts.frame) << what;
}

TEST(Stream, StreamedSceneHasTheSameBytes) {
    for (const support::OwnScene& scene : support::own_scenes()) {
        const TriangleSoup soup = support::soup_of(scene);
        for (const double size : {0.0, 6.0, 12.0, 40.0}) {
            for (const Profile profile : {Profile::accurate, Profile::recast}) {
                BakeConfig config;
                config.profile = profile;
                config.tiles.size = size;
                expect_same_bytes(soup, config, scene.name + " in tiles of " + std::to_string(size) + ": ");
            }
        }
    }
}

// The ground is random, and its islands extend over many tiles.
TEST(Stream, StreamedRandomGroundHasTheSameBytes) {
    for (uint64_t seed = 0; seed < support::rounds(12); ++seed) {
        Random random(seed);
        TriangleSoup soup;
        soup.groups.resize(1);
        for (int i = random.between(1, 60); i > 0; --i) {
            const double x = random.real(-12, 12), z = random.real(-12, 12), y = random.real(0, 3), w = random.real(0.5, 6),
                         d = random.real(0.5, 6), rise = random.chance(0.3) ? random.real(-2, 2) : 0;
            const auto first = uint32_t(soup.vertices.size());
            soup.vertices.insert(soup.vertices.end(),
                                 {{x, y, z}, {x, y + rise, z + d}, {x + w, y + rise, z + d}, {x + w, y, z}});
            for (const uint32_t k : {1u, 2u}) {
                soup.triangles.push_back({first, first + k, first + k + 1});
                soup.areas.push_back(63);
                soup.group_of.push_back(0);
            }
        }
        BakeConfig config;
        config.tiles.size = random.real(4.8, 9);
        config.regions.min_area = random.chance(0.5) ? random.real(0, 12) : 0;
        expect_same_bytes(soup, config, "seed " + std::to_string(seed) + ": ");
    }
}

TEST(Stream, StreamedEmptyLevelHasTheSameBytes) {
    TriangleSoup soup;
    soup.groups.resize(1);
    soup.vertices = {{0, 0, 0}, {20, 0, 0}, {0, 20, 0}};
    soup.triangles = {{0, 1, 2}};
    soup.areas = {63};
    soup.group_of = {0};
    BakeConfig config;
    config.tiles.size = 6;
    expect_same_bytes(soup, config, "a wall: ");
}

// If a level moves by whole tiles, only the position of the mesh may change.
TEST(Stream, TiledLevelFarFromTheOriginHasTheSameBytes) {
    for (const support::OwnScene& scene : support::own_scenes()) {
        TriangleSoup here = support::soup_of(scene);
        for (DVec3& v : here.vertices)
            v = {std::round(v.x * 64) / 64, std::round(v.y * 64) / 64, std::round(v.z * 64) / 64};
        TriangleSoup there = here;
        for (DVec3& v : there.vertices)
            v = v + DVec3{100000, 1250.5, -100000};
        BakeConfig config;
        config.voxels = {.cell_size = 0.25, .cell_height = 0.25};
        config.tiles.size = 12.5;
        const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
        const Result<NavMesh> near = bake_nav_mesh(here, config, info), far = bake_nav_mesh(there, config, info);
        ASSERT_TRUE(near.ok() && far.ok()) << scene.name;
        ASSERT_EQ(near->tiles.size(), far->tiles.size()) << scene.name;
        for (size_t t = 0; t < near->tiles.size(); ++t) {
            NavTile tile = *far->tiles[t];
            EXPECT_EQ(tile.frame.x0 - near->tiles[t]->frame.x0, 400000) << scene.name;
            EXPECT_EQ(tile.frame.y0 - near->tiles[t]->frame.y0, 5002) << scene.name;
            EXPECT_EQ(tile.frame.z0 - near->tiles[t]->frame.z0, -400000) << scene.name;
            tile.frame = near->tiles[t]->frame;
            tile.tile_x -= 8000;
            tile.tile_z += 8000;
            EXPECT_TRUE(tile == *near->tiles[t]) << scene.name << ", tile " << t;
        }
        EXPECT_TRUE(near->seams == far->seams) << scene.name;
        EXPECT_EQ(near->islands, far->islands) << scene.name;
        EXPECT_EQ(near->blocks, far->blocks) << scene.name;
    }
}

TEST(Stream, FailedBakeLeavesNoFile) {
    const TemporaryFolder folder;
    const TriangleSoup soup = support::soup_of(support::own_scenes()[0]);
    struct Stop : BakeProbe {
        bool cancelled() override { return true; }
    } stop;
    BakeConfig config;
    config.tiles.size = 12;
    const BakeOptions options{.threads = 2, .observer = {.probe = [&](const TileWindow*, size_t) { return &stop; }}};
    const Result<BakedFile> baked =
        bake_nav_file(soup, config, nav_mesh_info(config, "{}", "test"), folder.path() / "level.nav", options);
    ASSERT_FALSE(baked.ok());
    EXPECT_EQ(baked.error().kind, ErrorKind::interrupted);
    EXPECT_EQ(folder.names(), "");
    const Result<BakedFile> nowhere =
        bake_nav_file(soup, config, nav_mesh_info(config, "{}", "test"), folder.path() / "no" / "level.nav");
    ASSERT_FALSE(nowhere.ok());
    EXPECT_EQ(nowhere.error().kind, ErrorKind::failed);
}

TEST(Stream, DiscardedResultLeavesNoFile) {
    const TemporaryFolder folder;
    const TriangleSoup soup = support::soup_of(support::own_scenes()[0]);
    const BakeConfig config;
    {
        const Result<BakedFile> baked =
            bake_nav_file(soup, config, nav_mesh_info(config, "{}", "test"), folder.path() / "level.nav");
        ASSERT_TRUE(baked.ok());
        EXPECT_FALSE(std::filesystem::exists(folder.path() / "level.nav"));
    }
    EXPECT_EQ(folder.names(), "");
}

}  // namespace
}  // namespace navspan
