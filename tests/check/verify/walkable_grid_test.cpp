#include "check/verify/walkable_grid.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using Steps = std::map<GridCell, std::set<std::pair<int, GridCell>>>;

// Returns the cells to which an agent can step from each cell.
Steps all_steps(WalkableTiles tiles) {
    Steps steps;
    for (size_t tile = 0; tile < tiles.tile_count(); ++tile) {
        const GridGraph graph = tiles.graph(tile).value();
        for (uint32_t cell = 0; cell < graph.cell_count(); ++cell) {
            EXPECT_EQ(tiles.tile_at(graph.cells[cell].x, graph.cells[cell].z), tile);
            auto& own = steps[graph.cells[cell]];
            for (size_t direction = 0; direction < 8; ++direction) {
                const uint32_t next = graph.neighbours[cell][direction];
                if (next != kNoIndex) own.insert({int(direction), graph.cells[next]});
            }
        }
        for (const GridExit& exit : graph.exits)
            steps[graph.cells[exit.cell]].insert({exit.step, exit.to});
    }
    return steps;
}

Steps steps_of(const std::string& scene, double tile_size, bool recast = false) {
    BakeConfig config;
    config.tiles.size = tile_size;
    if (recast) config.profile = Profile::recast;
    const TriangleSoup soup = support::own_scene_soup(scene);
    return all_steps(WalkableTiles::of(soup, config).value());
}

TEST(WalkableGrid, TilesHaveTheSameFloorsAndStepsAsTheWholeField) {
    for (const char* scene : {"courtyard", "tower", "terrain"}) {
        SCOPED_TRACE(scene);
        const Steps whole = steps_of(scene, 0);
        EXPECT_GT(whole.size(), 1000u);
        EXPECT_EQ(steps_of(scene, 9.6), whole);
    }
}

int opposite_step(int direction) {
    return direction < 4 ? (direction + 2) % 4 : 4 + (direction + 2) % 4;
}

TEST(WalkableGrid, EveryStepIsReversible) {
    for (const bool recast : {false, true}) {
        const Steps steps = steps_of("courtyard", 6, recast);
        for (const auto& [from, ways] : steps) {
            for (const auto& [direction, to] : ways) {
                ASSERT_TRUE(steps.count(to));
                EXPECT_TRUE(steps.at(to).count({opposite_step(direction), from}));
                EXPECT_EQ(to.x - from.x, kExitX[size_t(direction)]);
                EXPECT_EQ(to.z - from.z, kExitZ[size_t(direction)]);
            }
        }
    }
}

TEST(WalkableGrid, FloorsOfAreasWithoutFlagsAreNotWalkable) {
    BakeConfig config;
    config.areas = {{"ground", 63, 1, 1}, {"lava", 2, 1, 0}};
    EXPECT_EQ(admitted_areas(config), uint64_t{1} << 63);
    TriangleSoup soup = support::own_scene_soup("field");
    const uint64_t all = WalkableTiles::of(soup, config).value().graph(0).value().cells.size();
    soup.areas.assign(soup.areas.size(), 2);
    EXPECT_GT(all, 0u);
    EXPECT_EQ(WalkableTiles::of(soup, config).value().graph(0).value().cells.size(), 0u);
}

TEST(WalkableGrid, AnEmptyLevelHasNoFloors) {
    const TriangleSoup soup;
    const BakeConfig config;
    WalkableTiles tiles = WalkableTiles::of(soup, config).value();
    EXPECT_EQ(tiles.tile_count(), 1u);
    EXPECT_EQ(tiles.graph(0).value().cells.size(), 0u);
}

}  // namespace
}  // namespace navspan
