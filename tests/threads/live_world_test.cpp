// Tests threads that query snapshots while another thread changes the world. Intended for ThreadSanitizer.

#include "navspan/bake/live_world.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "bake/world/nav_tile.h"
#include "navspan/query/agent_corridor.h"
#include "navspan/query/path.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using support::Random;

std::vector<double> ask(const NavMesh& mesh, SearchScratch& scratch, uint64_t seed) {
    Random random(seed);
    std::vector<double> numbers;
    for (int i = 0; i < 5; ++i) {
        const PathRequest request{.start = support::random_point(random, mesh), .goal = support::random_point(random, mesh)};
        const Result<Path> path = find_path(mesh, scratch, request);
        numbers.push_back(path.ok() ? path->length_3d : -1);
    }
    return numbers;
}

TEST(Threads, ReadersKeepTheirSnapshotsWhileAWriterReplacesTiles) {
    TriangleSoup soup;
    support::add_box(soup, {0, -1, 0}, {60, 0, 60}, kDefaultArea);
    BakeConfig config;
    config.voxels = {.cell_size = 0.5, .cell_height = 0.2};
    config.tiles.size = 10;
    LiveWorld world = *make_live_world(soup, config, nav_mesh_info(config, "{}", "test"), {.threads = 2});

    std::mutex mutex;
    std::shared_ptr<const NavMesh> current = world.mesh.mesh;
    const auto snapshot = [&] {
        const std::lock_guard lock(mutex);
        return current;
    };
    std::atomic<bool> done{false};
    {
        std::vector<std::jthread> readers;
        for (uint64_t reader = 0; reader < 4; ++reader) {
            readers.emplace_back([&, reader] {
                SearchScratch scratch;
                const QueryFilter filter;
                const PathRequest request{.start = {2, 0, 2}, .goal = {58, 0, 58}, .filter = &filter};
                std::shared_ptr<const NavMesh> mesh = snapshot();
                AgentCorridor agent;
                set_corridor(request, *find_path(*mesh, scratch, request), agent);
                for (uint64_t round = 0; round < 3 || !done; ++round) {
                    const auto next = snapshot();
                    EXPECT_NE(*repair_corridor(*mesh, *next, filter, scratch, agent), CorridorRepair::lost);
                    mesh = next;
                    EXPECT_EQ(ask(*mesh, scratch, reader + round), ask(*mesh, scratch, reader + round));
                }
            });
        }
        Random random(5);
        for (int step = 0; step < 12; ++step) {
            if (!world.obstacles.empty() && random.chance(0.4)) {
                remove_obstacle(world, world.obstacles.front().id);
            } else {
                const DVec3 at{random.real(10, 50), 1, random.real(10, 50)};
                EXPECT_TRUE(add_obstacle(world, BoxObstacle{.center = at, .half_extents = {3, 1, 1}}).ok());
            }
            EXPECT_TRUE(update_world(world).ok());
            const std::lock_guard lock(mutex);
            current = world.mesh.mesh;
        }
        done = true;
    }
}

}  // namespace
}  // namespace navspan
