// Calls public functions with valid and invalid arguments. No call may crash.

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>
#include <utility>

#include "fuzz/public_api_caller.h"
#include "navspan/core/file.h"
#include "support/text/run_program.h"

namespace navspan {
namespace {

constexpr uint64_t kParts = 4;  // the million calls are divided among this many tests, which can run in parallel

class PublicApi : public testing::TestWithParam<uint64_t> {};

// With sanitizers, other tests run fewer rounds, but this test still makes all calls.
TEST_P(PublicApi, RandomArgumentsNeverCrash) {
    uint64_t calls = 0;
    for (uint64_t seed = GetParam(); calls < 1'000'000 / kParts; seed += kParts) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        misuse::Random random(seed);
        misuse::Objects objects(random);
        misuse::Caller caller(random, objects);
        for (int i = 0; i < 3000; ++i)
            calls += caller.query();
        for (int i = 0; i < 230; ++i)
            calls += caller.build();
        for (int i = 0; i < 1000; ++i)
            calls += caller.query();
        ASSERT_FALSE(HasFailure());
    }
}
INSTANTIATE_TEST_SUITE_P(Part, PublicApi, testing::Range(uint64_t{0}, kParts));

TEST(PublicApiMisuse, FiltersRefuseInvalidParametersAndVoxels) {
    EXPECT_FALSE(filter_and_compact({}, {}).field.ok());
    FilterParams params;
    params.agent.walkable_height = 10;
    const FilteredField filtered = filter_and_compact({}, params);
    ASSERT_TRUE(filtered.field.ok());
    EXPECT_EQ(filtered.field->span_count(), 0u);
    EXPECT_TRUE(filtered_heightfield({}, std::vector<SpanFate>(3), Filter::ledges).spans.empty());
    Heightfield blocked{.grid = {0, 0, 0, 1, 1}, .first = {0, 1}, .spans = {Span{}}};
    EXPECT_EQ(filtered_heightfield(blocked, std::vector<SpanFate>{SpanFate::walkable}, Filter::ledges).spans.size(), 1u);
    blocked.grid.width = 2;
    blocked.first = {0, 1000, 1};
    EXPECT_FALSE(filter_and_compact(blocked, params).field.ok());
    EXPECT_FALSE(has_columns(blocked));
    EXPECT_TRUE(has_columns({}));
}

TEST(PublicApiMisuse, InvalidIndicesGiveEmptyResults) {
    TriangleSoup soup;
    soup.vertices.assign(4, {1, 2, 3});
    soup.triangles = {{0, 1, 77}};
    EXPECT_EQ(triangle_corners(soup, 0)[0].x, 0);
    EXPECT_EQ(triangle_corners(soup, 1)[0].x, 0);
    EXPECT_EQ(doubled_area(NavTile{}, 0), 0);
    EXPECT_EQ(next_edge({}, 0), kNoIndex);
    EXPECT_TRUE(polygon_edges({}, 0).empty());
    EXPECT_EQ(detail_corners({}, {}, 0)[2].y, 0);
    EXPECT_EQ(SharedList<NavTile>{}.front(), nullptr);
    EXPECT_EQ(SharedList<NavTile>{}[0], nullptr);
    EXPECT_TRUE(PackedLists<int>{}[0].empty());
    DVec3 min, max;
    island_bounds({}, {}, min, max);
    EXPECT_EQ(min.x, max.x);
}

TEST(PublicApiMisuse, AnUnknownMethodIsAnError) {
    misuse::Random random(1);
    misuse::Objects objects(random);
    const Result<Path> path =
        find_path(objects.meshes[0], objects.scratch, {.start = {3, 0, 3}, .goal = {9, 0, 9}, .method = PathMethod(77)});
    ASSERT_FALSE(path.ok());
    EXPECT_EQ(path.error().kind, ErrorKind::usage);
}

TEST(PublicApiMisuse, ChangesOfARunningSearchAreIgnored) {
    misuse::Random random(1);
    misuse::Objects objects(random);
    const NavMesh& mesh = objects.meshes[0];
    const PathRequest request{.start = {3, 0, 3}, .goal = {16, 0, 16}};
    const Result<Path> wanted = find_path(mesh, objects.scratch, request);
    ASSERT_TRUE(wanted.ok());
    for (int change = 0; change < 4; ++change) {
        PathSearch search;
        ASSERT_TRUE(begin_path(mesh, objects.scratch, request, search).ok());
        if (change == 0) search.method = PathMethod::astar;
        if (change == 1) search.request.clearance = 0.5;
        if (change == 2) search.filter.area_cost.fill(std::numeric_limits<double>::quiet_NaN());
        if (change == 3) search.start.position.x = search.goal.position.z = std::numeric_limits<double>::quiet_NaN();
        while (!step_path(mesh, objects.scratch, search, 1)) {
        }
        Path path;
        finish_path(mesh, objects.scratch, search, path);
        EXPECT_EQ(path.status, wanted->status);
        EXPECT_EQ(path.points, wanted->points) << change;
    }
}

TEST(PublicApiMisuse, ASearchDoesNotContinueOnAMeshWithTheSameAddress) {
    misuse::Random random(1);
    misuse::Objects objects(random);
    for (const PathMethod method : {PathMethod::exact, PathMethod::weighted, PathMethod::astar}) {
        NavMesh mesh = objects.meshes[0];
        PathSearch search;
        const PathRequest request{.start = {3, 0, 3}, .goal = {16, 0, 16}, .method = method};
        ASSERT_TRUE(begin_path(mesh, objects.scratch, request, search).ok());
        step_path(mesh, objects.scratch, search, 1);
        for (const NavMesh& other : objects.meshes) {
            if (other.polygon_count() < mesh.polygon_count()) mesh = other;  // keeps the memory of its lists
        }
        Path path;
        search.done = false;
        EXPECT_TRUE(step_path(mesh, objects.scratch, search, 1));
        finish_path(mesh, objects.scratch, search, path);
        EXPECT_EQ(path.status, PathStatus::none);
    }
}

TEST(PublicApiMisuse, LinksAndSeedsAtNaNAreLost) {
    misuse::Random random(1);
    misuse::Objects objects(random);
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    LinkRequest link;
    link.link.start = {kNaN, 0, 5};
    link.link.end = {9, 0, 9};
    link.reach = 1;
    Warnings warnings;
    EXPECT_TRUE(place_links(objects.meshes[0], std::span(&link, 1), &warnings).empty());
    EXPECT_EQ(warnings.size(), 1u);
    const IslandRules rules{.seeds = {{9, kNaN, 9}}};
    EXPECT_TRUE(prune_islands(objects.meshes[0], rules, nullptr, &warnings).ok());
    EXPECT_EQ(warnings.size(), 2u);
}

TEST(PublicApiMisuse, ObjectsAreValidAfterTheyWereMoved) {
    const support::TemporaryFolder folder;
    Result<TileCache> cache = TileCache::open({.folder = folder.path(), .max_bytes = 0});
    ASSERT_TRUE(cache.ok());
    const TileCache same = std::move(*cache);
    EXPECT_EQ(cache->counts().found + same.counts().found, 0u);
    Result<FileReader> reader = FileReader::open(folder.write("file", "text"));
    ASSERT_TRUE(reader.ok());
    const FileReader other = std::move(*reader);
    std::array<std::byte, 4> bytes{};
    EXPECT_FALSE(reader->read(bytes).ok());
    EXPECT_FALSE(reader->rewind());
    CloseFile{}(nullptr);
    Result<PendingFile> pending = PendingFile::create(folder / "new");
    ASSERT_TRUE(pending.ok());
    const PendingFile taken = std::move(*pending);
    EXPECT_FALSE(pending->put_in_place().ok());
}

TEST(PublicApiMisuse, ASourceFarAwayIsAnError) {
    misuse::Random random(1);
    misuse::Objects objects(random);
    TileSource source = *objects.world.sources[0];
    if (!source.voxels) source = *keep_voxels(source, objects.world.config);
    source.window.x0 = std::numeric_limits<int32_t>::min();
    EXPECT_FALSE(keep_voxels(source, objects.world.config).ok());
    EXPECT_FALSE(rebuild_tile(source, objects.world.config, {}).ok());
}

}  // namespace
}  // namespace navspan
