#include "bake/live/compressed_voxels.h"

#include <gtest/gtest.h>

#include "bake/voxelize/rasterize.h"
#include "bake/voxelize/walkable_triangles.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using support::Random;

void expect_round_trip(const Heightfield& field) {
    const CompressedVoxels voxels = compress_voxels(field);
    const Heightfield back = decompress_voxels(voxels);
    EXPECT_EQ(back.grid, field.grid);
    EXPECT_EQ(back.first, field.first);
    EXPECT_EQ(back.spans, field.spans);
    EXPECT_EQ(voxels.spans, field.spans.size());
}

Heightfield random_voxels(Random& random, int32_t width, int32_t depth, int32_t max_spans) {
    Heightfield field{.grid = {.x0 = -7, .z0 = 12, .y0 = -3, .width = width, .depth = depth}, .first = {0}, .spans = {}};
    for (int32_t c = 0; c < width * depth; ++c) {
        if (c > 0 && random.chance(0.5)) {
            // Repeat the previous column, because the compression has a short form for repeated columns.
            const size_t from = field.first[size_t(c) - 1], to = field.spans.size();
            for (size_t i = from; i < to; ++i)
                field.spans.push_back(Span(field.spans[i]));
        } else {
            int32_t bottom = random.between(0, 40);
            for (int32_t k = random.between(0, max_spans); k > 0 && bottom < 60'000; --k) {
                const int32_t top = std::min(bottom + random.between(1, random.chance(0.1) ? 20'000 : 9), kMaxHeight);
                const auto area = uint8_t(random.chance(0.5) ? 0 : random.between(1, 63));
                field.spans.push_back({.bottom = uint16_t(bottom),
                                       .top = uint16_t(top),
                                       .area = area,
                                       .fate = area ? SpanFate::walkable : SpanFate::steep});
                bottom = top + random.between(1, 30);
            }
        }
        field.first.push_back(uint32_t(field.spans.size()));
    }
    return field;
}

TEST(CompressedVoxels, RoundTripTheField) {
    Random random(3);
    for (int i = 0; i < 200; ++i) {
        SCOPED_TRACE(i);
        expect_round_trip(random_voxels(random, random.between(1, 20), random.between(1, 20), random.between(0, 9)));
    }
    expect_round_trip({.grid = {}, .first = {0}, .spans = {}});
    Heightfield tall{.grid = {.width = 1, .depth = 2}, .first = {0, 1, 2}, .spans = {}};
    tall.spans = {{.bottom = 0, .top = 65535, .area = 63, .fate = SpanFate::walkable}, {.bottom = 65534, .top = 65535}};
    expect_round_trip(tall);
}

TEST(CompressedVoxels, AreMuchSmallerThanTheField) {
    for (const char* scene : {"courtyard", "field", "maze", "terrain", "tower"}) {
        const TriangleSoup soup = support::own_scene_soup(scene);
        const Lattice lattice{.origin = {}, .cell_size = 0.3, .cell_height = 0.2};
        const Heightfield field = *rasterize_triangles(soup, mark_walkable_triangles(soup, 45).areas, lattice,
                                                       *grid_of(soup, lattice), {.area_merge_height = 4});
        expect_round_trip(field);
        const size_t raw = field.spans.size() * sizeof(Span) + field.first.size() * sizeof(uint32_t);
        const size_t packed = compress_voxels(field).bytes.size();
        EXPECT_LT(packed, raw / 3) << scene;
        RecordProperty(std::string(scene) + "_raw", std::to_string(raw));
        RecordProperty(std::string(scene) + "_packed", std::to_string(packed));
    }
}

}  // namespace
}  // namespace navspan
