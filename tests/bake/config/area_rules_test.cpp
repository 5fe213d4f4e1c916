#include "navspan/bake/area_rules.h"

#include <gtest/gtest.h>

#include "bake/voxelize/walkable_triangles.h"
#include "check/stages/checks.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "support/text/random.h"

namespace navspan {
namespace {

TriangleSoup soup_of_groups(const std::vector<SoupGroup>& groups) {
    TriangleSoup soup;
    soup.vertices = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}};
    soup.groups = groups;
    for (uint32_t i = 0; i < groups.size(); ++i) {
        soup.triangles.push_back({0, 1, 2});
        soup.areas.push_back(kDefaultArea);
        soup.group_of.push_back(i);
    }
    return soup;
}

BakeConfig with_rules(std::vector<AreaRule> rules) {
    BakeConfig config;
    config.areas = {{"ground", 60, 1, 1}, {"water", 2, 10, 2}, {"road", 3, 1, 1}};
    config.rules = std::move(rules);
    return config;
}

// Reference implementation of matches_pattern. A '*' either ends or consumes one more character.
bool fits(std::string_view pattern, std::string_view name) {
    if (pattern.empty()) return name.empty();
    if (pattern[0] == '*') return fits(pattern.substr(1), name) || (!name.empty() && fits(pattern, name.substr(1)));
    return !name.empty() && pattern[0] == name[0] && fits(pattern.substr(1), name.substr(1));
}

TEST(MatchesPattern, AgreesWithItsDefinition) {
    support::Random random(11);
    for (int i = 0; i < 20000; ++i) {
        std::string pattern, name;
        for (int k = random.between(0, 6); k > 0; --k)
            pattern += "ab*"[random.between(0, 2)];
        for (int k = random.between(0, 8); k > 0; --k)
            name += "ab"[random.between(0, 1)];
        EXPECT_EQ(matches_pattern(pattern, name), fits(pattern, name)) << pattern << " " << name;
    }
}

TEST(AreaRules, LastMatchWinsAndNullIsAHole) {
    TriangleSoup soup =
        soup_of_groups({{"house", "stone", ""}, {"", "water_deep", ""}, {"lava lake", "water", ""}, {"", "", "inner road"}});
    const BakeConfig config =
        with_rules({{"water*", "water"}, {"*lava*", std::nullopt}, {"road", "road"}, {"stone", "water"}, {"house", "road"}});
    const Result<Warnings> warnings = apply_area_rules(soup, config);
    ASSERT_TRUE(warnings.ok());
    EXPECT_TRUE(warnings->empty());
    EXPECT_EQ(soup.areas, (std::vector<uint8_t>{3, 2, kNullArea, 3}));
    EXPECT_EQ(soup.triangles.size(), 4u) << "holes stay in as obstacles";
}

TEST(AreaRules, WithoutAMatchTheAreaIsGround) {
    TriangleSoup soup = soup_of_groups({{"house", "stone", ""}});
    ASSERT_TRUE(apply_area_rules(soup, with_rules({})).ok());
    EXPECT_EQ(soup.areas, std::vector<uint8_t>{60});
}

TEST(AreaRules, ApplyingTwiceIsApplyingOnce) {
    TriangleSoup soup = soup_of_groups({{"house", "stone", ""}, {"", "water", ""}});
    ASSERT_TRUE(apply_area_rules(soup, with_rules({{"*", std::nullopt}})).ok());
    ASSERT_TRUE(apply_area_rules(soup, with_rules({{"water", "water"}})).ok());
    EXPECT_EQ(soup.areas, (std::vector<uint8_t>{60, 2}));
}

TEST(AreaRules, RuleAssignsAnAreaOrAHoleOrFails) {
    const BakeConfig config = with_rules({});
    EXPECT_EQ(area_of_rule(config, {"*", kGroundArea}).value(), find_area(config.areas, kGroundArea)->id);
    EXPECT_EQ(area_of_rule(config, {"*", std::nullopt}).value(), kNullArea);
    EXPECT_EQ(area_of_rule(config, {"*", "mud"}).error().kind, ErrorKind::usage);
    EXPECT_EQ(find_area(config.areas, "mud"), nullptr);
}

TEST(AreaRules, UnknownAreaIsAnErrorAndUnusedRuleIsAWarning) {
    TriangleSoup soup = soup_of_groups({{"house", "stone", ""}});
    const Result<Warnings> unknown = apply_area_rules(soup, with_rules({{"*", "mud"}}));
    ASSERT_FALSE(unknown.ok());
    EXPECT_EQ(unknown.error().kind, ErrorKind::usage);
    EXPECT_EQ(unknown.error().message, "rules.*: \"mud\" is not an area; name one of `areas`, or give null for a hole");

    const Result<Warnings> idle = apply_area_rules(soup, with_rules({{"watr*", "water"}}));
    ASSERT_TRUE(idle.ok());
    ASSERT_EQ(idle->size(), 1u);
    EXPECT_EQ((*idle)[0].code, "rule_unmatched");
}

TriangleSoup floor_of(int n) {
    TriangleSoup soup;
    soup.groups = {{}};
    for (int z = 0; z <= n; ++z) {
        for (int x = 0; x <= n; ++x)
            soup.vertices.push_back({double(x), 0, double(z)});
    }
    for (int z = 0; z < n; ++z) {
        for (int x = 0; x < n; ++x) {
            const uint32_t a = uint32_t(z * (n + 1) + x), b = a + uint32_t(n) + 1;
            soup.triangles.push_back({a, b, a + 1});
            soup.triangles.push_back({a + 1, b, b + 1});
        }
    }
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    soup.group_of.assign(soup.triangles.size(), 0);
    return soup;
}

Warnings warnings_of(const TriangleSoup& soup) {
    Warnings all = soup_warnings(soup, mark_walkable_triangles(soup, 45));
    for (Warning& warning : level_warnings(soup, BakeConfig{}))
        all.push_back(std::move(warning));
    return all;
}

TEST(SoupWarnings, ValidFloorHasNoWarnings) {
    const TriangleSoup soup = floor_of(5);
    CheckReport report;
    check_triangle_soup(soup, report);
    EXPECT_TRUE(report.ok());
    EXPECT_TRUE(warnings_of(soup).empty());
    EXPECT_EQ(soup_stats(soup).max, (DVec3{5, 0, 5}));
}

TEST(SoupWarnings, ReportsUpsideDownAndSidewaysGeometry) {
    TriangleSoup soup = floor_of(10);
    for (auto& t : soup.triangles)
        std::swap(t[1], t[2]);
    std::swap(soup.triangles[0][1], soup.triangles[0][2]);
    std::swap(soup.triangles[1][1], soup.triangles[1][2]);
    Warnings warnings = warnings_of(soup);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0].message, "the ground seems to face down; try --flip");

    soup = floor_of(10);
    for (DVec3& p : soup.vertices)
        p = {p.x, p.z, 0.01 * p.x};
    warnings = warnings_of(soup);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0].message, "the ground seems to face along a horizontal axis; try --up -z");
}

TEST(SoupWarnings, CountsDegenerateTrianglesAndNamesTheFirst) {
    TriangleSoup soup = floor_of(5);
    soup.triangles[7] = {3, 3, 4};
    soup.triangles[9] = {0, 1, 2};
    const Warnings warnings = warnings_of(soup);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0].code, "degenerate_triangles");
    EXPECT_EQ(warnings[0].message.substr(0, 11), "2 triangles");
    EXPECT_EQ(warnings[0].place, soup.vertices[3]);
}

TEST(CheckTriangleSoup, ReportsEveryBrokenInvariant) {
    const auto failures = [](auto change) {
        TriangleSoup soup = floor_of(2);
        change(soup);
        CheckReport report;
        check_triangle_soup(soup, report);
        return report.count;
    };
    EXPECT_EQ(failures([](TriangleSoup&) {}), 0u);
    EXPECT_EQ(failures([](TriangleSoup& s) { s.areas.pop_back(); }), 1u);
    EXPECT_EQ(failures([](TriangleSoup& s) { s.vertices[0].y = 1.0 / 0.0; }), 1u);
    EXPECT_EQ(failures([](TriangleSoup& s) { s.triangles[1][2] = 9; }), 1u);
    EXPECT_EQ(failures([](TriangleSoup& s) { s.areas[0] = 64; }), 1u);
    EXPECT_EQ(failures([](TriangleSoup& s) { s.group_of[0] = 1; }), 1u);
}

}  // namespace
}  // namespace navspan
