// Given the same compact field, distances are librecast's, in spans without an area too, and so is the largest one.

#include <gtest/gtest.h>

#include <algorithm>

#include "field_pair.h"
#include "navspan/bake/distance_field.h"
#include "navspan/bake/erode.h"
#include "navspan/bake/filters.h"
#include "navspan/bake/rasterize.h"
#include "navspan/bake/walkable_triangles.h"
#include "support/scenes.h"

namespace navspan::support {
namespace {

void expect_equal_distances(FieldPair& pair, const std::string& name) {
    recast_distance(pair.recast);
    const DistanceField distance = build_distance_field(pair.ours);
    uint32_t differing = 0;
    for (uint32_t i = 0; i < pair.ours.span_count(); ++i) {
        differing += distance.distance[i] != pair.recast.compact->dist[pair.index[i]];
    }
    EXPECT_EQ(differing, 0u) << name;
    EXPECT_EQ(distance.max_distance, pair.recast.compact->maxDistance) << name;
}

TEST(DistanceConformance, DistancesAreEqual) {
    for_each_solid([](const std::string& name, const Heightfield& solid, const VoxelConfig& config) {
        if (solid.spans.empty()) return;
        for (int variant = 0; variant < 4; ++variant) {
            FieldPair pair = open_both(solid, config);
            if (variant == 1) scatter_areas(pair, 3);
            if (variant == 2) cut_large_null_volume(pair);
            if (variant == 3) {
                erode_walkable_area_chamfer(pair.ours, config.walkable_radius);
                recast_erode(pair.recast);
            }
            expect_equal_distances(pair, name + " variant " + std::to_string(variant));
        }
    });
}

// counted with recastnavigation's main branch of February 2026, RecastDemo's defaults, bounds snapped outwards to the lattice
struct NewestCounts {
    const char* scene;
    double cell_size, cell_height;
    double spans, links, eroded, max_distance;
};
constexpr NewestCounts kNewest[] = {
    {"dungeon", 0.3, 0.2, 23487, 88288, 17435, 52},       {"dungeon", 0.1, 0.1, 212695, 832638, 161480, 160},
    {"nav_test", 0.3, 0.2, 56804, 220422, 45148, 60},     {"nav_test", 0.1, 0.1, 527606, 2089528, 426527, 190},
    {"undulating", 0.3, 0.2, 105786, 418026, 97772, 107}, {"undulating", 0.1, 0.1, 963799, 3838008, 892428, 328},
};

TEST(DistanceConformance, CountsOfTheNewestRecastAreMet) {
    const auto folder = scenes_folder();
    if (!folder) GTEST_SKIP() << "NAVSPAN_SCENES is not set";
    for (const NewestCounts& newest : kNewest) {
        SCOPED_TRACE(std::string(newest.scene) + " at " + std::to_string(newest.cell_size));
        const TriangleSoup soup = load_scene(*folder + "/" + newest.scene + ".obj");
        const VoxelConfig config = recast_settings(newest.cell_size, newest.cell_height);
        const Result<Grid> grid = grid_of(soup, config.lattice);
        ASSERT_TRUE(grid) << grid.error().message;
        const auto walkable = mark_walkable_triangles(soup, config.max_slope);
        Result<Heightfield> solid = rasterize_triangles(soup, walkable.areas, config.lattice, *grid, {config.walkable_climb});
        ASSERT_TRUE(solid) << solid.error().message;
        filter_low_hanging_obstacles(*solid, config.walkable_climb);
        filter_ledges(*solid, {.walkable_height = config.walkable_height, .walkable_climb = config.walkable_climb});
        filter_low_height(*solid, config.walkable_height);
        CompactHeightfield field = build_compact_heightfield(*solid, {config.walkable_height, config.walkable_climb});

        double links = 0;
        for (uint32_t i = 0; i < field.span_count(); ++i) {
            for (int d = 0; d < 4; ++d)
                links += neighbour(field, i, d) != kNoSpan;
        }
        erode_walkable_area_chamfer(field, config.walkable_radius);
        const auto eroded = std::count_if(field.area.begin(), field.area.end(), [](uint8_t area) { return area != 0; });

        // 0.1 %, and one column of cells on undulating: five kilometres from the origin Recast's floats move the lattice by a
        // thousandth of a cell, and its terrain, which ends on a lattice line, covers one column more than it does
        const double extra = newest.scene == std::string("undulating") ? grid->depth : 0;
        EXPECT_NEAR(double(field.span_count()), newest.spans, 0.001 * newest.spans + extra);
        EXPECT_NEAR(links, newest.links, 0.001 * newest.links + 4 * extra);
        EXPECT_NEAR(double(eroded), newest.eroded, 0.001 * newest.eroded + extra);
        EXPECT_NEAR(double(build_distance_field(field).max_distance), newest.max_distance, 0.001 * newest.max_distance);
    }
}

}  // namespace
}  // namespace navspan::support
