#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bake/field/compact_gaps.h"
#include "bake/field/open_spans.h"
#include "bake/voxelize/rasterize.h"
#include "bake/voxelize/walkable_triangles.h"
#include "core/angle.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/filters.h"
#include "support/worlds/open_field.h"

namespace navspan {
namespace {

// A cross section of the ground: heights along the axis u. The profile is extruded along the axis v, then rotated by a yaw
// angle.
struct GroundProfile {
    std::vector<std::array<double, 2>> points;  // u and height [wu]; u never decreases
    double half_width = 4;                      // half of the extent along v [wu]
};

TriangleSoup extrude(const GroundProfile& profile, double yaw) {
    TriangleSoup soup;
    const double c = cos_degrees(yaw), s = sin_degrees(yaw);
    for (const auto& [u, y] : profile.points) {
        for (const double v : {-profile.half_width, profile.half_width})
            soup.vertices.push_back({u * c + v * s, y, v * c - u * s});
    }
    for (uint32_t i = 0; i + 1 < profile.points.size(); ++i) {
        const uint32_t a = 2 * i;
        soup.triangles.push_back({a, a + 1, a + 2});
        soup.triangles.push_back({a + 1, a + 3, a + 2});
    }
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    return soup;
}

GroundProfile ramp(double degrees) {
    return {{{-5, 0}, {-1, 0}, {3, 4 * tan_degrees(degrees)}, {7, 4 * tan_degrees(degrees)}}};
}

GroundProfile stairs(double rise, double tread) {
    GroundProfile p;
    p.points = {{-3, 0}, {0.01, 0}};
    double u = 0.01, y = 0;
    for (int i = 0; i < 14; ++i) {
        p.points.push_back({u, y += rise});
        p.points.push_back({u += tread, y});
    }
    p.points.push_back({u + 3, y});
    return p;
}

struct Setting {
    double cell_size, cell_height, climb;
};

// Numbers of spans and links well inside the outline of the ground. `before` and `after`: number of walkable spans before and
// after the ledge filter. `pairs`: number of links between neighbouring spans after the filter.
struct Kept {
    double before = 0, after = 0, pairs = 0;
    double part() const { return after / before; }
};

// Runs the ledge filter on a profile and counts the spans that are at least 1.2 wu inside the outline.
Kept interior_kept(const GroundProfile& profile, const Setting& setting, double yaw, bool slope_aware) {
    const Lattice lattice{{}, setting.cell_size, setting.cell_height};
    const TriangleSoup soup = extrude(profile, yaw);
    const Result<Grid> grid = grid_of(soup, lattice);
    const auto walkable = mark_walkable_triangles(soup, 45);
    const auto climb = int32_t(std::floor(setting.climb / setting.cell_height + 1e-9));
    const Heightfield solid = *rasterize_triangles(soup, walkable.areas, lattice, *grid, {climb});
    FilterParams params{.ledge_test = slope_aware ? LedgeTest::slope_aware : LedgeTest::plain,
                        .agent = {.walkable_height = int32_t(std::ceil(2 / setting.cell_height - 1e-9)),
                                  .walkable_climb = climb,
                                  .max_climb = setting.climb / setting.cell_height,
                                  .max_slope_rise = setting.cell_size / setting.cell_height}};
    params.link_climb = slope_aware ? slope_aware_climb(params.agent) : climb;
    const Heightfield before = support::filtered(solid, params, Filter::low_hanging);
    const Heightfield field = support::filtered(solid, params, Filter::ledges);
    const CompactHeightfield open = *filter_and_compact(solid, params).field;

    Kept kept;
    const double c = cos_degrees(yaw), s = sin_degrees(yaw);
    const auto inside_margin = [&](int32_t x, int32_t z, double margin) {
        const double wx = (grid->x0 + x + 0.5) * lattice.cell_size, wz = (grid->z0 + z + 0.5) * lattice.cell_size;
        const double u = wx * c - wz * s, v = wx * s + wz * c;
        return u > profile.points.front()[0] + margin && u < profile.points.back()[0] - margin &&
               std::abs(v) < profile.half_width - margin;
    };
    for (int32_t z = 0; z < grid->depth; ++z) {
        for (int32_t x = 0; x < grid->width; ++x) {
            if (!inside_margin(x, z, 1.2)) continue;
            const size_t column = size_t(z) * size_t(grid->width) + size_t(x);
            for (const Span& span : column_spans(before, column))
                kept.before += span.area != 0;
            for (const Span& span : column_spans(field, column))
                kept.after += span.area != 0;
        }
    }
    for (int32_t z = 0; z < grid->depth; ++z) {
        for (uint32_t r = open.row_run[size_t(z)]; r < open.row_run[size_t(z) + 1]; ++r) {
            for (uint32_t k = 0; k < open.runs[r].length; ++k) {
                const uint32_t i = open.runs[r].first + k;
                if (!inside_margin(open.runs[r].x0 + int32_t(k), z, 1.2)) continue;
                for (int d = 0; d < 4; ++d)
                    kept.pairs += neighbour(open, i, d) != kNoIndex;
            }
        }
    }
    return kept;
}

const Setting kSettings[] = {{.3, .2, .25},  {.3, .2, .3},  {.3, .2, .4}, {.3, .2, .5},  {.3, .2, .9},  {.25, .25, .25},
                             {.25, .25, .4}, {.2, .1, .25}, {.2, .1, .3}, {.5, .2, .25}, {.1, .1, .25}, {.1, .05, .25}};
const double kYaws[] = {0, 13, 30, 45, 77};

struct NamedProfile {
    std::string name;
    GroundProfile profile;
    double least_climb = 0;  // an agent with a lower maximum climb cannot walk on the profile [wu]
};

std::vector<NamedProfile> legal_profiles() {
    std::vector<NamedProfile> result;
    for (const double degrees : {30., 35., 40., 44., 45.})
        result.push_back({"ramp " + std::to_string(degrees), ramp(degrees)});
    for (const auto& [rise, tread] : {std::pair{.15, .3}, std::pair{.18, .28}, std::pair{.25, .3}}) {
        result.push_back({"stairs " + std::to_string(rise) + " / " + std::to_string(tread), stairs(rise, tread), rise});
    }
    return result;
}

template <class Test>
void for_each_case(bool slope_aware, Test test) {
    for (const NamedProfile& p : legal_profiles()) {
        for (const Setting& s : kSettings) {
            if (s.climb < p.least_climb) continue;
            for (const double yaw : kYaws) {
                std::ostringstream what;
                what << p.name << ", cell " << s.cell_size << ", height " << s.cell_height << ", climb " << s.climb << ", yaw "
                     << yaw;
                test(interior_kept(p.profile, s, yaw, slope_aware), what.str());
            }
        }
    }
}

TEST(LedgesSlopeAware, LegalRampsAndStairsKeepTheirCellsAtAnyClimb) {
    for_each_case(true, [](const Kept& kept, const std::string& what) {
        ASSERT_GT(kept.before, 0) << what;
        EXPECT_GE(kept.part(), 0.99) << what;
    });
}

TEST(LedgesSlopeAware, LegalRampsAndStairsStayLinkedAtAnyClimb) {
    for_each_case(true,
                  [](const Kept& kept, const std::string& what) { EXPECT_GE(kept.pairs, 0.99 * 4 * kept.after) << what; });
}

TEST(LedgesSlopeAware, SteepRampIsKeptAtAVerySmallClimb) {
    const Kept kept = interior_kept(ramp(44), {.3, .1, .05}, 13, true);
    EXPECT_GE(kept.part(), 0.99);
    EXPECT_GE(kept.pairs, 0.99 * 4 * kept.after);
}

TEST(LedgesPlain, LosesLegalCellsAtSmallClimbs) {
    EXPECT_LT(interior_kept(ramp(44), {.3, .2, .4}, 0, false).part(), 0.8);
    EXPECT_EQ(interior_kept(ramp(44), {.3, .2, .9}, 0, false).part(), 1);
}

// tops[x] is the height of column x [vx]; 0 or less: no span.
Heightfield strip(const std::vector<int>& tops) {
    Heightfield field{.grid = {0, 0, 0, int32_t(tops.size()), 3}, .first = {0}, .spans = {}};
    for (int z = 0; z < 3; ++z) {
        for (const int top : tops) {
            if (top > 0) field.spans.push_back({0, uint16_t(top), kDefaultArea, SpanFate::walkable});
            field.first.push_back(uint32_t(field.spans.size()));
        }
    }
    return field;
}

std::string walkable_cells(const Heightfield& field) {
    std::string text;
    for (int32_t x = 0; x < field.grid.width; ++x) {
        const auto spans = column_spans(field, size_t(field.grid.width + x));
        text += spans.empty() ? ' ' : spans.back().area ? '#' : '.';
    }
    return text;
}

std::string after_slope_aware(const std::vector<int>& tops, double max_climb, double max_slope_rise) {
    const FilterParams params{.low_hanging = false,
                              .ledge_test = LedgeTest::slope_aware,
                              .agent = {.walkable_height = 10,
                                        .walkable_climb = int32_t(max_climb),
                                        .max_climb = max_climb,
                                        .max_slope_rise = max_slope_rise}};
    return walkable_cells(support::filtered(strip(tops), params, Filter::ledges));
}

// '#' is a cell that stays walkable and '.' is a cell that the filter removes. The ground ends at the first and the last cell.
TEST(LedgesSlopeAware, CliffEdgesAreRemoved) {
    EXPECT_EQ(after_slope_aware({20, 20, 20, 20, 5, 5, 5}, 4.5, 1.5), ".##.##.");
    EXPECT_EQ(after_slope_aware({20, 20, 20, 20, 14, 14, 14}, 4.5, 1.5), ".##.##.");
    EXPECT_EQ(after_slope_aware({20, 20, 20, 20, 15, 15, 15}, 4.5, 1.5), ".#####.") << "may be a legal step of 4.5";
}

TEST(LedgesSlopeAware, ColumnsWithoutGroundAreADrop) {
    EXPECT_EQ(after_slope_aware({9, 9, 9, 0, 9, 9, 9}, 4.5, 1.5), ".#. .#.");
}

TEST(LedgesSlopeAware, GridBorderIsADrop) {
    EXPECT_EQ(after_slope_aware({9, 9, 9}, 4.5, 1.5), ".#.");
    EXPECT_EQ(after_slope_aware({0, 9, 9, 9, 0}, 4.5, 1.5), " .#. ");
}

TEST(LedgesSlopeAware, SingleKerbHigherThanTheClimbIsNotASlope) {
    EXPECT_EQ(after_slope_aware({7, 7, 7, 5, 5, 5}, 1, 2), ".#.##.");
    EXPECT_EQ(after_slope_aware({11, 9, 7, 5, 5, 5}, 1, 2), ".####.");
}

// Returns the number of islands on ground with one step. The result is 1 if the step is linked.
size_t islands_at_step(double base, double rise) {
    TriangleSoup soup = extrude({{{-5, base}, {0.01, base}, {0.01, base + rise}, {5, base + rise}}}, 0);
    soup.group_of.assign(soup.triangles.size(), 0);
    soup.groups = {{"step", "", ""}};
    const BakeConfig config;
    const auto mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test"));
    return mesh ? mesh->islands.size() : 0;
}

// max_climb is 0.9 wu and a voxel is 0.2 wu high. The highest step that may be linked is 1.2 wu: max_climb rounded up to whole
// voxels (1.0 wu), plus one voxel.
TEST(LedgesSlopeAware, StepsUpToTheClimbAreLinkedAndStepsAboveTheBoundAreNot) {
    for (double base = 0; base < 0.2; base += 0.01) {
        for (const double rise : {0.1, 0.5, 0.85, 0.9})
            EXPECT_EQ(islands_at_step(base, rise), 1u) << "base " << base << ", rise " << rise;
        for (const double rise : {1.201, 1.3, 1.8})
            EXPECT_EQ(islands_at_step(base, rise), 2u) << "base " << base << ", rise " << rise;
    }
}

}  // namespace
}  // namespace navspan
