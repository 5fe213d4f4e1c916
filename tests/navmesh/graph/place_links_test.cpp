// Tests that the ends of off-mesh links are snapped to the ground that find_nearest finds.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "navmesh/seams/link_tiles.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/text/random.h"

namespace navspan {
namespace {

using support::Random;

LinkRequest wanted(std::string name, DVec3 start, DVec3 end, double radius, bool two_way = false) {
    LinkRequest w{.name = std::move(name), .link = {}, .two_way = two_way};
    w.link.start = start;
    w.link.end = end;
    w.link.cost = kCostIsLength;
    w.link.radius = radius;
    return w;
}

NavMesh strips() {
    return support::make_mesh(support::soup_from_picture({"...#..."}, 4));
}

TEST(PlaceLinks, EndsAreOnTheNearestGround) {
    for (uint64_t seed = 0; seed < support::rounds(60); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.floors = random.between(1, 3)});
        std::vector<LinkRequest> asked;
        for (int i = 0; i < 20; ++i) {
            asked.push_back(wanted(std::to_string(i), support::random_point(random, mesh), support::random_point(random, mesh),
                                   random.real(0, 3)));
        }
        Warnings lost;
        const std::vector<OffMeshLink> placed = place_links(mesh, asked, &lost);
        EXPECT_EQ(placed.size() + lost.size(), asked.size());
        for (const LinkRequest& w : asked) {
            const auto start = find_nearest(mesh, w.link.start, {.max_distance = w.link.radius});
            const auto end = find_nearest(mesh, w.link.end, {.max_distance = w.link.radius});
            size_t found = 0;
            for (const OffMeshLink& link : placed) {
                if (!start || !end || link.from != start->polygon || link.to != end->polygon) continue;
                found += std::sqrt(dot(link.start - start->position, link.start - start->position)) < 0.01 &&
                         std::sqrt(dot(link.end - end->position, link.end - end->position)) < 0.01;
            }
            EXPECT_EQ(found >= 1, start && end) << w.name;
        }
        const Result<NavMesh> linked = with_links(mesh, placed);
        ASSERT_TRUE(linked.ok()) << linked.error().message;
        EXPECT_EQ(linked->links, placed) << "they come in the order that a mesh has";
    }
}

TEST(PlaceLinks, ReportsALinkWithoutGround) {
    const NavMesh mesh = strips();
    Warnings lost;
    const std::vector<LinkRequest> asked{wanted("a", {0.5, 0, 0.5}, {5, 1.5, 0.5}, 1),
                                         wanted("b", {0.5, 3, 0.5}, {5, 0, 0.5}, 1),
                                         wanted("c", {0.5, 0.25, 0.5}, {5, 0, 0.5}, 1)};
    const std::vector<OffMeshLink> placed = place_links(mesh, asked, &lost);
    EXPECT_EQ(placed.size(), 1u);
    ASSERT_EQ(lost.size(), 2u);
    EXPECT_EQ(lost[0].code, "link_lost");
    EXPECT_EQ(
        lost[0].message,
        "a: there is no walkable ground within 1 of its end (5, 1.5, 0.5); the link is left out. Move this end onto the ground "
        "or raise the link's radius");
    EXPECT_EQ(
        lost[1].message,
        "b: there is no walkable ground within 1 of its start (0.5, 3, 0.5); the link is left out. Move this end onto the "
        "ground or raise the link's radius");
    ASSERT_TRUE(lost[0].place);
    EXPECT_EQ(*lost[0].place, (DVec3{5, 1.5, 0.5}));
}

TEST(PlaceLinks, CountsOmittedGeneratedLinks) {
    std::vector<LinkRequest> found{wanted("", {0.5, 0, 0.5}, {5, 0, 0.5}, 1, true), wanted("", {0.5, 0, 0.5}, {5, 4, 0.5}, 1),
                                   wanted("", {9, 0, 0.5}, {0.5, 0, 0.5}, 1, true),
                                   wanted("", {0.5, 0, 0.5}, {0.75, 0, 0.5}, 1)};
    for (LinkRequest& link : found)
        link.generated = true;
    Warnings warnings;
    UnplacedLinks unplaced{.no_ground = 7, .first_no_ground = {}, .one_polygon = 7};
    EXPECT_EQ(place_links(strips(), found, &warnings, &unplaced).size(), 2u);
    EXPECT_EQ(unplaced, (UnplacedLinks{2, {5, 4, 0.5}, 1}));
    EXPECT_TRUE(warnings.empty());

    warn_unplaced_links(unplaced, false, &warnings);
    warn_unplaced_links({}, true, &warnings);
    EXPECT_TRUE(warnings.empty()) << "small islands go because the config says so";
    warn_unplaced_links(unplaced, true, &warnings);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0].code, "found_links_lost");
    EXPECT_EQ(warnings[0].place, (DVec3{5, 4, 0.5}));
    EXPECT_EQ(warnings[0].message,
              "generated drops and jumps without walkable ground at an end are left out: 2, the first at "
              "(5, 4, 0.5); lower contours.max_error or voxels.cell_size");
}

TEST(PlaceLinks, TwoWayLinkIsStoredAsTwoLinks) {
    const std::vector<LinkRequest> asked{wanted("a", {0.5, 0.25, 0.5}, {5, 0, 0.5}, 1, true)};
    const std::vector<OffMeshLink> placed = place_links(strips(), asked, nullptr);
    ASSERT_EQ(placed.size(), 2u);
    EXPECT_EQ(placed[1], reversed(placed[0]));
    EXPECT_EQ(placed[0].start, (DVec3{0.5, 0, 0.5}));
    EXPECT_EQ(placed[0].end, (DVec3{5, 0, 0.5}));
    EXPECT_EQ(placed[0].cost, 4.5) << "the length between the placed ends";
}

TEST(PlaceLinks, LinkReachOverridesTheRadius) {
    std::vector<LinkRequest> asked{wanted("a", {0.5, 0.25, 0.5}, {5, 0, 0.5}, 0.1)};
    EXPECT_TRUE(place_links(strips(), asked, nullptr).empty());
    asked[0].reach = 0.5;
    const std::vector<OffMeshLink> placed = place_links(strips(), asked, nullptr);
    ASSERT_EQ(placed.size(), 1u);
    EXPECT_EQ(placed[0].radius, 0.1);
}

TEST(PlaceLinks, AnEndOnTheGroundNeedsNoRadius) {
    for (uint64_t seed = 0; seed < support::rounds(20); ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random);
        if (mesh.polygon_count() == 0) continue;
        const auto on_ground = [&] {
            const uint32_t polygon = uint32_t(random.between(0, int32_t(mesh.polygon_count()) - 1));
            return support::random_surface_point(random, mesh, polygon_ref(mesh, polygon));
        };
        const std::vector<LinkRequest> asked{wanted("a", on_ground(), on_ground(), 0)};
        Warnings lost;
        EXPECT_EQ(place_links(mesh, asked, &lost).size(), 1u) << "seed " << seed << ": " << lost[0].message;
    }
}

TEST(PlaceLinks, FarEndsAreOnTheGround) {
    support::PolygonSoup soup = support::soup_from_picture({"...#..."}, 4);
    soup.frame.origin = {1e8, 0, -1e8};
    const NavMesh mesh = support::make_mesh(soup);
    const std::vector<LinkRequest> asked{wanted("a", {1e8 - 1e4, 3e4, -1e8}, {1e8 + 5, 1e5, -1e8 + 0.5}, 1e6)};
    const std::vector<OffMeshLink> placed = place_links(mesh, asked, nullptr);
    ASSERT_EQ(placed.size(), 1u);
    const Result<NavMesh> linked = with_links(mesh, placed);
    EXPECT_TRUE(linked.ok()) << linked.error().message;
}

}  // namespace
}  // namespace navspan
