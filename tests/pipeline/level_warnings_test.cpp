#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "navbench/kinds/kinds.h"
#include "navbench/levels/warning_counts.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/live_world.h"
#include "support/scenes/scenes.h"
#include "support/text/random.h"

namespace navspan {
namespace {

struct NamedLevel {
    std::string name;
    TriangleSoup soup;
};

// All scenes, and a generated level of each kind.
std::vector<NamedLevel> measured_levels() {
    std::vector<NamedLevel> levels;
    for (const std::string& path : support::all_scene_paths())
        levels.push_back({support::scene_name(path), support::load_scene(path)});
    for (const bench::LevelKind& kind : bench::level_kinds())
        levels.push_back({std::string(kind.name), bench::generate_level(kind, {}, 8)});
    return levels;
}

TriangleSoup scaled(TriangleSoup soup, double factor) {
    for (DVec3& p : soup.vertices)
        p = p * factor;
    return soup;
}

TriangleSoup reversed(TriangleSoup soup) {
    for (auto& triangle : soup.triangles)
        std::swap(triangle[1], triangle[2]);
    return soup;
}

TriangleSoup turned(TriangleSoup soup, UpAxis up) {
    for (DVec3& p : soup.vertices)
        p = turned_upright(p, up);
    return soup;
}

std::string codes_of(const Warnings& warnings) {
    std::string codes;
    for (const Warning& warning : warnings)
        codes += warning.code + ": " + warning.message + "\n";
    return codes;
}

bool has_code(const Warnings& warnings, std::initializer_list<std::string_view> codes) {
    return std::any_of(warnings.begin(), warnings.end(), [&](const Warning& warning) {
        return std::find(codes.begin(), codes.end(), warning.code) != codes.end();
    });
}

constexpr std::array<UpAxis, 6> kUpAxes{UpAxis::y, UpAxis::z, UpAxis::x, UpAxis::minus_y, UpAxis::minus_z, UpAxis::minus_x};

TEST(LevelWarnings, RightLevelsHaveNone) {
    for (const NamedLevel& level : measured_levels())
        EXPECT_EQ(codes_of(level_warnings(level.soup, BakeConfig{})), "") << level.name;
}

// Scenes, and the generated levels whose figures are in docs/inputs-and-exports.md.
TEST(LevelWarnings, NineOfTenWrongUnitsAndOrientationsAreReportedAndNoCorrectLevel) {
    if (support::kSanitized) GTEST_SKIP() << "a count over 216 levels, which takes minutes with sanitizers";
    std::vector<bench::WarningCounts> rows;
    for (const std::string& path : support::all_scene_paths())
        rows.push_back(bench::count_warnings(support::scene_name(path), support::load_scene(path)));
    for (const bench::LevelKind& kind : bench::level_kinds())
        rows.push_back(bench::count_warnings(kind, bench::kFirstSeed));
    std::printf("%s", bench::warning_table(rows).c_str());
    const bench::WarningCounts all = bench::sum_of(rows);
    EXPECT_GE(all.levels, 216u);
    EXPECT_EQ(all.false_alarms, 0u);
    for (const size_t reported : all.units)
        EXPECT_GE(10 * reported, 9 * all.levels);
    EXPECT_GE(10 * all.orientations, 9 * bench::kWrongOrientations * all.levels);
}

// Applies the advice of a warning, such as "try --up -z --flip", to the present settings.
SoupSource follow(const std::string& message, SoupSource source) {
    constexpr std::array<std::string_view, 6> names{"y", "z", "x", "-y", "-z", "-x"};  // in the order of UpAxis
    if (const size_t at = message.find("--scale "); at != message.npos) source.scale = std::atof(message.c_str() + at + 8);
    if (const size_t at = message.find("--up "); at != message.npos) {
        const std::string rest = message.substr(at + 5), name = rest.substr(0, rest.find(' '));
        source.up = UpAxis(std::find(names.begin(), names.end(), name) - names.begin());
    }
    if (message.find("--flip") != message.npos) source.flip = message.find("without --flip") == message.npos;
    return source;
}

// Applies the flip, scale and up axis of `source`, as the readers of scenes do.
TriangleSoup read_with(const TriangleSoup& file, const SoupSource& source) {
    return turned(scaled(source.flip ? reversed(file) : file, source.scale), source.up);
}

TEST(LevelWarnings, AdviceRepairsAnyOrientationUnderAnySettings) {
    const TriangleSoup right = support::load_scene(support::own_scene_paths().front());  // the courtyard
    for (const UpAxis turn : kUpAxes) {
        for (const UpAxis up : kUpAxes) {
            for (const int flips : {0, 1, 2, 3}) {
                const TriangleSoup file = turned(flips & 1 ? reversed(right) : right, turn);
                SoupSource source{.up = up, .flip = (flips & 2) != 0};
                for (const Warning& warning : level_warnings(read_with(file, source), BakeConfig{}, source))
                    source = follow(warning.advice, source);
                EXPECT_EQ(codes_of(level_warnings(read_with(file, source), BakeConfig{}, source)), "")
                    << int(turn) << " " << int(up) << " " << flips;
            }
        }
    }
}

TEST(LevelWarnings, AdviceRepairsUnits) {
    const TriangleSoup right = support::load_scene(support::own_scene_paths().front());
    for (const double factor : {0.01, 100.0}) {
        const TriangleSoup file = scaled(right, factor / 2);
        SoupSource source{.scale = 2};
        const Warnings warnings = level_warnings(read_with(file, source), BakeConfig{}, source);
        ASSERT_EQ(warnings.size(), 1u);
        EXPECT_NE(warnings[0].message.find("; " + warnings[0].advice), std::string::npos) << warnings[0].advice;
        source = follow(warnings[0].advice, source);
        EXPECT_DOUBLE_EQ(source.scale, 2 / factor) << warnings[0].message;
    }
}

// A city with sides of 420 wu. Its blocks are 20 to 40 wu wide and up to 80 wu high.
TriangleSoup large_city(bool lamps) {
    bench::LevelBuilder b(1);
    b.floor(0, 0, 420, 420, 0);
    for (double x = 10; x < 400; x += 60) {
        for (double z = 10; z < 400; z += 60) {
            const double side = b.between(20, 40);
            b.box({x, 0, z}, {x + side, b.between(10, 80), z + side});
            for (int i = 0; lamps && i < 3; ++i)
                b.column({x + 45, 0, z + 15 * i}, 0.1, 5);
        }
    }
    return std::move(b.soup);
}

TEST(LevelWarnings, AFewSmallObjectsShowThatALevelOfLargeBlocksIsNotTooLarge) {
    EXPECT_EQ(codes_of(level_warnings(large_city(true), BakeConfig{})), "");
    for (const double factor : {39.37, 100.0})
        EXPECT_TRUE(has_code(level_warnings(scaled(large_city(true), factor), BakeConfig{}), {"level_too_large"})) << factor;
}

TEST(LevelWarnings, ManyObjectsAreSampled) {
    bench::LevelBuilder b(3);
    b.floor(0, 0, 300, 300, 0);
    for (double x = 0; x < 300; x += 2) {
        for (double z = 0; z < 300; z += 2)
            b.box({x, 0, z}, {x + 0.5, b.between(0.5, 2), z + 0.5});
    }
    EXPECT_EQ(codes_of(level_warnings(b.soup, BakeConfig{})), "");
    EXPECT_TRUE(has_code(level_warnings(scaled(b.soup, 39.37), BakeConfig{}), {"level_too_large"}));
}

TEST(LevelWarnings, AHallWhoseRoofHasNoLowerSideIsUpright) {
    bench::LevelBuilder b(2);
    b.box({0, -1, 0}, {300, 0, 200});
    for (double x = 20; x < 290; x += 35) {
        for (double z = 20; z < 190; z += 35)
            b.box({x, 0, z}, {x + 1.5, 15, z + 1.5});
    }
    b.box({0, 15, 0}, {300, 16, 200});
    EXPECT_EQ(codes_of(level_warnings(b.soup, BakeConfig{})), "");
}

// A roof rests on the walls of a closed room, as an object stands on the ground.
TEST(LevelWarnings, AClosedRoomIsUpright) {
    for (const double side : {6.0, 10.0, 20.0, 40.0}) {
        bench::LevelBuilder b(2);
        const auto closed_box = [&b](DVec3 min, DVec3 max) {
            b.box(min, max);
            b.quad(min, {max.x, min.y, min.z}, {max.x, min.y, max.z}, {min.x, min.y, max.z});
        };
        closed_box({0, -0.5, 0}, {side, 0, side});
        closed_box({0, 3, 0}, {side, 3.2, side});
        for (const double at : {0.0, side - 0.2}) {
            closed_box({at, 0, 0}, {at + 0.2, 3, side});
            closed_box({0, 0, at}, {side, 3, at + 0.2});
        }
        closed_box({3, 0, 3}, {4, 0.8, 3.6});
        EXPECT_EQ(codes_of(level_warnings(b.soup, BakeConfig{})), "") << side;
        EXPECT_TRUE(has_code(level_warnings(reversed(b.soup), BakeConfig{}), {"faces_down"})) << side;
    }
}

// Adds a square floor: a sheet of quads with sides of about 2 wu, or a closed box with this top.
void add_floor(bench::LevelBuilder& b, double low, double high, double y, double thickness) {
    const int n = int((high - low) / 2);
    if (thickness == 0) return b.grid({low, low, high, high, n, n}, [y](double, double) { return y; });
    b.box({low, y - thickness, low}, {high, y, high});
    b.grid({low, low, high, high, 1, 1, true}, [&](double, double) { return y - thickness; });
}

TEST(LevelWarnings, ADistantObjectChangesNothing) {
    for (const double side : {20.0, 60.0}) {
        for (const DVec3 at : {DVec3{1000, 0, 7}, DVec3{-2000, 5, 3}, DVec3{9, 0, 1500}, DVec3{1400, -8, 1400}}) {
            for (const double thickness : {0.0, 0.5}) {
                bench::LevelBuilder b(5);
                add_floor(b, 0, side, 0, thickness);
                b.box(at, {at.x + 1, at.y + 1, at.z + 1});
                EXPECT_EQ(codes_of(level_warnings(b.soup, BakeConfig{})), "") << side << " " << at.x;
                const Warnings turned_over = level_warnings(turned(b.soup, UpAxis::z), BakeConfig{});
                EXPECT_TRUE(has_code(turned_over, {"lies_on_its_side"})) << side << " " << at.x;
            }
        }
    }
}

TEST(LevelWarnings, StairsAndRampsAloneAreUpright) {
    for (const double width : {1.0, 3.0, 8.0}) {
        for (const bool has_walls : {false, true}) {
            bench::LevelBuilder solid(6), open(6), ramp(6);
            solid.stairs({0, 0, 0}, 16, 0.2, 0.28, width, true);
            for (int k = 0; k < 16; ++k)
                open.box({0.28 * k, 0.2 * k + 0.15, 0}, {0.28 * k + 0.3, 0.2 * k + 0.2, width});
            for (int k = 0; k < 20; ++k) {  // 42 degrees
                const double x = 0.5 * k, y = 0.45 * k;
                ramp.quad({x, y, 0}, {x, y, width}, {x + 0.5, y + 0.45, width}, {x + 0.5, y + 0.45, 0});
            }
            for (bench::LevelBuilder* b : {&solid, &open, &ramp}) {
                const double length = b == &ramp ? 10 : 4.5;
                if (has_walls) b->box({0, 0, -0.2}, {length, length, 0});
                if (has_walls) b->box({0, 0, width}, {length, length, width + 0.2});
                EXPECT_EQ(codes_of(level_warnings(b->soup, BakeConfig{})), "") << width << " " << length << has_walls;
                const Warnings of_centimetres = level_warnings(scaled(b->soup, 0.01), BakeConfig{});
                EXPECT_TRUE(has_code(of_centimetres, {"level_too_small"})) << width << " " << length << has_walls;
            }
        }
    }
}

TEST(LevelWarnings, AFloorBelowALargerRoofIsUprightAndNotTooLarge) {
    for (const double side : {40.0, 100.0}) {
        for (const double height : {2.5, 5.0, 10.0}) {
            for (const double thickness : {0.0, 0.3}) {
                bench::LevelBuilder closed(7), one_sided(7);
                for (bench::LevelBuilder* b : {&closed, &one_sided})
                    add_floor(*b, 0, 20, 0, thickness);
                add_floor(closed, -15, side - 15, height + 0.4, 0.4);
                one_sided.box({-15, height, -15}, {side - 15, height + 0.4, side - 15});
                for (const bench::LevelBuilder* b : {&closed, &one_sided})
                    EXPECT_EQ(codes_of(level_warnings(b->soup, BakeConfig{})), "") << side << " " << height << " " << thickness;
            }
        }
    }
}

// The kind small_triangles has boxes of 0.5 to 2 m with triangles of 0.2 m.
TEST(LevelWarnings, ObjectsOfSmallTrianglesAreMeasuredAsAWhole) {
    const auto kinds = bench::level_kinds();
    const auto kind =
        std::find_if(kinds.begin(), kinds.end(), [](const bench::LevelKind& k) { return k.name == "small_triangles"; });
    ASSERT_NE(kind, kinds.end());
    const TriangleSoup inches = scaled(bench::generate_level(*kind, {}, 21), 39.37);
    EXPECT_TRUE(has_code(level_warnings(inches, BakeConfig{}), {"level_too_large"}));
}

TEST(LevelWarnings, AdviceForFilesInAnotherUnitIsAUnit) {
    const TriangleSoup right = support::load_scene(support::own_scene_paths().front());
    for (const double unit : {0.01, 0.001, 0.0254, 0.3048 / 16}) {
        const Warnings warnings = level_warnings(scaled(right, unit), BakeConfig{}, {.scale = unit});
        ASSERT_EQ(warnings.size(), 1u) << unit;
        EXPECT_EQ(warnings[0].advice, "try --scale 1") << unit;
    }
    const Warnings feet = level_warnings(scaled(right, 30.48), BakeConfig{}, {.scale = 0.3048});
    ASSERT_EQ(feet.size(), 1u);
    EXPECT_EQ(feet[0].advice, "try --scale 0.01");
}

TEST(LevelWarnings, OneFittingAgentIsEnough) {
    BakeConfig config;
    config.agents = {{.name = "human"}, {.radius = 60, .height = 200, .max_climb = 90, .name = "giant"}};
    const TriangleSoup soup = scaled(support::load_scene(support::own_scene_paths().front()), 100);
    EXPECT_EQ(codes_of(level_warnings(soup, config)), "");
}

TEST(LevelWarnings, InvalidTrianglesAreIgnored) {
    TriangleSoup soup = support::load_scene(support::own_scene_paths().front());
    soup.triangles[5][1] = 1u << 31;
    EXPECT_TRUE(level_warnings(soup, BakeConfig{}).empty());
    EXPECT_TRUE(level_warnings(TriangleSoup{}, BakeConfig{}).empty());
}

TEST(LevelWarnings, EveryBakeReportsThemOnceUnlessTheCallerDid) {
    const TriangleSoup soup = scaled(support::load_scene(support::own_scene_paths().front()), 0.01);
    BakeConfig config;
    config.tiles.size = 40;
    const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
    const auto codes = [&](const auto& bake, bool warns) {
        Warnings warnings;
        BakeOptions options{.warns_about_level = warns};
        options.observer.warnings = &warnings;
        EXPECT_TRUE(bake(options));
        return codes_of(warnings);
    };
    const auto both_agents = [&](const BakeOptions& options) {
        BakeConfig several = config;
        several.agents = {{.name = "human"}, {.radius = 1, .height = 3, .name = "ogre"}};
        std::vector<AgentBake> agents;
        for (const BakeConfig& one : configs_of_agents(several))
            agents.push_back({one, nav_mesh_info(one, "{}", "test"), options.observer});
        return bake_agents(soup, agents, options).ok();
    };
    const auto mesh = [&](const BakeOptions& options) { return bake_nav_mesh(soup, config, info, options).ok(); };
    const auto live = [&](const BakeOptions& options) { return bake_live_mesh(soup, config, info, options).ok(); };
    const std::string expected = codes_of(level_warnings(soup, config));
    EXPECT_NE(expected, "");
    EXPECT_EQ(codes(mesh, true), expected);
    EXPECT_EQ(codes(live, true), expected);
    EXPECT_EQ(codes(both_agents, true), expected);
    EXPECT_EQ(codes(mesh, false), "");
    EXPECT_EQ(codes(live, false), "");
    EXPECT_EQ(codes(both_agents, false), "");
}

}  // namespace
}  // namespace navspan
