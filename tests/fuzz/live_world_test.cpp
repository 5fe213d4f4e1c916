// Reads live worlds with random changes and a correct checksum. The reader must reject them or return a world in which every
// tile can be rebuilt. Intended for AddressSanitizer and UndefinedBehaviorSanitizer.

#include "navspan/bake/live_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "bake/live/compressed_voxels.h"
#include "navspan/navmesh/nav_file.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using support::Random;

BakeConfig fuzzed_config() {
    BakeConfig config;
    config.voxels = {.cell_size = 0.5, .cell_height = 0.25};
    config.tiles.size = 8;
    return config;
}

LiveWorld fuzzed_world(const BakeConfig& config) {
    TriangleSoup soup;
    support::add_box(soup, {0, -1, 0}, {12, 0, 7}, kDefaultArea);
    support::add_box(soup, {3, 0, 3}, {5, 2, 5}, kDefaultArea);
    return *make_live_world(soup, config, nav_mesh_info(config, "{}", "test"));
}

// Returns the approximate offset of the section with the live world, which follows the mesh and the kept tiles.
size_t live_section(const std::vector<std::byte>& bytes, const LiveWorld& world) {
    return std::min(bytes.size() - 64, serialize_live_mesh(world.mesh).size());
}

void change_word(Random& random, std::vector<std::byte>& bytes, size_t first) {
    const size_t at = (first + random.next() % (bytes.size() - first)) & ~size_t{3};
    if (at + 4 > bytes.size()) return;
    uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at, 4);
    switch (random.between(0, 3)) {
        case 0:
            word ^= 1u << random.between(0, 31);
            break;
        case 1:
            word += uint32_t(random.between(-3, 3));
            break;
        case 2:
            word = random.chance(0.5) ? 0xffffffffu : 0x7fffffffu;
            break;
        default:
            word = uint32_t(random.next());
            break;
    }
    std::memcpy(bytes.data() + at, &word, 4);
}

TEST(LiveWorldFuzz, ChangedFilesAreRefusedOrCanBeUpdated) {
    const BakeConfig config = fuzzed_config();
    const LiveWorld original = fuzzed_world(config);
    const std::vector<std::byte> bytes = *serialize_live_world(original);
    const size_t first = live_section(bytes, original);
    const auto reader = [&config](const std::string&) -> Result<BakeConfig> { return config; };
    int accepted = 0, refused = 0;
    for (uint64_t seed = 0; seed < 3000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        std::vector<std::byte> changed = bytes;
        for (int n = random.between(1, 2); n > 0; --n)
            change_word(random, changed, random.chance(0.95) ? first : 64);
        repair_nav_checksum(changed);
        Result<LiveWorld> world = parse_live_world(changed, reader);
        if (!world) {
            EXPECT_FALSE(world.error().message.empty());
            EXPECT_EQ(world.error().message.find('\n'), std::string::npos);
            ++refused;
            continue;
        }
        ++accepted;
        for (int n = 0; n < 2; ++n) {
            const DVec3 at{random.real(-3, 15), random.real(-9, 9), random.real(-3, 10)};
            (void)add_obstacle(*world, BoxObstacle{.center = at, .half_extents = {3, 2, 3}, .top_area = kDefaultArea}).ok();
            if (update_world(*world)) (void)validate_nav_mesh(*world->mesh.mesh).ok();
        }
    }
    EXPECT_GT(accepted, 20);
    EXPECT_GT(refused, 500);
}

TEST(LiveWorldFuzz, ChangedVoxelsAreRefusedOrHaveSoundColumns) {
    const BakeConfig config = fuzzed_config();
    const CompressedVoxels original = *keep_voxels(*fuzzed_world(config).sources[0], config)->voxels;
    int accepted = 0;
    for (uint64_t seed = 0; seed < 20000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        CompressedVoxels voxels = original;
        for (int n = random.between(1, 3); n > 0; --n)
            voxels.bytes[random.next() % voxels.bytes.size()] ^= uint8_t(1 << random.between(0, 7));
        if (random.chance(0.2)) voxels.bytes.resize(random.next() % voxels.bytes.size());
        const std::optional<VoxelSummary> summary = summarize_voxels(voxels);
        if (!summary) continue;
        ++accepted;
        const Heightfield field = decompress_voxels(voxels);
        ASSERT_EQ(field.first.size(), cell_count(voxels.grid) + 1);
        for (size_t c = 0; c < cell_count(voxels.grid); ++c) {
            int32_t below = -1;
            for (const Span& span : column_spans(field, c)) {
                EXPECT_TRUE(span.bottom > below && span.top > span.bottom && span.top <= summary->highest);
                EXPECT_TRUE(summary->areas >> span.area & 1);
                below = span.top;
            }
        }
    }
    EXPECT_GT(accepted, 20);
}

}  // namespace
}  // namespace navspan
