#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "navspan/bake/area_rules.h"
#include "navspan/bake/live_world.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

// A soup as a new user writes it: only vertices and triangles.
TriangleSoup bare_square() {
    TriangleSoup soup;
    soup.vertices = {{0, 0, 0}, {0, 0, 10}, {10, 0, 10}, {10, 0, 0}};
    soup.triangles = {{0, 1, 2}, {0, 2, 3}};
    return soup;
}

BakeConfig tiled_config() {
    BakeConfig config;
    config.tiles.size = 9.6;
    return config;
}

// Calls each function that takes a soup. Returns the error message of each call, or "" if the call succeeds.
std::vector<std::string> errors_of(const TriangleSoup& soup) {
    const BakeConfig config = tiled_config();
    const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
    std::vector<std::string> out;
    const auto add = [&](const auto& result) {
        out.push_back(result ? "" : result.error().message);
        EXPECT_TRUE(result || result.error().kind == ErrorKind::input);
    };
    TriangleSoup copy = soup;
    add(apply_area_rules(copy, config));
    add(bake_tile(soup, config));
    add(bake_nav_mesh(soup, config, info));
    add(bake_live_mesh(soup, config, info));
    add(keep_tiles(soup, config));
    add(make_live_world(soup, config, info));
    const AgentBake agent{config, info, {}};
    add(bake_agents(soup, std::span(&agent, 1)));
    return out;
}

TEST(CheckSoup, EmptyListOfAreasMeansGround) {
    BakeConfig config;
    config.areas = {{"ground", 7, 1.0, 1}};
    TriangleSoup with_areas = bare_square();
    with_areas.areas = {7, 7};
    for (const double size : {0.0, 9.6}) {
        config.tiles.size = size;
        const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
        const Result<NavMesh> bare = bake_nav_mesh(bare_square(), config, info), full = bake_nav_mesh(with_areas, config, info);
        ASSERT_TRUE(bare.ok() && full.ok());
        EXPECT_GT(bare->polygon_count(), 0u);
        EXPECT_EQ(serialize_nav_mesh(*bare), serialize_nav_mesh(*full));
    }
}

TEST(CheckSoup, EveryFunctionAcceptsOnlyVerticesAndTriangles) {
    for (const std::string& error : errors_of(bare_square()))
        EXPECT_EQ(error, "");
}

TEST(CheckSoup, EveryFunctionNamesTheFaultyVertexOrTriangle) {
    const auto expect = [](const std::function<void(TriangleSoup&)>& damage, const std::string& message) {
        TriangleSoup soup = bare_square();
        damage(soup);
        for (const std::string& error : errors_of(soup))
            EXPECT_EQ(error, message);
    };
    expect([](TriangleSoup& s) { s.triangles[1][2] = 77; },
           "triangle 1: vertex index 77 is out of range; there are 4 vertices, numbered from 0");
    for (const double bad : {kNaN, kInfinity, -kInfinity, 1e300}) {
        expect([bad](TriangleSoup& s) { s.vertices[2].y = bad; },
               "vertex 2: a coordinate is NaN, infinite or beyond 1e15; correct the vertex");
    }
    expect([](TriangleSoup& s) { s.areas = {63}; },
           "areas: 1 entry for 2 triangles; give one entry per triangle, or none if all triangles are ground");
    expect(
        [](TriangleSoup& s) {
            s.areas = {63, 64};
        },
        "triangle 1: area id 64 is out of range; give 1 to 63, or 0 if it is not walkable");
    expect(
        [](TriangleSoup& s) {
            s.group_of = {0, 0, 0};
        },
        "group_of: 3 entries for 2 triangles; give one entry per triangle, or none if the triangles have no names");
    expect(
        [](TriangleSoup& s) {
            s.group_of = {5, 0};
        },
        "triangle 0: group 5 is out of range; there are 0 groups, numbered from 0");
}

TEST(CheckSoup, TrianglesWithoutNamesMatchOnlyThePatternForAllNames) {
    BakeConfig config;
    config.areas.push_back({"water", 2, 1.0, 1});
    TriangleSoup soup = bare_square();
    soup.groups = {{.object = "pool", .material = {}, .group = {}}};
    config.rules = {{"pool", "water"}};
    ASSERT_TRUE(apply_area_rules(soup, config).ok());
    EXPECT_EQ(soup.areas, (std::vector<uint8_t>{kDefaultArea, kDefaultArea}));
    config.rules = {{"*", "water"}};
    ASSERT_TRUE(apply_area_rules(soup, config).ok());
    EXPECT_EQ(soup.areas, (std::vector<uint8_t>{2, 2}));
    soup.groups.clear();
    ASSERT_TRUE(apply_area_rules(soup, config).ok());
    EXPECT_EQ(soup.areas, (std::vector<uint8_t>{2, 2}));
}

TEST(CheckSoup, WindowsAndVoxelsOutOfRangeAreErrors) {
    const BakeConfig config;
    const TileWindow good{.size = 16, .halo = 4};
    EXPECT_TRUE(bake_tile(bare_square(), config, nullptr, &good).ok());
    for (const TileWindow& bad : {TileWindow{.size = 0, .halo = 4}, TileWindow{.size = 16, .halo = -1},
                                  TileWindow{.x0 = INT32_MIN, .size = 16}, TileWindow{.size = INT32_MAX, .halo = INT32_MAX}}) {
        EXPECT_FALSE(bake_tile(bare_square(), config, nullptr, &bad).ok());
        EXPECT_FALSE(bake_voxels({}, bare_square(), config, bad).ok());
    }
    Heightfield field{.grid = {.x0 = -4, .z0 = -4, .width = 24, .depth = 24}, .first = {}, .spans = {}};
    EXPECT_FALSE(bake_voxels(field, bare_square(), config, good).ok()) << "no start offsets";
    field.first.assign(24 * 24 + 1, 0);
    EXPECT_TRUE(bake_voxels(field, bare_square(), config, good).ok());
    field.first[3] = 1000;
    EXPECT_FALSE(bake_voxels(field, bare_square(), config, good).ok()) << "start offset beyond the spans";
    field.first.assign(24 * 24 + 1, 1);
    field.first[0] = 0;
    field.spans = {{.bottom = 5, .top = 3, .area = 63, .fate = SpanFate::walkable}};
    EXPECT_FALSE(bake_voxels(field, bare_square(), config, good).ok()) << "span upside down";
}

TEST(CheckSoup, VoxelsOfASolidSourceAreTested) {
    const TileWindow window{.size = 16, .halo = 4};
    const auto bake = [&](Heightfield field) {
        const SolidSource solid = [&](const Grid&) { return std::optional(field); };
        return bake_tile(bare_square(), {}, nullptr, &window, solid);
    };
    Heightfield field{.grid = {.x0 = -4, .z0 = -4, .width = 24, .depth = 24}, .first = {}, .spans = {}};
    EXPECT_FALSE(bake(field).ok()) << "no start offsets";
    field.first.assign(24 * 24 + 1, 0);
    EXPECT_TRUE(bake(field).ok());
    field.grid.width = 25;
    EXPECT_EQ(bake(field).error().kind, ErrorKind::usage) << "another grid";
}

// Bakes a level of one tile with a source that keep_voxels made and `damage` changed.
template <class Damage>
Result<NavTile> rebuild_damaged(Damage damage) {
    const Result<std::vector<TileSource>> sources = keep_tiles(bare_square(), tiled_config());
    TileSource source = *keep_voxels(sources->front(), tiled_config());
    damage(*source.voxels);
    EXPECT_EQ(keep_voxels(source, tiled_config()).ok(), rebuild_tile(source, tiled_config(), {}).ok());
    return rebuild_tile(source, tiled_config(), {});
}

TEST(CheckSoup, DamagedVoxelsOfASourceAreErrors) {
    EXPECT_TRUE(rebuild_damaged([](CompressedVoxels&) {}).ok());
    const auto expect = [](const char* message, auto damage) {
        const Result<NavTile> tile = rebuild_damaged(damage);
        ASSERT_FALSE(tile.ok()) << message;
        EXPECT_EQ(tile.error().kind, ErrorKind::usage);
        EXPECT_NE(tile.error().message.find(message), std::string::npos) << tile.error().message;
    };
    const char* const broken = "the voxels of its source are damaged; pass a source that keep_voxels returned";
    expect(broken, [](CompressedVoxels& v) { v.bytes.resize(v.bytes.size() / 2); });
    expect(broken, [](CompressedVoxels& v) { v.bytes.clear(); });
    expect(broken, [](CompressedVoxels& v) { v.spans += 1; });
    expect(broken, [](CompressedVoxels& v) { v.bytes.assign(20, 0xff); });
    expect(broken, [](CompressedVoxels& v) { v.grid.y0 = INT32_MAX; });
    expect("with another config", [](CompressedVoxels& v) { v.grid.x0 += 1; });
}

TEST(CheckSoup, KeepVoxelsLeavesASourceWithVoxelsUnchanged) {
    BakeConfig config = tiled_config();
    config.detail.heights = HeightSource::voxels;  // keep_voxels drops the triangles
    const Result<std::vector<TileSource>> sources = keep_tiles(bare_square(), config);
    const TileSource once = *keep_voxels(sources->front(), config);
    const TileSource twice = *keep_voxels(once, config);
    EXPECT_FALSE(once.voxels->bytes.empty());
    EXPECT_EQ(twice.voxels->bytes, once.voxels->bytes);
    EXPECT_EQ(twice.soup.triangles, once.soup.triangles);
}

TEST(CheckSoup, SourceOfAnotherConfigIsAnError) {
    Result<std::vector<TileSource>> sources = keep_tiles(bare_square(), tiled_config());
    ASSERT_TRUE(sources.ok());
    BakeConfig other = tiled_config();
    other.agent.radius = 2;  // needs a wider halo
    EXPECT_FALSE(rebuild_tile(sources->front(), other, {}).ok());
    EXPECT_FALSE(keep_voxels(sources->front(), other).ok());
    EXPECT_TRUE(rebuild_tile(sources->front(), tiled_config(), {}).ok());
    sources->front().soup.triangles[0][0] = 99;
    EXPECT_FALSE(rebuild_tile(sources->front(), tiled_config(), {}).ok());
}

}  // namespace
}  // namespace navspan
