#include "navspan/navmesh/prune_islands.h"

#include <gtest/gtest.h>

#include <cmath>

#include "navspan/navmesh/nearest.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::link_between;

NavMesh three_islands() {
    return support::make_mesh(support::soup_from_picture({"..#.#..", "######."}));
}

std::vector<double> areas(const NavMesh& mesh) {
    std::vector<double> list;
    for (const Island& island : mesh.islands)
        list.push_back(island.area);
    return list;
}

TEST(PruneIslands, KeepsTheLargest) {
    const NavMesh mesh = three_islands();
    EXPECT_EQ(areas(mesh), (std::vector<double>{2, 1, 3}));
    std::vector<PrunedIsland> pruned;
    const Result<NavMesh> two = prune_islands(mesh, {.seeds = {}, .keep_largest = 2}, &pruned);
    EXPECT_EQ(areas(*two), (std::vector<double>{2, 3}));
    ASSERT_EQ(pruned.size(), 1u);
    EXPECT_EQ(pruned[0].area, 1);
    EXPECT_EQ(pruned[0].min.x, 3);
    EXPECT_EQ(pruned[0].max.x, 4);
    EXPECT_TRUE(validate_nav_mesh(*two).ok());
    EXPECT_EQ(areas(*prune_islands(mesh, {.seeds = {}, .keep_largest = 5})), areas(mesh));
}

TEST(PruneIslands, KeepsIslandsOfSufficientArea) {
    EXPECT_EQ(areas(*prune_islands(three_islands(), {.seeds = {}, .min_area = 2})), (std::vector<double>{2, 3}));
    EXPECT_EQ(areas(*prune_islands(three_islands(), {.seeds = {}, .min_area = 2.01})), std::vector<double>{3});
    EXPECT_TRUE(areas(*prune_islands(three_islands(), {.seeds = {}, .min_area = 4})).empty());
}

TEST(PruneIslands, KeepsIslandsWithSeeds) {
    const NavMesh mesh = three_islands();
    Warnings warnings;
    const IslandRules rules{.seeds = {{3.5, 0.5, 0.5}, {0.5, 0, 0.5}, {3.5, 9, 0.5}}, .seed_reach = 1};
    EXPECT_EQ(areas(*prune_islands(mesh, rules, nullptr, &warnings)), (std::vector<double>{2, 1}));
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0].message,
              "island_seeds[2]: there is no walkable ground within 1 of (3.5, 9, 0.5); move it onto the ground");
}

TEST(PruneIslands, NumbersOutOfRangeAreErrors) {
    const NavMesh mesh = three_islands();
    for (const IslandRules& rules :
         {IslandRules{.min_area = NAN}, IslandRules{.seed_reach = NAN}, IslandRules{.seed_reach = -1}})
        EXPECT_EQ(prune_islands(mesh, rules).error().kind, ErrorKind::usage);
    EXPECT_EQ(areas(*prune_islands(mesh, {.min_area = -1})), areas(mesh));
    EXPECT_EQ(choose_islands(mesh.islands, {}, {}, {.min_area = NAN}, nullptr, nullptr), std::vector<bool>(3, true));
}

TEST(PruneIslands, RulesAreCombined) {
    const IslandRules rules{.seeds = {{3.5, 0, 0.5}, {0.5, 0, 0.5}}, .min_area = 0.5, .keep_largest = 1};
    EXPECT_EQ(areas(*prune_islands(three_islands(), rules)), std::vector<double>{2});
}

TEST(PruneIslands, LinksConnectIslandsAndAreRemovedWithThem) {
    const NavMesh mesh = three_islands();
    const NavMesh linked = *with_links(mesh, {link_between(mesh, {1, 0, 0.5}, {3.5, 0, 0.5}, 9)});
    EXPECT_EQ(areas(*prune_islands(linked, {.seeds = {}, .min_area = 1.5})), (std::vector<double>{3, 3}));
    const Result<NavMesh> right = prune_islands(linked, {.seeds = {{6, 0, 0.5}}});
    EXPECT_EQ(areas(*right), std::vector<double>{3});
    EXPECT_TRUE(right->links.empty());
    const Result<NavMesh> left = prune_islands(linked, {.seeds = {{3.5, 0, 0.5}}});
    ASSERT_EQ(left->links.size(), 1u);
    EXPECT_EQ(left->links[0].start, linked.links[0].start);
    EXPECT_TRUE(validate_nav_mesh(*left).ok());
}

TEST(PruneIslands, ResultIsAValidMesh) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(seed);
        support::Random random(seed);
        const NavMesh mesh = support::with_random_links(random, support::random_mesh(random, {.hole = 0.55}), 3);
        const Result<NavMesh> kept = prune_islands(mesh, {.seeds = {}, .keep_largest = uint32_t(random.between(1, 4))});
        ASSERT_TRUE(kept.ok());
        const Status valid = validate_nav_mesh(*kept);
        EXPECT_TRUE(valid.ok()) << valid.error().message;
    }
}

}  // namespace
}  // namespace navspan
