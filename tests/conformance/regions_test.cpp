// Tests that our regions and librecast's regions are equal for the same compact heightfield and distances, except for the
// region numbers.
//
// The spans and links come from our compact stage. The areas after erosion and the distances come from librecast. One
// difference is intended: for layers, librecast merges regions across areas and we do not. librecast uses links between areas
// only for this merging, so its field gets no such links.

#include "navspan/bake/regions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "bake/regions/regions.h"
#include "bake/voxelize/rasterize.h"
#include "navbench/recast/stages.h"
#include "navspan/io/obj.h"
#include "recast_field.h"
#include "support/scenes/scenes.h"
#include "support/text/random.h"
#include "support/worlds/ascii_field.h"
#include "support/worlds/open_field.h"
#include "support/worlds/region_fields.h"

namespace navspan {
namespace {

using namespace support;

constexpr RegionMethod kMethods[] = {RegionMethod::watershed, RegionMethod::monotone, RegionMethod::layers};
constexpr const char* kNames[] = {"watershed", "monotone", "layers"};

struct RegionPair {
    RecastBake recast;
    CompactHeightfield field;
    std::vector<uint32_t> index;  // for each open span of `field`: index of librecast's span
    DistanceField distance;
};

void take_areas(RegionPair& pair) {
    for (uint32_t i = 0; i < pair.field.span_count(); ++i)
        pair.field.area[i] = pair.recast.compact->areas[pair.index[i]];
}

void take_distance(RegionPair& pair) {
    if (pair.field.span_count() == 0) return;
    recast_distance(pair.recast);
    pair.distance.max_distance = pair.recast.compact->maxDistance;
    for (const uint32_t k : pair.index)
        pair.distance.distance.push_back(pair.recast.compact->dist[k]);
}

void cut_links_between_areas(rcCompactHeightfield& compact) {
    std::vector<rcCompactSpan> cut(compact.spans, compact.spans + compact.spanCount);
    for (int z = 0; z < compact.height; ++z) {
        for (int x = 0; x < compact.width; ++x) {
            const rcCompactCell& cell = compact.cells[x + z * compact.width];
            for (int i = int(cell.index); i < int(cell.index + cell.count); ++i) {
                for (int d = 0; d < 4; ++d) {
                    const int con = rcGetCon(compact.spans[i], d);
                    if (con == RC_NOT_CONNECTED) continue;
                    const int at = x + rcGetDirOffsetX(d) + (z + rcGetDirOffsetY(d)) * compact.width;
                    if (compact.areas[compact.cells[at].index + unsigned(con)] == compact.areas[i]) continue;
                    rcSetCon(cut[i], d, RC_NOT_CONNECTED);
                }
            }
        }
    }
    std::copy(cut.begin(), cut.end(), compact.spans);
}

RegionMap our_regions(const RegionPair& pair, RegionMethod method) {
    const RegionParams params{.min_area = pair.recast.config.min_region_area,
                              .merge_area = pair.recast.config.merge_region_area,
                              .split_vertical_overlaps = false};
    switch (method) {
        case RegionMethod::watershed:
            return build_regions_watershed(pair.field, pair.distance, params);
        case RegionMethod::monotone:
            return build_regions_monotone(pair.field, params);
        case RegionMethod::layers:
            return build_regions_layers(pair.field, params);
        case RegionMethod::sheets:  // librecast has no such method
            break;
    }
    return build_regions_sheets(pair.field, params);
}

// Counts the spans whose region ids do not correspond. The first span with an id defines the corresponding id in the other map.
// Ids must correspond in both directions.
uint32_t count_differences(const std::vector<uint32_t>& ours, const std::vector<uint32_t>& theirs) {
    std::map<uint32_t, uint32_t> there{{0, 0}}, back{{0, 0}};
    uint32_t differing = 0;
    for (size_t i = 0; i < ours.size(); ++i) {
        const bool same = there.emplace(ours[i], theirs[i]).first->second == theirs[i] &&
                          back.emplace(theirs[i], ours[i]).first->second == ours[i];
        differing += !same;
    }
    return differing;
}

void expect_equal_regions(RegionPair& pair, const std::string& what) {
    for (const RegionMethod method : kMethods) {
        pair.recast.config.region_method = method;
        if (method == RegionMethod::layers) cut_links_between_areas(*pair.recast.compact);
        recast_regions(pair.recast);
        const RegionMap map = our_regions(pair, method);
        std::vector<uint32_t> theirs;
        for (const uint32_t k : pair.index)
            theirs.push_back(pair.recast.compact->spans[k].reg);
        const uint32_t differing = count_differences(map.region, theirs);
        EXPECT_EQ(differing, 0u) << what << " " << kNames[int(method)]
                                 << (pair.field.span_count() > 4000 ? ""
                                                                    : "\nours\n" + draw(pair.field, map.region) +
                                                                          "librecast\n" + draw(pair.field, theirs));
    }
}

RegionPair random_pair(uint64_t seed, const RegionFieldParams& params) {
    Random random(seed);
    RegionPair pair;
    pair.field = random_region_field(seed, params);
    pair.index = set_compact(pair.recast, pair.field);
    pair.recast.config.min_region_area = uint32_t(random.between(0, 40));
    pair.recast.config.merge_region_area = uint32_t(random.between(0, 300));
    take_distance(pair);
    return pair;
}

enum class RegionGround { one_area, several_areas, null_volume };
const std::vector<RegionGround> kAllGrounds{RegionGround::one_area, RegionGround::several_areas, RegionGround::null_volume};

RegionPair region_pair_of(const TriangleSoup& soup, double cell_size, double cell_height, RegionGround ground) {
    const VoxelConfig voxels{.lattice = {.origin = {}, .cell_size = cell_size, .cell_height = cell_height},
                             .walkable_height = int32_t(std::ceil(2.0 / cell_height - 1e-6)),
                             .walkable_climb = int32_t(std::floor(0.9 / cell_height + 1e-6)),
                             .walkable_radius = int32_t(std::ceil(0.6 / cell_size - 1e-6))};
    const Grid grid = *grid_of(soup, voxels.lattice);
    TriangleSoup coloured = soup;
    if (ground == RegionGround::several_areas) {
        Random random(7);
        constexpr uint8_t areas[] = {1, 5, 63};
        for (uint8_t& area : coloured.areas)
            area = areas[random.between(0, 2)];
    }
    RegionPair pair;
    pair.recast = recast_input(coloured, voxels, grid);
    recast_run(pair.recast, recast_filter_low_height);
    pair.field = support::open_field(heightfield_of(*pair.recast.solid, grid), {voxels.walkable_height, voxels.walkable_climb});
    pair.index = set_compact(pair.recast, pair.field);
    recast_erode(pair.recast);
    if (ground == RegionGround::null_volume) {
        const float* low = pair.recast.bmin;
        const float* high = pair.recast.bmax;
        const float to[3] = {low[0] + 0.7f * (high[0] - low[0]), high[1], low[2] + 0.8f * (high[2] - low[2])};
        rcMarkBoxArea(&pair.recast.context, low, to, RC_NULL_AREA, *pair.recast.compact);
    }
    take_areas(pair);
    take_distance(pair);
    return pair;
}

void compare_scene(const std::string& path, double cell_size, double cell_height, const std::vector<RegionGround>& grounds) {
    const Result<LoadedScene> scene = load_obj(std::vector<std::string>{path});
    ASSERT_TRUE(scene) << scene.error().message;
    for (const RegionGround ground : grounds) {
        RegionPair pair = region_pair_of(scene->soup, cell_size, cell_height, ground);
        expect_equal_regions(pair, path + " at " + std::to_string(cell_size) + " ground " + std::to_string(int(ground)));
    }
}

TEST(RegionsConformance, RandomFieldsGiveTheSamePartition) {
    for (uint64_t seed = 1; seed <= rounds(60) && !testing::Test::HasFailure(); ++seed) {
        Random random(seed + 1000);
        // In its row sweep, librecast can store only as many intervals as the longer side of the field has cells. Fields with
        // few gaps stay below this limit.
        const RegionFieldParams params{.width = random.between(40, 90),
                                       .depth = random.between(20, 90),
                                       .floors = random.between(1, 3),
                                       .gap = random.real(0, 0.06),
                                       .other = random.chance(0.5) ? random.real(0, 0.3) : 0,
                                       .ramps = random.chance(0.5) ? random.real(0, 0.2) : 0};
        RegionPair pair = random_pair(seed, params);
        expect_equal_regions(pair, "seed " + std::to_string(seed));
    }
}

// Many regions start at the same random distance. This tests the order in which the regions start.
TEST(RegionsConformance, RandomDistancesGiveTheSamePartition) {
    for (uint64_t seed = 1; seed <= rounds(10) && !testing::Test::HasFailure(); ++seed) {
        Random random(seed + 2000);
        RegionPair pair = random_pair(seed, {.width = 60, .depth = 40, .floors = 3, .gap = 0.03, .ramps = 0.15});
        pair.recast.config.min_region_area = 0;
        pair.recast.config.merge_region_area = uint32_t(random.between(0, 10));
        const int highest = random.between(2, 60);
        for (uint32_t i = 0; i < pair.field.span_count(); ++i) {
            pair.distance.distance[i] = uint16_t(random.between(0, highest));
            pair.recast.compact->dist[pair.index[i]] = pair.distance.distance[i];
        }
        pair.distance.max_distance = uint16_t(highest);
        pair.recast.compact->maxDistance = uint16_t(highest);
        expect_equal_regions(pair, "seed " + std::to_string(seed));
    }
}

TEST(RegionsConformance, ASpiralGivesTheSamePartition) {
    for (const int32_t lane : {2, 4, 7, 12}) {
        RegionPair pair;
        pair.field = spiral_field(3, lane);
        pair.index = set_compact(pair.recast, pair.field);
        take_distance(pair);
        expect_equal_regions(pair, "lane " + std::to_string(lane));
    }
}

TEST(RegionsConformance, OwnScenesGiveTheSamePartition) {
    for (const std::string& path : support::own_scene_paths())
        compare_scene(path, 0.3, 0.2, kAllGrounds);
}

TEST(RegionsConformance, KnownScenesGiveTheSamePartition) {
    const auto folder = support::scenes_folder();
    if (!folder) GTEST_SKIP() << "NAVSPAN_SCENES is not set";
    for (const char* name : {"dungeon", "nav_test", "undulating"}) {
        const std::string path = *folder + "/" + name + ".obj";
        compare_scene(path, 0.3, 0.2, kAllGrounds);
        // This field has a million spans, and librecast needs seconds per partition.
        if (!kSanitized) compare_scene(path, 0.1, 0.1, {RegionGround::one_area});
    }
}

}  // namespace
}  // namespace navspan
