#include "bake/jumps/generate_links.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bake/field/erode.h"
#include "bake/jumps/ground.h"
#include "bake/jumps/scan.h"
#include "check/stages/checks.h"
#include "support/checks/short_calls.h"
#include "support/oracles/links_oracle.h"
#include "support/worlds/open_field.h"
#include "support/worlds/random_fields.h"

namespace navspan {
namespace {

using support::Random;
using support::rounds;

constexpr support::OpenParams kLinksAgent{.walkable_height = 10, .walkable_climb = 2};

struct World {
    Heightfield solid;
    CompactHeightfield field;
    GenerateLinksParams params;
};

CellRectangle all_of(const Grid& grid) {
    return {0, 0, grid.width, grid.depth};
}

World open_world(Heightfield solid, GenerateLinksParams params) {
    World world{std::move(solid), {}, params};
    world.field = support::open_field(world.solid, kLinksAgent);
    erode_walkable_area_euclidean(world.field, params.radius);
    world.params.own = all_of(world.solid.grid);
    return world;
}

GenerateLinksParams agent(double radius) {
    GenerateLinksParams params;
    params.radius = radius;
    params.height = kLinksAgent.walkable_height;
    params.foot = params.climb = kLinksAgent.walkable_climb;
    params.drop_distance = std::ceil(2 * radius) + 4;
    params.spacing = 4;
    return params;
}

/// height(x, z) returns the floor height of a cell [vx]; 0: no floor.
template <class Height>
Heightfield field_of(int32_t width, int32_t depth, Height height) {
    Heightfield field;
    field.grid = {.width = width, .depth = depth};
    field.first.push_back(0);
    for (int32_t z = 0; z < depth; ++z) {
        for (int32_t x = 0; x < width; ++x) {
            const int32_t top = height(x, z);
            if (top > 0) field.spans.push_back({0, uint16_t(top), 63, SpanFate::walkable});
            field.first.push_back(uint32_t(field.spans.size()));
        }
    }
    return field;
}

World random_world(Random& random, int32_t size) {
    const support::RandomFieldParams shape{.width = size,
                                           .depth = size,
                                           .storeys = random.between(1, 2),
                                           .storey_height = 24,
                                           .roll = random.between(0, 12),
                                           .jitter = random.between(0, 2),
                                           .holes = random.real(0, 0.1),
                                           .walls = random.real(0, 0.05),
                                           .null_area = random.real(0, 0.05)};
    GenerateLinksParams params = agent(random.chance(0.2) ? 0 : random.real(0, 1.4));
    params.drop_height = random.chance(0.3) ? 0 : random.between(3, 30);
    params.jump_distance = random.chance(0.3) ? 0 : random.real(2, 7);
    params.jump_height = random.chance(0.3) ? 0 : random.between(0, 9);
    params.spacing = random.between(1, 5);
    Heightfield solid = support::random_heightfield(random, shape);
    solid.grid.x0 = random.between(-20, 20), solid.grid.z0 = random.between(-20, 20);
    return open_world(std::move(solid), params);
}

std::string text(const std::vector<GeneratedLink>& links) {
    std::string out;
    for (const GeneratedLink& l : links) {
        out += "(" + std::to_string(l.x) + " " + std::to_string(l.y) + " " + std::to_string(l.z) + ") -> (" +
               std::to_string(l.end_x) + " " + std::to_string(l.end_y) + " " + std::to_string(l.end_z) + ")" +
               (l.two_way ? " both ways" : "") + (l.drop ? " down\n" : "\n");
    }
    return out;
}

// Returns all links before thinning. A two-way link occurs twice if it is found from both ends.
std::vector<GeneratedLink> links_before_thinning(const World& world) {
    LinkGround ground(world.field);
    LinkScan scan(world.solid, ground, world.params);
    std::vector<LinkCandidate> found;
    for (int32_t z = 0; z < world.field.grid.depth; ++z) {
        for (int32_t x = 0; x < world.field.grid.width; ++x) {
            for (const uint32_t span : ground.at(x, z))
                scan.scan(span, found);
        }
    }
    std::vector<GeneratedLink> links;
    for (const LinkCandidate& c : found) {
        links.push_back({ground.x_of(c.start), ground.z_of(c.start), ground.floor_of(c.start), ground.x_of(c.end),
                         ground.z_of(c.end), ground.floor_of(c.end), c.two_way, c.drop});
    }
    std::sort(links.begin(), links.end());
    return links;
}

TEST(GenerateLinks, EqualsBruteForceOverAllPairs) {
    size_t links = 0, two_way = 0, drops = 0, unclear = 0;
    const uint64_t worlds = rounds(60);
    for (uint64_t seed = 1; seed <= worlds; ++seed) {
        Random random(seed);
        const World world = random_world(random, random.between(8, 16));
        const auto found = links_before_thinning(world);
        const auto wanted = support::brute_force_links(world.solid, world.field, world.params, true);
        if (wanted != support::brute_force_links(world.solid, world.field, world.params, false)) {
            ++unclear;
            continue;
        }
        ASSERT_EQ(found, wanted) << "seed " << seed << "\n" << text(found) << "wanted\n" << text(wanted);
        links += found.size();
        for (const GeneratedLink& l : found)
            two_way += l.two_way, drops += l.drop;
    }
    EXPECT_LT(unclear, worlds / 2);
    EXPECT_GT(two_way, 2 * worlds);
    EXPECT_GT(drops, worlds / 4);
    EXPECT_GT(links, two_way);
}

TEST(GenerateLinks, LinksAreFreeOfCollisionsAndKeepInvariants) {
    for (uint64_t seed = 100; seed <= 100 + rounds(60); ++seed) {
        Random random(seed);
        const World world = random_world(random, 30);
        CheckReport report;
        check_generated_links(generate_links(world.solid, world.field, world.params), world.solid, world.field, world.params,
                              report);
        EXPECT_TRUE(report.ok()) << "seed " << seed << "\n" << report.failures.front();
    }
}

TEST(GenerateLinks, ChecksReportInvalidLinks) {
    GenerateLinksParams params = agent(1);
    params.drop_height = 20;
    const World world = open_world(field_of(24, 24, [](int32_t x, int32_t) { return x < 12 ? 25 : 10; }), params);
    const auto links = generate_links(world.solid, world.field, world.params);
    ASSERT_FALSE(links.empty());
    const auto is_broken = [&](auto change) {
        GeneratedLink link = links.front();
        change(link);
        CheckReport report;
        check_generated_links(std::span(&link, 1), world.solid, world.field, world.params, report);
        return !report.ok();
    };
    EXPECT_FALSE(is_broken([](GeneratedLink&) {}));
    EXPECT_TRUE(is_broken([](GeneratedLink& l) { l.two_way = true; }));
    EXPECT_TRUE(is_broken([](GeneratedLink& l) { l.drop = false; }));
    EXPECT_TRUE(is_broken([](GeneratedLink& l) { l.end_y += 1; }));
    EXPECT_TRUE(is_broken([](GeneratedLink& l) { l.end_x -= 1; }));
    EXPECT_TRUE(is_broken([](GeneratedLink& l) { l.end_x += 4; }));
    EXPECT_TRUE(is_broken([](GeneratedLink& l) { l.x -= 8; }));
    EXPECT_TRUE(is_broken([](GeneratedLink& l) { std::swap(l.x, l.end_x), std::swap(l.y, l.end_y), l.drop = false; }));
    EXPECT_TRUE(is_broken([](GeneratedLink& l) { l.end_x = l.x - 4, l.end_y = l.y, l.drop = false; }));
    const std::vector<GeneratedLink> twice{links.front(), links.front()};
    CheckReport report;
    check_generated_links(twice, world.solid, world.field, world.params, report);
    EXPECT_EQ(report.count, 1u);
}

Heightfield cut_out(const Heightfield& field, const CellRectangle& cells) {
    Heightfield out;
    out.grid = {.x0 = field.grid.x0 + cells.x0,
                .z0 = field.grid.z0 + cells.z0,
                .y0 = field.grid.y0,
                .width = cells.x1 - cells.x0,
                .depth = cells.z1 - cells.z0};
    out.first.push_back(0);
    for (int32_t z = cells.z0; z < cells.z1; ++z) {
        for (int32_t x = cells.x0; x < cells.x1; ++x) {
            if (all_of(field.grid).contains(x, z)) {
                const auto column = column_spans(field, size_t(z) * size_t(field.grid.width) + size_t(x));
                out.spans.insert(out.spans.end(), column.begin(), column.end());
            }
            out.first.push_back(uint32_t(out.spans.size()));
        }
    }
    return out;
}

TEST(GenerateLinks, LargeEnoughWindowGivesTheLinksOfTheWholeField) {
    size_t links = 0;
    for (uint64_t seed = 1; seed <= rounds(60); ++seed) {
        Random random(seed);
        const World world = random_world(random, 48);
        const auto whole = generate_links(world.solid, world.field, world.params);
        const int32_t halo = generate_links_reach(world.params) + int32_t(std::ceil(world.params.radius)) + 1;
        const int32_t split = random.between(8, 40);
        std::vector<GeneratedLink> together;
        for (const CellRectangle& own : {CellRectangle{0, 0, split, 48}, CellRectangle{split, 0, 48, 48}}) {
            const CellRectangle seen{own.x0 - halo, own.z0 - halo, own.x1 + halo, own.z1 + halo};
            World part = open_world(cut_out(world.solid, seen), world.params);
            part.params.own = {halo, halo, halo + own.x1 - own.x0, halo + own.z1 - own.z0};
            for (GeneratedLink l : generate_links(part.solid, part.field, part.params)) {
                l.x += seen.x0, l.end_x += seen.x0, l.z += seen.z0, l.end_z += seen.z0;
                together.push_back(l);
            }
        }
        std::sort(together.begin(), together.end());
        ASSERT_EQ(together, whole) << "seed " << seed << "\n" << text(together) << "whole\n" << text(whole);
        links += whole.size();
    }
    EXPECT_GT(links, rounds(1000));
}

TEST(GenerateLinks, EveryRemovedLinkHasASimilarLinkNearby) {
    for (uint64_t seed = 1; seed <= rounds(60); ++seed) {
        Random random(seed);
        const World world = random_world(random, 40);
        const auto all = links_before_thinning(world);
        const auto kept = generate_links(world.solid, world.field, world.params);
        EXPECT_LE(kept.size(), all.size());
        const double reach = std::max(world.params.jump_distance, world.params.drop_distance);
        const double near = 3 * world.params.spacing + reach;
        for (const GeneratedLink& l : all) {
            const auto alike = [&](const GeneratedLink& k) {
                const auto close = [&](int32_t a, int32_t b) { return std::abs(a - b) <= near; };
                const bool same = close(k.x, l.x) && close(k.z, l.z) && close(k.end_x, l.end_x) && close(k.end_z, l.end_z);
                const bool back = close(k.x, l.end_x) && close(k.z, l.end_z) && close(k.end_x, l.x) && close(k.end_z, l.z);
                return same || (k.two_way && back);
            };
            EXPECT_TRUE(std::any_of(kept.begin(), kept.end(), alike)) << "seed " << seed << "\n" << text({l});
        }
    }
}

TEST(GenerateLinks, StraightGapHasTwoWayJumpsAtEverySpacing) {
    GenerateLinksParams params = agent(1);
    params.jump_distance = 9;
    params.jump_height = 3;
    const World world = open_world(field_of(40, 32, [](int32_t x, int32_t) { return x >= 18 && x < 23 ? 0 : 10; }), params);
    const auto links = generate_links(world.solid, world.field, world.params);
    ASSERT_EQ(links.size(), 8u) << text(links);
    for (const GeneratedLink& l : links) {
        EXPECT_TRUE(l.two_way);
        EXPECT_FALSE(l.drop);
        EXPECT_EQ(l.z, l.end_z);
        EXPECT_EQ(l.x, 16);
        EXPECT_EQ(l.end_x, 24);
    }
    params.jump_distance = 7.9;
    const World narrow = open_world(world.solid, params);
    EXPECT_TRUE(generate_links(narrow.solid, narrow.field, narrow.params).empty());
}

TEST(GenerateLinks, DropFromALedgeIsOneWay) {
    GenerateLinksParams params = agent(2);
    params.drop_height = 15;
    const World world = open_world(field_of(24, 24, [](int32_t x, int32_t) { return x < 12 ? 25 : 10; }), params);
    const auto links = generate_links(world.solid, world.field, world.params);
    ASSERT_FALSE(links.empty());
    for (const GeneratedLink& l : links) {
        EXPECT_FALSE(l.two_way);
        EXPECT_TRUE(l.drop);
        EXPECT_EQ(l.y - l.end_y, 15);
        EXPECT_LT(l.x, l.end_x);
    }
    params.drop_height = 14;
    const World shallow = open_world(world.solid, params);
    EXPECT_TRUE(generate_links(shallow.solid, shallow.field, shallow.params).empty());
}

TEST(GenerateLinks, JumpsOntoALedgeReachTheMaximumHeight) {
    GenerateLinksParams params = agent(2);
    params.jump_distance = 8;
    for (const int32_t jump_height : {5, 6}) {
        params.jump_height = jump_height;
        const World world = open_world(field_of(24, 24, [](int32_t x, int32_t) { return x < 12 ? 16 : 10; }), params);
        EXPECT_EQ(generate_links(world.solid, world.field, world.params).empty(), jump_height < 6) << jump_height;
    }
}

TEST(GenerateLinks, FenceIsJumpedIfJumpHeightSuffices) {
    const auto fence = [](int32_t x, int32_t) { return x == 12 ? 15 : 10; };
    for (const int32_t jump_height : {3, 4, 8}) {
        GenerateLinksParams params = agent(1);
        params.jump_distance = 6;
        params.jump_height = jump_height;
        const World world = open_world(field_of(24, 24, fence), params);
        // When the body reaches the fence, which is 5 vx high, the feet are still below the top of the jump. A jump height of 5
        // vx is therefore too low.
        EXPECT_EQ(generate_links(world.solid, world.field, world.params).empty(), jump_height < 8) << jump_height;
    }
}

TEST(GenerateLinks, NoLinkReplacesAShortWalk) {
    GenerateLinksParams params = agent(1);
    params.drop_height = 20;
    params.jump_distance = 8;
    params.jump_height = 8;
    const World flat = open_world(field_of(24, 24, [](int32_t, int32_t) { return 10; }), params);
    EXPECT_TRUE(generate_links(flat.solid, flat.field, flat.params).empty());
    const World stairs = open_world(field_of(24, 24, [](int32_t x, int32_t) { return 10 + x; }), params);
    EXPECT_TRUE(generate_links(stairs.solid, stairs.field, stairs.params).empty());
    // A post needs no link: the agent can walk around it.
    const World post = open_world(field_of(24, 24, [](int32_t x, int32_t z) { return x == 12 && z == 12 ? 14 : 10; }), params);
    EXPECT_TRUE(generate_links(post.solid, post.field, post.params).empty());
}

TEST(GenerateLinks, LowRoofBlocksJumps) {
    GenerateLinksParams params = agent(1);
    params.drop_height = 30;
    World world = open_world(field_of(24, 24, [](int32_t x, int32_t) { return x < 12 ? 40 : 10; }), params);
    ASSERT_FALSE(generate_links(world.solid, world.field, world.params).empty());
    // Add a wall in the air next to the edge of the upper ground. The agent is too tall to pass below the wall.
    Heightfield walled;
    walled.grid = world.solid.grid;
    walled.first.push_back(0);
    for (size_t c = 0; c < cell_count(walled.grid); ++c) {
        const auto column = column_spans(world.solid, c);
        walled.spans.insert(walled.spans.end(), column.begin(), column.end());
        if (c % 24 == 13) walled.spans.push_back({45, 60, 0, SpanFate::steep});
        walled.first.push_back(uint32_t(walled.spans.size()));
    }
    const World closed = open_world(std::move(walled), params);
    EXPECT_TRUE(generate_links(closed.solid, closed.field, closed.params).empty());
}

// A low ceiling covers a ledge and the ground at its foot. Links must lead from the ledge down and back up.
TEST(GenerateLinks, DropsUnderALowCeilingAreFoundInEveryDirection) {
    GenerateLinksParams params = agent(1);
    params.drop_height = 10;
    params.jump_distance = 8;
    params.jump_height = 8;
    for (const bool flip : {false, true}) {
        Heightfield solid = field_of(24, 24, [&](int32_t x, int32_t) { return (x < 12) != flip ? 16 : 10; });
        Heightfield roofed{.grid = solid.grid, .first = {0}, .spans = {}};
        for (size_t c = 0; c < cell_count(solid.grid); ++c) {
            roofed.spans.push_back(column_spans(solid, c)[0]);
            roofed.spans.push_back({27, 40, 0, SpanFate::steep});
            roofed.first.push_back(uint32_t(roofed.spans.size()));
        }
        const World world = open_world(std::move(roofed), params);
        const auto links = generate_links(world.solid, world.field, world.params);
        const auto has = [&](bool down) {
            return std::any_of(links.begin(), links.end(),
                               [&](const GeneratedLink& l) { return (l.y > l.end_y) == down || l.two_way; });
        };
        EXPECT_TRUE(has(true)) << "flip " << flip << "\n" << text(links);
        EXPECT_TRUE(has(false)) << "flip " << flip << "\n" << text(links);
    }
}

TEST(GenerateLinks, DisabledGeneratesNoLinks) {
    Random random(7);
    World world = random_world(random, 30);
    world.params.drop_height = world.params.jump_distance = 0;
    EXPECT_TRUE(generate_links(world.solid, world.field, world.params).empty());
    EXPECT_EQ(generate_links_reach(world.params), 0);
}

}  // namespace
}  // namespace navspan
