// Builds our compact heightfield and librecast's compact heightfield from the same solid field.

#include "field_pair.h"

#include <RecastAlloc.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <new>
#include <stdexcept>

#include "bake/field/open_spans.h"
#include "bake/voxelize/rasterize.h"
#include "bake/voxelize/walkable_triangles.h"
#include "navspan/io/scene.h"
#include "support/scenes/scenes.h"
#include "support/text/random.h"
#include "support/worlds/open_field.h"
#include "support/worlds/random_fields.h"

namespace navspan::support {
namespace {

void set_area(FieldPair& pair, uint32_t i, uint8_t area) {
    pair.ours.area[i] = area;
    pair.recast.compact->areas[pair.index[i]] = area;
}

}  // namespace

void set_solid(RecastBake& bake, const Heightfield& field) {
    bake.grid = field.grid;
    recast_create_solid(bake);
    rcHeightfield& solid = *bake.solid;
    int used = RC_SPANS_PER_POOL;
    for (size_t c = 0; c + 1 < field.first.size(); ++c) {
        rcSpan** link = &solid.spans[c];
        for (const Span& span : column_spans(field, c)) {
            if (span.top > RC_SPAN_MAX_HEIGHT) throw std::runtime_error("a span is too high for librecast");
            // Allocate spans in pools, because librecast frees them pool by pool.
            if (used == RC_SPANS_PER_POOL) {
                auto* pool = static_cast<rcSpanPool*>(rcAlloc(sizeof(rcSpanPool), RC_ALLOC_PERM));
                if (!pool) throw std::bad_alloc();
                pool->next = solid.pools;
                solid.pools = pool;
                used = 0;
            }
            rcSpan* s = &solid.pools->items[used++];
            s->smin = span.bottom;
            s->smax = span.top;
            s->area = span.area;
            s->next = nullptr;
            *link = s;
            link = &s->next;
        }
    }
}

FieldPair build_both(const Heightfield& solid, const VoxelConfig& config) {
    FieldPair pair;
    pair.config = config;
    pair.recast.config = config;
    pair.recast.grid = solid.grid;
    pair.recast.cs = float(config.lattice.cell_size);
    pair.recast.ch = float(config.lattice.cell_height);
    set_solid(pair.recast, solid);
    recast_compact(pair.recast);
    pair.ours = open_field(solid, {config.walkable_height, config.walkable_climb});

    const rcCompactHeightfield& theirs = *pair.recast.compact;
    EXPECT_EQ(int64_t{pair.ours.span_count()}, theirs.spanCount);
    pair.index.assign(pair.ours.span_count(), kNoIndex);
    for_each_open_span(pair.ours, [&](int32_t x, int32_t z, uint32_t i) {
        const rcCompactCell& cell = theirs.cells[z * theirs.width + x];
        for (uint32_t k = cell.index; k < uint32_t(cell.index + cell.count); ++k) {
            if (theirs.spans[k].y == pair.ours.floor[i]) pair.index[i] = k;
        }
        if (pair.index[i] == kNoIndex) throw std::runtime_error("librecast lacks an open span");
    });
    return pair;
}

void scatter_areas(FieldPair& pair, uint64_t seed) {
    constexpr uint8_t kAreas[] = {63, 63, 5, 1, 0};
    Random random(seed);
    std::vector<uint8_t> patches(64);
    for (uint8_t& patch : patches)
        patch = kAreas[random.between(0, 4)];
    for_each_open_span(pair.ours, [&](int32_t x, int32_t z, uint32_t i) {
        const uint8_t patch = patches[size_t(x / 9 % 8 + z / 9 % 8 * 8)];
        set_area(pair, i, random.chance(0.01) ? kAreas[random.between(0, 4)] : patch);
    });
}

void cut_large_null_volume(FieldPair& pair) {
    const int32_t w = pair.ours.grid.width, d = pair.ours.grid.depth;
    for_each_open_span(pair.ours, [&](int32_t x, int32_t z, uint32_t i) {
        const bool inside = x > w / 4 && x < 3 * w / 4 && z > d / 4 && z < 3 * d / 4;
        if (inside) set_area(pair, i, 0);
    });
}

uint32_t differing_areas(const FieldPair& pair) {
    uint32_t differing = 0;
    for (uint32_t i = 0; i < pair.ours.span_count(); ++i) {
        differing += pair.ours.area[i] != pair.recast.compact->areas[pair.index[i]];
    }
    return differing;
}

Heightfield filtered_solid(const TriangleSoup& soup, const VoxelConfig& config) {
    const Grid grid = grid_of(soup, config.lattice).value();
    const auto walkable = mark_walkable_triangles(soup, config.max_slope);
    const auto solid = rasterize_triangles(soup, walkable.areas, config.lattice, grid, {config.walkable_climb});
    return filtered(*solid, recast_filters(config.walkable_height, config.walkable_climb));
}

void for_each_solid(const std::function<void(const std::string&, const Heightfield&, const VoxelConfig&)>& visit) {
    for (const std::string& path : all_scene_paths()) {
        const TriangleSoup soup = load_scene(path);
        const VoxelConfig config = recast_settings(0.3, 0.2);
        visit(scene_name(path), filtered_solid(soup, config), config);
    }
    for (uint64_t seed = 1; seed <= 60; ++seed) {
        Random random(seed);
        const RandomFieldParams shape{.width = random.between(1, 60),
                                      .depth = random.between(1, 60),
                                      .storeys = random.between(1, 4),
                                      .storey_height = random.between(8, 24),
                                      .roll = random.between(0, 8),
                                      .jitter = random.between(0, 4),
                                      .holes = random.real(0, 0.03),
                                      .walls = random.real(0, 0.03),
                                      .null_area = random.real(0, 0.03)};
        VoxelConfig config = recast_settings(0.3, 0.2);
        config.walkable_height = random.between(1, 12);
        config.walkable_climb = random.between(0, config.walkable_height);
        config.walkable_radius = random.between(1, 6);
        visit("seed " + std::to_string(seed), random_heightfield(random, shape), config);
    }
}

}  // namespace navspan::support
