// Tests that the distance of every span, walkable or not, equals librecast's distance for the same compact field.

#include <gtest/gtest.h>

#include "bake/field/distance_field.h"
#include "bake/field/erode.h"
#include "field_pair.h"
#include "support/checks/short_calls.h"
#include "support/scenes/scenes.h"

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
            FieldPair pair = build_both(solid, config);
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

}  // namespace
}  // namespace navspan::support
