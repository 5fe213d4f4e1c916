// Tests that ground without a convex partition gives an error and is not silently left out.

#include "plan/convex_ground.h"

#include <gtest/gtest.h>

namespace navspan {
namespace {

PlanarEdges square(uint8_t inside, uint8_t around) {
    PlanarEdges drawing;
    drawing.points = {{0, 0}, {0, 4}, {4, 0}, {4, 4}};
    drawing.edges = {{0, 1, inside, around}, {0, 2, around, inside}, {1, 3, inside, around}, {2, 3, around, inside}};
    return drawing;
}

TEST(ConvexGround, ASquareIsOnePolygon) {
    const Result<PolygonSet> set = convex_ground(square(1, 0), 0.5, {});
    ASSERT_TRUE(set) << set.error().message;
    EXPECT_EQ(set->polygon_count(), 1u);
}

TEST(ConvexGround, GroundWithoutAnOutlineIsAnErrorWithItsPosition) {
    for (const PartitionMethod partition : {PartitionMethod::merge, PartitionMethod::meadow}) {
        const Result<PolygonSet> set = convex_ground(square(0, 1), 0.5, {.partition = partition});
        ASSERT_FALSE(set);
        EXPECT_EQ(set.error().kind, ErrorKind::failed);
        EXPECT_EQ(set.error().message, "the ground around x 0, z 0 could not be cut into convex polygons");
    }
}

}  // namespace
}  // namespace navspan
