// Measures which fraction of the cells on walkable ramps and stairs stays walkable after the ledge filter.
//
// Each level is a strip of ground without walls that rises along x from a flat start to a flat end. Cells near the border of
// the strip are ignored. All cells at least kMargin from the border should stay walkable if max_climb is at least the height of
// a step.

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "bake/voxelize/rasterize.h"
#include "core/angle.h"
#include "navbench/board/board.h"
#include "navbench/recast/stages.h"
#include "navspan/bake/bake_tile.h"

namespace navspan::bench {
namespace {

// kHalfWidth: half width of a strip [wu]. kMargin: minimum distance of measured cells from the strip's border [wu].
constexpr double kHalfWidth = 4, kMargin = 1.2;

struct SlopeLevel {
    std::string name;
    std::vector<std::array<double, 2>> profile;  // corners of the cross section: x, height [wu]
};

SlopeLevel ramp(int degrees) {
    const double top = 4 * tan_degrees(degrees);
    return {"ramp " + std::to_string(degrees), {{-5, 0}, {-1, 0}, {3, top}, {7, top}}};
}

SlopeLevel stairs(double rise, double tread, const std::string& name) {
    SlopeLevel strip{name, {{-3, 0}, {0.01, 0}}};
    double x = 0.01, y = 0;
    for (int i = 0; i < 14; ++i) {
        strip.profile.push_back({x, y += rise});
        strip.profile.push_back({x += tread, y});
    }
    strip.profile.push_back({x + 3, y});
    return strip;
}

TriangleSoup soup_of(const SlopeLevel& strip) {
    TriangleSoup soup;
    for (const auto& [x, y] : strip.profile) {
        soup.vertices.push_back({x, y, -kHalfWidth});
        soup.vertices.push_back({x, y, kHalfWidth});
    }
    for (uint32_t a = 0; a + 3 < soup.vertices.size(); a += 2) {
        soup.triangles.push_back({a, a + 1, a + 2});
        soup.triangles.push_back({a + 1, a + 3, a + 2});
    }
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    soup.group_of.assign(soup.triangles.size(), 0);
    soup.groups.resize(1);
    return soup;
}

size_t inner_walkable(const Heightfield& field, const SlopeLevel& strip, double cell) {
    size_t count = 0;
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (int32_t x = 0; x < field.grid.width; ++x) {
            const double wx = (field.grid.x0 + x + 0.5) * cell, wz = (field.grid.z0 + z + 0.5) * cell;
            if (wx < strip.profile.front()[0] + kMargin || wx > strip.profile.back()[0] - kMargin) continue;
            if (std::fabs(wz) > kHalfWidth - kMargin) continue;
            for (const Span& span : column_spans(field, size_t(z) * size_t(field.grid.width) + size_t(x)))
                count += span.area != kNullArea;
        }
    }
    return count;
}

struct Counter : BakeProbe {
    const SlopeLevel& strip;
    double cell = 0;
    size_t before_ledges = 0, after_ledges = 0;
    Counter(const SlopeLevel& s, double c) : strip(s), cell(c) {}
    void after(Stage stage, const BakeProducts& products) override {
        if (stage == Stage::filter_low_hanging) before_ledges = inner_walkable(solid_after(stage, products), strip, cell);
        if (stage == Stage::filter_ledges) after_ledges = inner_walkable(solid_after(stage, products), strip, cell);
    }
    bool needs_fates() const override { return true; }
    double kept() const { return before_ledges ? double(after_ledges) / double(before_ledges) : 1; }
};

double our_kept_fraction(const SlopeLevel& strip, const TriangleSoup& soup, const BakeConfig& config) {
    Counter counter(strip, config.voxels.cell_size);
    tools::checked(bake_tile(soup, config, &counter));
    return counter.kept();
}

double kept_by_recast(const SlopeLevel& strip, const TriangleSoup& soup, const BakeConfig& config) {
    const VoxelConfig voxels = tools::checked(to_voxels(config));
    const Grid grid = tools::checked(grid_of(soup, voxels.lattice, voxels.walkable_height));
    support::RecastBake bake = support::recast_input(soup, voxels, grid);
    support::recast_run(bake, support::recast_filter_low_hanging);
    const double cell = config.voxels.cell_size;
    const size_t before = inner_walkable(support::heightfield_of(*bake.solid, grid), strip, cell);
    support::recast_filter_ledges(bake);
    const size_t after = inner_walkable(support::heightfield_of(*bake.solid, grid), strip, cell);
    return before ? double(after) / double(before) : 1;
}

}  // namespace

void add_slopes(Json& board) {
    const SlopeLevel strips[] = {ramp(30),
                                 ramp(35),
                                 ramp(40),
                                 ramp(44),
                                 stairs(.15, .30, "stairs 15/30"),
                                 stairs(.18, .28, "stairs 18/28"),
                                 stairs(.25, .30, "stairs 25/30")};
    constexpr std::array<double, 2> kCells[] = {{.3, .2}, {.25, .25}, {.2, .1}, {.1, .1}};
    for (const SlopeLevel& strip : strips) {
        const TriangleSoup soup = soup_of(strip);
        for (const auto& [cell_size, cell_height] : kCells) {
            for (const double climb : {.25, .3, .4, .5, .9}) {
                BakeConfig config;
                config.voxels = {cell_size, cell_height};
                config.agent.max_climb = climb;
                const double accurate = our_kept_fraction(strip, soup, config);
                config.profile = Profile::recast;
                board["slopes"].push_back({{"slope", strip.name},
                                           {"cell_size", cell_size},
                                           {"cell_height", cell_height},
                                           {"max_climb", climb},
                                           {"accurate_kept", accurate},
                                           {"recast_kept", our_kept_fraction(strip, soup, config)},
                                           {"librecast_kept", kept_by_recast(strip, soup, config)}});
            }
        }
    }
}

}  // namespace navspan::bench
