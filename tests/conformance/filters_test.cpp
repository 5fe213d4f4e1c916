// Tests Recast's three filters (low obstacles, ledges, low ceilings) against librecast for the same solid field.
//
// One difference is intended. In our filters, a span is walkable if the free height above it is exactly the walkable height.
// Recast before 2023, as packaged by Debian, requires one voxel more. The tests give librecast a walkable height that is one
// voxel smaller.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "bake/voxelize/rasterize.h"
#include "bake/voxelize/walkable_triangles.h"
#include "field_pair.h"
#include "navbench/recast/stages.h"
#include "navspan/io/scene.h"
#include "support/scenes/scenes.h"
#include "support/text/random.h"
#include "support/worlds/open_field.h"

namespace navspan::support {
namespace {

std::string column_text(const Heightfield& field, size_t column) {
    std::string text;
    for (const Span& s : column_spans(field, column)) {
        text += std::to_string(s.bottom) + ".." + std::to_string(s.top) + "/" + std::to_string(s.area) + " ";
    }
    return text;
}

// Compares all spans, but ignores Span::fate, which librecast does not have.
void expect_same(const Heightfield& ours, const RecastBake& bake, const std::string& stage) {
    const Heightfield theirs = heightfield_of(*bake.solid, ours.grid);
    ASSERT_EQ(ours.first, theirs.first) << stage;
    size_t differing = 0;
    for (size_t c = 0; c < cell_count(ours.grid); ++c) {
        const auto a = column_spans(ours, c), b = column_spans(theirs, c);
        const bool same = std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Span& p, const Span& q) {
            return p.bottom == q.bottom && p.top == q.top && p.area == q.area;
        });
        if (same) continue;
        if (++differing <= 5) {
            ADD_FAILURE() << stage << ": column " << c % size_t(ours.grid.width) << ", " << c / size_t(ours.grid.width)
                          << "\n  ours      " << column_text(ours, c) << "\n  librecast " << column_text(theirs, c);
        }
    }
    EXPECT_EQ(differing, 0u) << stage;
}

void compare_filters(const Heightfield& field, VoxelConfig config, const std::string& name) {
    SCOPED_TRACE(name);
    const FilterParams params = recast_filters(config.walkable_height, config.walkable_climb);
    --config.walkable_height;
    RecastBake bake;
    bake.config = config;
    bake.grid = field.grid;
    bake.cs = bake.ch = 1;
    set_solid(bake, field);

    recast_filter_low_hanging(bake);
    expect_same(filtered(field, params, Filter::low_hanging), bake, "low hanging");
    recast_filter_ledges(bake);
    expect_same(filtered(field, params, Filter::ledges), bake, "ledges");
    recast_filter_low_height(bake);
    expect_same(filtered(field, params, Filter::low_height), bake, "low height");
}

// Assigns pseudo-random areas to the triangles.
void number_areas(TriangleSoup& soup) {
    constexpr uint8_t kAreas[] = {63, 5, 1, 63, kNullArea};
    for (size_t i = 0; i < soup.areas.size(); ++i)
        soup.areas[i] = kAreas[i * 2654435761u % 5];
}

TEST(FiltersConformance, EqualOnEveryScene) {
    const auto paths = all_scene_paths();
    if (paths.empty()) GTEST_SKIP() << "no scenes in data/scenes and NAVSPAN_SCENES is not set";
    for (const std::string& path : paths) {
        TriangleSoup soup = load_scene(path);
        for (const bool several_areas : {false, true}) {
            if (several_areas) number_areas(soup);
            VoxelConfig config = recast_settings(0.3, 0.2);
            const Result<Grid> grid = grid_of(soup, config.lattice);
            ASSERT_TRUE(grid) << grid.error().message;
            const auto walkable = mark_walkable_triangles(soup, config.max_slope);
            const auto field = rasterize_triangles(soup, walkable.areas, config.lattice, *grid, {config.walkable_climb});
            ASSERT_TRUE(field) << field.error().message;
            for (const int32_t climb : {0, 1, 4, 9}) {
                config.walkable_climb = climb;
                compare_filters(*field, config, scene_name(path) + " climb " + std::to_string(climb));
            }
        }
    }
}

Heightfield random_field(Random& random, int32_t width, int32_t depth, int32_t top) {
    Heightfield field{.grid = {0, 0, 0, width, depth}, .first = {0}, .spans = {}};
    for (size_t c = 0; c < cell_count(field.grid); ++c) {
        for (int32_t y = random.between(0, 3); y < top;) {
            const int32_t height = random.between(1, 5);
            const auto area = uint8_t(random.chance(0.6) ? random.between(1, 3) : 0);
            field.spans.push_back({uint16_t(y), uint16_t(y + height), area, area ? SpanFate::walkable : SpanFate::steep});
            y += height + random.between(1, 12);
        }
        field.first.push_back(uint32_t(field.spans.size()));
    }
    return field;
}

TEST(FiltersConformance, EqualOnRandomFields) {
    for (uint64_t seed = 1; seed <= 300; ++seed) {
        Random random(seed);
        VoxelConfig config;
        config.walkable_height = random.between(2, 9);
        config.walkable_climb = random.between(0, 8);
        const int32_t width = random.between(1, 12), depth = random.between(1, 12), top = random.between(1, 60);
        compare_filters(random_field(random, width, depth, top), config, "seed " + std::to_string(seed));
    }
}

}  // namespace
}  // namespace navspan::support
