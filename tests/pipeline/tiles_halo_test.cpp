// Tests that the halo is exactly as wide as the stages need. A tile and the adjacent cells of its neighbours must have the same
// floors, areas and links as with a wider halo. With a smaller halo, at least one floor, area or link must differ.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "bake/field/open_spans.h"
#include "bake/world/tile_plan.h"
#include "navspan/bake/bake_tile.h"
#include "support/text/random.h"

namespace navspan {
namespace {

using support::Random;

// A walkable floor: x and z of its cell, height, area, and the heights of the four floors linked to it.
using Floor = std::tuple<int32_t, int32_t, int32_t, uint8_t, int32_t, int32_t, int32_t, int32_t>;

// Records the walkable floors of the tile, and of a ring of cells around the tile, after erosion.
struct FloorProbe : BakeProbe {
    TileWindow window;
    std::set<Floor> floors;

    void after(Stage stage, const BakeProducts& products) override {
        if (stage != Stage::mark_volumes) return;
        const CompactHeightfield& field = *products.compact;
        const int32_t low = window.halo - 1, high = window.halo + window.size + 1;
        for (int32_t z = low; z < high; ++z) {
            for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
                const Run& run = field.runs[r];
                for (uint32_t k = 0; k < run.length; ++k) {
                    const int32_t x = run.x0 + int32_t(k);
                    const uint32_t i = run.first + k;
                    if (x < low || x >= high || field.area[i] == kNullArea) continue;
                    const auto next_floor = [&](int d) {
                        const uint32_t n = neighbour(field, i, d);
                        return n == kNoIndex || field.area[n] == kNullArea ? -1000000 : field.grid.y0 + field.floor[n];
                    };
                    // The outer ring of cells belongs to the adjacent tiles, so its links are ignored.
                    const bool inner = x > low && x + 1 < high && z > low && z + 1 < high;
                    floors.insert({field.grid.x0 + x, field.grid.z0 + z, field.grid.y0 + field.floor[i], field.area[i],
                                   inner ? next_floor(0) : 0, inner ? next_floor(1) : 0, inner ? next_floor(2) : 0,
                                   inner ? next_floor(3) : 0});
                }
            }
        }
    }
};

TriangleSoup random_floors(Random& random) {
    TriangleSoup soup;
    soup.groups.resize(1);
    for (int i = 0; i < 60; ++i) {
        const double x = random.real(-8, 16), z = random.real(-8, 16);
        const double y = 0.2 * random.between(0, 12), w = random.real(0.5, 9), d = random.real(0.5, 9);
        const double rise = random.chance(0.5) ? 0 : d * random.real(-1, 1);
        const uint32_t first = uint32_t(soup.vertices.size());
        soup.vertices.insert(soup.vertices.end(), {{x, y, z}, {x, y + rise, z + d}, {x + w, y + rise, z + d}, {x + w, y, z}});
        for (const uint32_t k : {1u, 2u}) {
            soup.triangles.push_back({first, first + k, first + k + 1});
            soup.areas.push_back(uint8_t(random.between(62, 63)));
            soup.group_of.push_back(0);
        }
    }
    return soup;
}

std::set<Floor> ground(const TriangleSoup& soup, const BakeConfig& config, int32_t halo) {
    FloorProbe probe;
    probe.window = {.tile_x = 0, .tile_z = 0, .x0 = 0, .z0 = 0, .size = 24, .halo = halo};
    EXPECT_TRUE(bake_tile(soup, config, &probe, &probe.window).ok());
    return probe.floors;
}

TEST(TilesHalo, IsExactlyAsWideAsNeeded) {
    const std::vector<LedgeTest> ledges{LedgeTest::off, LedgeTest::plain, LedgeTest::slope_aware};
    for (const ErosionMethod method : {ErosionMethod::chamfer, ErosionMethod::euclidean}) {
        for (const LedgeTest ledge : ledges) {
            for (const bool median : {false, true}) {
                BakeConfig config;
                config.areas.push_back({.name = "other", .id = 62});
                config.voxels = {.cell_size = 0.3, .cell_height = 0.2};
                config.agent.height = 1;
                config.agent.max_climb = ledge == LedgeTest::slope_aware ? 0.1 : 0.9;  // slopes fall more than 0.1 wu per cell
                config.filters.ledges = ledge;
                config.erosion = {.method = method, .median_filter = median};
                // The slope-aware test reads two halo cells. The second cell rarely matters on random floors, so make the
                // narrow halo two cells smaller.
                const int32_t less = ledge == LedgeTest::slope_aware ? 2 : 1;
                int narrow_fails = 0;
                for (uint64_t seed = 0; seed < 30; ++seed) {
                    Random random(seed);
                    config.agent.radius = std::vector<double>{0.3, 0.6, 0.7}[seed % 3];
                    const int32_t halo = halo_cells(*to_voxels(config));
                    const TriangleSoup soup = random_floors(random);
                    const std::set<Floor> wide = ground(soup, config, halo + 8);
                    EXPECT_EQ(ground(soup, config, halo), wide) << "seed " << seed << ", ledges " << int(ledge);
                    narrow_fails += ground(soup, config, halo - less) != wide;
                }
                EXPECT_GT(narrow_fails, 0) << "erosion " << int(method) << ", ledges " << int(ledge) << ", median " << median;
            }
        }
    }
}

}  // namespace
}  // namespace navspan
