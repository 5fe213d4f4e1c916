#include "navspan/navmesh/off_mesh_links.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nearest.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::link_between;
using support::Random;

NavMesh two_rooms() {
    return support::make_mesh(support::soup_from_picture({"..#.."}));
}

std::string links_verdict(const Result<NavMesh>& mesh) {
    return mesh.ok() ? "" : mesh.error().message;
}

TEST(OffMeshLinks, ConnectIslandsInEitherDirection) {
    const NavMesh mesh = two_rooms();
    ASSERT_EQ(mesh.islands.size(), 2u);
    const Result<NavMesh> linked = with_links(mesh, {link_between(mesh, {4, 0, 0.5}, {1, 0, 0.5}, 3)});
    ASSERT_TRUE(linked.ok()) << linked.error().message;
    ASSERT_EQ(linked->islands.size(), 1u);
    EXPECT_EQ(linked->islands[0].polygon_count, 4u);
    EXPECT_EQ(island_of(*linked, {0, 0}), island_of(*linked, {0, 3}));
    EXPECT_NE(island_of(mesh, {0, 0}), island_of(mesh, {0, 3}));
    const Result<NavMesh> apart = with_links(*linked, {});
    ASSERT_TRUE(apart.ok());
    EXPECT_EQ(apart->islands, mesh.islands);
    EXPECT_EQ(apart->blocks, mesh.blocks);
    EXPECT_EQ(serialize_nav_mesh(*apart), serialize_nav_mesh(mesh));
}

TEST(OffMeshLinks, AreIndexedByTheirStartPolygon) {
    for (uint64_t seed = 0; seed < 50; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh mesh = support::with_random_links(random, support::random_mesh(random), 40);
        size_t seen = 0;
        for (uint32_t p = 0; p < mesh.polygon_count(); ++p) {
            for (const OffMeshLink& link : links_from(mesh, polygon_ref(mesh, p))) {
                EXPECT_EQ(polygon_index(mesh, link.from), p);
                EXPECT_EQ(&link, &mesh.links[seen++]);
            }
        }
        EXPECT_EQ(seen, mesh.links.size());
        EXPECT_EQ(seen, 40u);
        CheckReport report;
        check_nav_mesh(mesh, report);
        EXPECT_TRUE(report.ok()) << report.failures.front();
    }
}

TEST(OffMeshLinks, InputOrderDoesNotMatter) {
    Random random(1);
    const NavMesh mesh = support::random_mesh(random);
    std::vector<OffMeshLink> links;
    for (int i = 0; i < 20; ++i)
        links.push_back(support::random_link(random, mesh));
    links.push_back(links.front());
    links.push_back(links.front());
    links.back().cost += 1;
    const Result<NavMesh> forward = with_links(mesh, links);
    std::reverse(links.begin(), links.end());
    const Result<NavMesh> backward = with_links(mesh, links);
    ASSERT_TRUE(forward.ok() && backward.ok());
    EXPECT_EQ(forward->links, backward->links);
    EXPECT_EQ(serialize_nav_mesh(*forward), serialize_nav_mesh(*backward));
}

TEST(OffMeshLinks, RoundTrip) {
    for (uint64_t seed = 0; seed < 50; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh mesh = support::with_random_links(random, support::random_mesh(random, {.floors = 2, .areas = 3}), 10);
        const std::vector<std::byte> bytes = serialize_nav_mesh(mesh);
        const Result<NavMesh> again = parse_nav_mesh(bytes);
        ASSERT_TRUE(again.ok()) << again.error().message;
        EXPECT_EQ(again->links, mesh.links);
        EXPECT_EQ(again->link_offset, mesh.link_offset);
        EXPECT_EQ(again->blocks, mesh.blocks);
        EXPECT_EQ(again->link_summary, mesh.link_summary);
        EXPECT_EQ(serialize_nav_mesh(*again), bytes);
    }
}

TEST(OffMeshLinks, ErrorsNameTheInvalidLink) {
    const NavMesh mesh = two_rooms();
    const OffMeshLink good = link_between(mesh, {1, 0, 0.5}, {4, 0, 0.5}, 3);
    const auto refused = [&](auto change) {
        OffMeshLink bad = good;
        change(bad);
        const Result<NavMesh> linked = with_links(mesh, {good, bad});
        EXPECT_TRUE(linked.ok() || linked.error().kind == ErrorKind::input);
        return links_verdict(linked);
    };
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(refused([](OffMeshLink& l) { l.to.polygon = 4; }),
              "off-mesh link 1: its end is in a polygon that does not exist");
    EXPECT_EQ(refused([](OffMeshLink& l) { l.from.tile = 1; }),
              "off-mesh link 1: its start is in a polygon that does not exist");
    EXPECT_EQ(refused([](OffMeshLink& l) { l.from = {}; }), "off-mesh link 1: its start is in a polygon that does not exist");
    EXPECT_EQ(refused([](OffMeshLink& l) { l.start.y += 0.5; }),
              "off-mesh link 1: its start is 0.500000 away from polygon 0 of tile (0, 0); move it onto the surface");
    EXPECT_EQ(refused([](OffMeshLink& l) { l.end.x = nan; }),
              "off-mesh link 1: its end is not a point within 1e15 of the origin");
    for (const double cost : {-1.0, nan, infinity}) {
        EXPECT_EQ(refused([cost](OffMeshLink& l) { l.cost = cost; }), "off-mesh link 1 has a cost that is not from 0 to 1e15");
    }
    EXPECT_EQ(refused([](OffMeshLink& l) { l.area = 0; }), "off-mesh link 1 has area id 0, not 1..63");
    EXPECT_EQ(refused([](OffMeshLink& l) { l.area = 64; }), "off-mesh link 1 has area id 64, not 1..63");
    EXPECT_EQ(links_verdict(with_links(mesh, {good, good})), "");
}

TEST(OffMeshLinks, PruningIsExactOnlyWithoutShortcuts) {
    const NavMesh mesh = two_rooms();
    OffMeshLink link = link_between(mesh, {1, 0, 0.5}, {4, 0, 0.5}, 3);
    QueryFilter filter = default_filter(mesh);
    EXPECT_TRUE(pruning_is_exact(*with_links(mesh, {link}), filter, 0));
    link.cost = 2.9;
    const NavMesh cheap = *with_links(mesh, {link});
    EXPECT_FALSE(pruning_is_exact(cheap, filter, 0));
    filter.area_cost[63] = 0;
    EXPECT_TRUE(pruning_is_exact(cheap, filter, 0));
    link.area = 5;
    link.flags = 2;
    const NavMesh other = *with_links(mesh, {link});
    filter = default_filter(mesh);
    EXPECT_FALSE(pruning_is_exact(other, filter, 0));
    filter.area_cost[5] = 1.1;
    EXPECT_TRUE(pruning_is_exact(other, filter, 0));
    filter.area_cost[5] = 0;
    filter.exclude_flags = 2;
    EXPECT_TRUE(pruning_is_exact(other, filter, 0));
    filter.exclude_flags = 0;
    filter.excluded_areas = uint64_t{1} << 5;
    EXPECT_TRUE(pruning_is_exact(other, filter, 0));
}

}  // namespace
}  // namespace navspan
