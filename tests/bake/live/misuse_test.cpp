// Tests a live world with obstacles of any size, corridors of old snapshots, and tiles of another bake.

#include <gtest/gtest.h>

#include <cmath>

#include "navspan/bake/live_world.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/query/agent_corridor.h"
#include "navspan/query/around.h"
#include "navspan/query/move.h"
#include "navspan/query/random_point.h"
#include "navspan/query/raycast.h"
#include "navspan/query/reachable.h"
#include "navspan/query/surface_path.h"
#include "navspan/query/walls.h"

namespace navspan {
namespace {

// A level of 4 x 4 tiles.
TriangleSoup flat_level() {
    TriangleSoup soup;
    soup.vertices = {{0, 0, 0}, {0, 0, 40}, {40, 0, 40}, {40, 0, 0}};
    soup.triangles = {{0, 1, 2}, {0, 2, 3}};
    return soup;
}

BakeConfig small_tiles() {
    BakeConfig config;
    config.voxels = {.cell_size = 0.5, .cell_height = 0.2};
    config.tiles.size = 10;
    return config;
}

LiveWorld world_of(const BakeConfig& config) {
    return *make_live_world(flat_level(), config, nav_mesh_info(config, "{}", "test"));
}

TEST(LiveWorldMisuse, HugeObstaclesMarkOnlyTilesOfTheLevel) {
    LiveWorld world = world_of(small_tiles());
    const std::vector<std::byte> before = serialize_live_mesh(world.mesh);
    for (const double radius : {1e5, 1e7}) {
        const Result<uint32_t> id = add_obstacle(world, CylinderObstacle{.center = {20, 0, 20}, .radius = radius, .height = 3});
        ASSERT_TRUE(id.ok()) << id.error().message;
        // Only the 16 tiles of the level and a few tiles around the level may be stale.
        EXPECT_LE(world.stale.size(), 64u);
        ASSERT_TRUE(update_world(world).ok());
        EXPECT_EQ(world.mesh.mesh->polygon_count(), 0u) << "the cylinder covers all ground";
        EXPECT_TRUE(remove_obstacle(world, *id));
        ASSERT_TRUE(update_world(world).ok());
        EXPECT_EQ(serialize_live_mesh(world.mesh), before);
    }
}

// Returns the corners of all polygons of a world with one obstacle.
std::vector<LatticePoint> ground_with(const Obstacle& obstacle, bool keep_voxels) {
    const BakeConfig config = small_tiles();
    LiveWorld world = *make_live_world(flat_level(), config, nav_mesh_info(config, "{}", "test"), {.keep_voxels = keep_voxels});
    const Result<uint32_t> id = add_obstacle(world, obstacle);
    EXPECT_TRUE(id.ok()) << id.error().message;
    const Result<WorldUpdate> update = update_world(world);
    EXPECT_TRUE(update.ok()) << update.error().message;
    std::vector<LatticePoint> corners;
    for (const auto& tile : world.mesh.mesh->tiles) {
        for (uint32_t e = 0; e < tile->half_edges.size(); ++e)
            corners.push_back(lattice_point(*tile, e));
    }
    return corners;
}

TEST(LiveWorldMisuse, ObstaclesBeyondTheLatticeMarkTheSameGroundAsSmallerOnes) {
    for (const double far : {1e10, 1e12}) {
        for (const bool voxels : {false, true}) {
            const auto same = [&](const Obstacle& large, const Obstacle& small) {
                return ground_with(large, voxels) == ground_with(small, voxels);
            };
            // One side of the box is in the level. The opposite side is far outside.
            EXPECT_TRUE(same(BoxObstacle{.center = {20 + far, 1, 20}, .half_extents = {far, 1, 5}},
                             BoxObstacle{.center = {120, 1, 20}, .half_extents = {100, 1, 5}}));
            EXPECT_TRUE(same(BoxObstacle{.center = {20, 1, 20}, .half_extents = {2, far, 5}},
                             BoxObstacle{.center = {20, 1, 20}, .half_extents = {2, 3, 5}}))
                << "tall";
            EXPECT_TRUE(same(CylinderObstacle{.center = {20, 0, 20}, .radius = far, .height = 3, .top_area = kDefaultArea},
                             CylinderObstacle{.center = {20, 0, 20}, .radius = 200, .height = 3, .top_area = kDefaultArea}));
            EXPECT_TRUE(same(TriangleObstacle{.triangles = {{{{0, 1, 20}, {far, 1, 20 + far}, {far, 1, 20}}}}},
                             TriangleObstacle{.triangles = {{{{0, 1, 20}, {200, 1, 220}, {200, 1, 20}}}}}))
                << "a flat triangle";
            EXPECT_TRUE(same(TriangleObstacle{.triangles = {{{{10, 0, 10}, {10, 0, 30}, {10, far, 20}}}}},
                             TriangleObstacle{.triangles = {{{{10, 0, 10}, {10, 0, 30}, {10, 1000, 20}}}}}))
                << "an upright triangle";
        }
    }
    LiveWorld world = world_of(small_tiles());
    EXPECT_FALSE(add_obstacle(world, CylinderObstacle{.center = {20, 0, 20}, .radius = 1e300, .height = 3}).ok());
    EXPECT_TRUE(world.stale.empty());
}

TEST(LiveWorldMisuse, ObstaclesOfAnyHeightMarkTheSameGround) {
    for (const bool voxels : {false, true}) {
        const auto ground = [&](const Obstacle& obstacle) { return ground_with(obstacle, voxels); };
        const auto pillar = [](double bottom, double height) {
            return CylinderObstacle{.center = {20, bottom, 20}, .radius = 4, .height = height};
        };
        const auto wall = [](double bottom, double top) {
            return TriangleObstacle{.triangles = {{{{10, bottom, 10}, {10, bottom, 30}, {10, top, 20}}}}};
        };
        const auto with_pillar = ground(pillar(-1, 4)), with_wall = ground(wall(0, 1e3)), without = ground(wall(-1e3, -990));
        for (const double tall : {1e3, 1e4, 2e4, 1e6, 1e8, 1e9, 1e12}) {
            EXPECT_EQ(ground(pillar(-1, tall)), with_pillar) << tall;
            EXPECT_EQ(ground(pillar(-tall, 2 * tall)), with_pillar) << tall;
            EXPECT_EQ(ground(BoxObstacle{.center = {20, tall, 20}, .half_extents = {3, 1, 3}}), without) << tall;
            EXPECT_EQ(ground(BoxObstacle{.center = {20, -tall, 20}, .half_extents = {3, 1, 3}}), without) << tall;
            EXPECT_EQ(ground(wall(0, tall)), with_wall) << tall;
        }
    }
}

TEST(LiveWorldMisuse, SmallObstacleInALargeLevelMarksOnlyItsTiles) {
    LiveWorld world = world_of(small_tiles());
    ASSERT_TRUE(add_obstacle(world, BoxObstacle{.center = {15, 1, 15}, .half_extents = {1, 1, 1}}).ok());
    EXPECT_EQ(world.stale.size(), 1u);
}

TEST(LiveWorldMisuse, TilesOfAHugeObstacleWithoutALevelAreAnError) {
    const std::vector<Obstacle> one{CylinderObstacle{.center = {}, .radius = 1e5, .height = 3}};
    const Result<std::vector<TileWindow>> tiles = tiles_affected_by(one, small_tiles());
    ASSERT_FALSE(tiles.ok());
    EXPECT_NE(tiles.error().message.find("the limit is 2^20 tiles"), std::string::npos) << tiles.error().message;
    EXPECT_FALSE(tiles_affected_by(one, BakeConfig{}).ok()) << "a config without tiles";
}

TEST(LiveWorldMisuse, TilesOfInvalidObstaclesAreErrors) {
    const BakeConfig config = small_tiles();
    const double nan = std::nan("");
    AreaVolume volume{.shape = VolumeShape(9), .area = "unknown"};
    for (const Obstacle& one :
         {Obstacle(BoxObstacle{.center = {nan, 0, 0}, .half_extents = {1, 1, 1}}),
          Obstacle(CylinderObstacle{.center = {}, .radius = nan, .height = 1}),
          Obstacle(TriangleObstacle{.triangles = {{{{0, 0, 0}, {0, 0, nan}, {1, 0, 0}}}}}), Obstacle(volume)}) {
        const Result<std::vector<TileWindow>> tiles = tiles_affected_by(std::span(&one, 1), config);
        ASSERT_FALSE(tiles.ok());
        EXPECT_EQ(tiles.error().kind, ErrorKind::usage);
        EXPECT_EQ(tiles.error().message.find("obstacles[0]: "), 0u) << tiles.error().message;
    }
    BakeConfig invalid = config;
    invalid.agent.radius = nan;
    EXPECT_FALSE(tiles_affected_by({}, invalid).ok()) << "a config that is not valid";
}

struct CorridorAcross {
    LiveWorld world = world_of(small_tiles());
    std::shared_ptr<const NavMesh> before = world.mesh.mesh;
    QueryFilter filter = default_filter(*before);
    AgentCorridor agent;
};

CorridorAcross corridor_across() {
    CorridorAcross across;
    SearchScratch scratch;
    const PathRequest request{.start = {2, 0, 2}, .goal = {38, 0, 38}, .filter = &across.filter};
    const Result<Path> path = find_path(*across.before, scratch, request);
    if (!path || path->status != PathStatus::complete) ADD_FAILURE() << "no path across the level";
    if (path) set_corridor(request, *path, across.agent);
    return across;
}

TEST(LiveWorldMisuse, ForgottenRepairIsAnErrorAndRepairStillWorks) {
    auto [world, before, filter, agent] = corridor_across();
    SearchScratch scratch;
    // After this update, the corridor refers to tiles and polygons that no longer exist.
    ASSERT_TRUE(add_obstacle(world, BoxObstacle{.center = {25, 1, 25}, .half_extents = {16, 1, 16}}).ok());
    ASSERT_TRUE(update_world(world).ok());
    const NavMesh& after = *world.mesh.mesh;
    std::vector<CorridorCorner> corners(1);
    const Status ahead = next_corners(after, agent, 5, scratch, corners);
    ASSERT_FALSE(ahead.ok());
    EXPECT_EQ(ahead.error().message,
              "the corridor does not belong to the mesh; call repair_corridor after each update of the mesh");
    EXPECT_TRUE(corners.empty());
    EXPECT_FALSE(move_corridor_goal(after, filter, {30, 0, 5}, agent).ok());
    EXPECT_FALSE(shortcut_corridor(after, filter, 5, scratch, agent).ok());
    EXPECT_FALSE(take_next_link(after, agent));
    ASSERT_TRUE(repair_corridor(*before, after, filter, scratch, agent).ok());
    EXPECT_TRUE(next_corners(after, agent, 5, scratch, corners).ok());
}

TEST(LiveWorldMisuse, EverySnapshotHasItsOwnRevision) {
    OffMeshLink link;
    link.start = {2, 0, 2};
    link.end = {2, 0, 8};
    for (const std::vector<OffMeshLink>& links : {std::vector<OffMeshLink>{}, std::vector<OffMeshLink>{link}}) {
        LiveWorld world = *make_live_world(flat_level(), small_tiles(), nav_mesh_info(small_tiles(), "{}", "test"), {}, links);
        const uint32_t before = world.mesh.mesh->revision;
        EXPECT_EQ(world.mesh.mesh->links.size(), links.size());
        ASSERT_TRUE(add_obstacle(world, BoxObstacle{.center = {15, 1, 15}, .half_extents = {1, 1, 1}}).ok());
        ASSERT_TRUE(update_world(world).ok());
        EXPECT_NE(world.mesh.mesh->revision, 0u);
        EXPECT_NE(world.mesh.mesh->revision, before);
    }
}

// The update changes only one part of the mesh, and most polygons keep their indices. Only the revision of the mesh shows that
// the corridor and the point belong to an earlier snapshot.
TEST(LiveWorldMisuse, PointsAndCorridorsOfAnotherSnapshotAreErrors) {
    auto [world, before, filter, agent] = corridor_across();
    SearchScratch scratch;
    const std::optional<SurfacePoint> point = find_nearest(*before, {5, 0, 5});
    PointSampler sampler;
    ASSERT_TRUE(point && sample_circle(*before, scratch, {.start = *point, .centre = point->position, .radius = 2}, sampler));
    RandomSequence random{.state = 1};
    EXPECT_TRUE(random_point(*before, sampler, random).has_value());
    ASSERT_TRUE(point && has_point(*before, *point));
    ASSERT_TRUE(add_obstacle(world, BoxObstacle{.center = {35, 1, 5}, .half_extents = {1, 1, 1}}).ok());
    ASSERT_TRUE(update_world(world).ok());
    const std::shared_ptr<const NavMesh> after = world.mesh.mesh;
    EXPECT_TRUE(has_polygon(*after, point->polygon));
    EXPECT_FALSE(has_point(*after, *point));
    EXPECT_FALSE(random_point(*after, sampler, random).has_value());

    std::vector<CorridorCorner> corners;
    EXPECT_FALSE(next_corners(*after, agent, 5, scratch, corners).ok());
    EXPECT_FALSE(move_corridor_start(*after, filter, {2.05, 0, 2.05}, agent).ok());
    RaycastHit hit;
    EXPECT_FALSE(raycast(*after, {.start = *point, .end = {6, 0, 6}, .filter = &filter}, hit).ok());
    MoveResult moved;
    EXPECT_FALSE(move_along_surface(*after, {.start = *point, .end = {6, 0, 6}, .filter = &filter}, moved).ok());
    SurfacePoint by_hand{.polygon = point->polygon, .position = point->position};
    EXPECT_FALSE(raycast(*after, {.start = by_hand, .end = {6, 0, 6}, .filter = &filter}, hit).ok()) << "without a revision";
    by_hand.revision = kAnyRevision;
    EXPECT_TRUE(raycast(*after, {.start = by_hand, .end = {6, 0, 6}, .filter = &filter}, hit).ok());

    ASSERT_TRUE(repair_corridor(*before, *after, filter, scratch, agent).ok());
    EXPECT_TRUE(next_corners(*after, agent, 5, scratch, corners).ok());
    ASSERT_TRUE(move_corridor_start(*after, filter, {2.05, 0, 2.05}, agent).ok());
    EXPECT_TRUE(next_corners(*after, agent, 5, scratch, corners).ok());
    EXPECT_FALSE(next_corners(*before, agent, 5, scratch, corners).ok()) << "the repaired corridor is of the new snapshot";
}

// Calls every function that takes a SurfacePoint or the steps of a path, with `mine` of this snapshot. Expects that the calls
// with `point` and `steps` succeed if and only if `valid` is true.
void expect_answers(const NavMesh& mesh, const SurfacePoint& mine, const SurfacePoint& point,
                    const std::vector<SurfaceStep>& steps, bool valid) {
    SearchScratch scratch;
    std::vector<PolygonRef> list;
    PointSampler sampler;
    const std::vector<DVec3> shape{{0, 0, 0}, {0, 0, 9}, {9, 0, 0}};
    EXPECT_TRUE(has_polygon(mesh, point.polygon));
    EXPECT_EQ(collect_reachable(mesh, scratch, {.start = point}, list).ok(), valid);
    EXPECT_EQ(list.empty(), !valid);
    EXPECT_EQ(is_reachable(mesh, scratch, {.start = point}, mine), valid);
    EXPECT_EQ(is_reachable(mesh, scratch, {.start = mine}, point), valid);
    EXPECT_EQ(sample_reachable(mesh, scratch, {.start = point}, sampler).ok(), valid);
    EXPECT_EQ(sample_circle(mesh, scratch, {.start = point, .centre = {5, 0, 5}, .radius = 2}, sampler).ok(), valid);
    EXPECT_EQ(polygons_in_circle(mesh, scratch, {.start = point, .centre = {5, 0, 5}, .radius = 2}, list).ok(), valid);
    EXPECT_EQ(polygons_in_shape(mesh, scratch, {.start = point, .shape = shape}, list).ok(), valid);
    std::vector<ReachedPolygon> within;
    EXPECT_EQ(polygons_within_distance(mesh, scratch, {.start = point, .max_distance = 5}, within).ok(), valid);
    NearestWall wall;
    EXPECT_EQ(find_nearest_wall(mesh, scratch, {.start = point}, wall).ok(), valid);
    std::vector<WallSegment> walls;
    EXPECT_EQ(find_walls(mesh, scratch, {.start = point}, walls).ok(), valid);
    EXPECT_EQ(nearest_on_polygon(mesh, point, {5, 0, 5}).polygon.valid(), valid);
    EXPECT_EQ(std::isfinite(surface_height(mesh, point, 5, 5)), valid);
    EXPECT_EQ(surface_normal(mesh, point, 5, 5).y > 0, valid);
    PathClearance clearance;
    EXPECT_EQ(measure_clearance(mesh, scratch, {.steps = steps, .radius = 1}, clearance).ok(), valid);
}

TEST(LiveWorldMisuse, EveryCallWithAPointOfAnotherSnapshotIsAnError) {
    LiveWorld world = world_of(small_tiles());
    const std::shared_ptr<const NavMesh> before = world.mesh.mesh;
    ASSERT_TRUE(add_obstacle(world, BoxObstacle{.center = {35, 1, 5}, .half_extents = {1, 1, 1}}).ok());
    ASSERT_TRUE(update_world(world).ok());
    const std::shared_ptr<const NavMesh> after = world.mesh.mesh;
    SearchScratch scratch;
    std::vector<std::vector<SurfaceStep>> steps;
    std::vector<SurfacePoint> points;
    for (const auto& mesh : {before, after}) {
        points.push_back(*find_nearest(*mesh, {5, 0, 5}));
        const Result<Path> path = find_path(*mesh, scratch, {.start = {5, 0, 5}, .goal = {8, 0, 8}});
        ASSERT_TRUE(path.ok() && surface_path(*mesh, *path, true, scratch, steps.emplace_back()).ok());
        ASSERT_FALSE(steps.back().empty());
    }
    expect_answers(*after, points[1], points[1], steps[1], true);
    expect_answers(*after, points[1], points[0], steps[0], false);
    expect_answers(*before, points[0], points[0], steps[0], true);
    expect_answers(*before, points[0], points[1], steps[1], false);
}

TEST(LiveWorldMisuse, TilesOfAnotherAgentAreRefused) {
    const LiveWorld world = world_of(small_tiles());
    BakeConfig wide = small_tiles();
    wide.agent.radius = 1.5;
    const LiveWorld other = world_of(wide);
    const Result<LiveMesh> changed = change_tiles(world.mesh, {.put = {*other.mesh.tiles[0]->baked}, .remove = {}});
    ASSERT_FALSE(changed.ok());
    EXPECT_NE(changed.error().message.find("was baked for another agent"), std::string::npos) << changed.error().message;
    EXPECT_TRUE(change_tiles(world.mesh, {.put = {*world.mesh.tiles[0]->baked}, .remove = {}}).ok());
}

TEST(LiveWorldMisuse, DefaultConstructedWorldsAndMeshesAreErrors) {
    LiveWorld world;
    EXPECT_FALSE(add_obstacle(world, BoxObstacle{.center = {}, .half_extents = {1, 1, 1}}).ok());
    EXPECT_FALSE(remove_obstacle(world, 1));
    EXPECT_FALSE(update_world(world).ok());
    EXPECT_FALSE(change_tiles({}, {}).ok());
    EXPECT_FALSE(change_links({}, {}).ok());
    EXPECT_TRUE(serialize_live_mesh({}).empty());
}

}  // namespace
}  // namespace navspan
