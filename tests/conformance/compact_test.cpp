// Tests that our open spans and their links equal librecast's spans and links for the same solid field.
//
// librecast stores the free height above a span in 8 bits. The test therefore compares our values above 255 as 255.

#include <gtest/gtest.h>

#include <algorithm>

#include "bake/field/open_spans.h"
#include "field_pair.h"
#include "support/scenes/scenes.h"

namespace navspan::support {
namespace {

uint32_t their_neighbour(const rcCompactHeightfield& field, uint32_t cell_x, uint32_t cell_z, uint32_t i, int d) {
    const int floor = rcGetCon(field.spans[i], d);
    if (floor == RC_NOT_CONNECTED) return kNoIndex;
    const int x = int(cell_x) + rcGetDirOffsetX(d), z = int(cell_z) + rcGetDirOffsetY(d);
    return field.cells[x + z * field.width].index + uint32_t(floor);
}

TEST(CompactConformance, OpenSpansAndLinksAreEqual) {
    for_each_solid([](const std::string& name, const Heightfield& solid, const VoxelConfig& config) {
        const FieldPair pair = build_both(solid, config);
        const rcCompactHeightfield& theirs = *pair.recast.compact;
        uint32_t clearances = 0, links = 0, areas = differing_areas(pair);
        for (int32_t z = 0; z < pair.ours.grid.depth; ++z) {
            for (uint32_t r = pair.ours.row_run[size_t(z)]; r < pair.ours.row_run[size_t(z) + 1]; ++r) {
                const navspan::Run& run = pair.ours.runs[r];
                for (uint32_t k = 0; k < run.length; ++k) {
                    const uint32_t i = run.first + k;
                    clearances += std::min<int>(pair.ours.clearance[i], 255) != int(theirs.spans[pair.index[i]].h);
                    for (int d = 0; d < 4; ++d) {
                        const uint32_t j = neighbour(pair.ours, i, d);
                        links += their_neighbour(theirs, uint32_t(run.x0) + k, uint32_t(z), pair.index[i], d) !=
                                 (j == kNoIndex ? kNoIndex : pair.index[j]);
                    }
                }
            }
        }
        EXPECT_EQ(clearances, 0u) << name;
        EXPECT_EQ(links, 0u) << name;
        EXPECT_EQ(areas, 0u) << name;
    });
}

}  // namespace
}  // namespace navspan::support
