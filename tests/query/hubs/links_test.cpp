#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "check/mesh/checks.h"
#include "navmesh/index/polygon_surface.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/query/path.h"
#include "support/checks/hub_comparison.h"
#include "support/checks/path_checks.h"
#include "support/scenes/scenes.h"
#include "support/worlds/exact_worlds.h"

namespace navspan {
namespace {

using support::Random;

enum class Links : uint8_t { two_way, one_way, mixed };

// A point in a polygon, often on a corner or an edge.
SurfacePoint end_point(Random& random, const NavMesh& mesh) {
    const PolygonRef polygon = polygon_ref(mesh, uint32_t(random.between(0, int32_t(mesh.polygon_count()) - 1)));
    if (random.chance(0.5)) return {polygon, support::random_surface_point(random, mesh, polygon), 0, mesh.revision};
    const NavTile& tile = tile_of(mesh, polygon);
    const uint32_t corner = polygon_of(mesh, polygon).first_edge + uint32_t(random.between(0, 2));
    const HalfEdge &a = tile.half_edges[corner], &b = tile.half_edges[next_edge(tile, corner)];
    const double share = random.chance(0.5) ? 0 : 0.5;
    DVec3 at = to_world(tile.frame, {a.x + share * (b.x - a.x), 0, a.z + share * (b.z - a.z)});
    at.y = polygon_height(mesh, polygon, at.x, at.z);
    return {polygon, at, 0, mesh.revision};
}

// Adds links that cost at least the distance between their ends. Some links start where another link ends, stay in one polygon,
// or cost as much as walking.
NavMesh with_hub_links(Random& random, const NavMesh& mesh, int count, Links kind) {
    std::vector<OffMeshLink> links;
    SurfacePoint last;
    for (int i = 0; i < count; ++i) {
        const SurfacePoint a = i > 0 && random.chance(0.3) ? last : end_point(random, mesh);
        SurfacePoint b = end_point(random, mesh);
        if (random.chance(0.2)) b = {a.polygon, support::random_surface_point(random, mesh, a.polygon), 0, mesh.revision};
        last = b;
        OffMeshLink link{.from = a.polygon, .to = b.polygon, .start = a.position, .end = b.position};
        link.cost = distance_xz(a.position, b.position) * (random.chance(0.2) ? 1 : random.real(1, 1.3));
        link.area = uint8_t(random.chance(0.5) ? 63 : 1);
        links.push_back(link);
        if (kind == Links::two_way || (kind == Links::mixed && random.chance(0.5))) links.push_back(reversed(link));
    }
    return with_links(mesh, links).value();
}

NavMesh random_level(Random& random, uint64_t seed) {
    switch (seed % 4) {
        case 0:
            return support::random_plan(random, 8, 8, 0.35, 1 + int(seed % 3));
        case 1:
            return support::random_sheets(random, 30);
        case 2:
            return support::random_mesh(random, {.columns = 8, .rows = 8, .hole = 0.4});
        default:
            return support::random_mesh(random, {.columns = 5, .rows = 4, .floors = 2, .areas = 1});
    }
}

void expect_lengths_of_exact_search(Links kind) {
    int compared = 0, links = 0;
    for (uint64_t seed = 0; seed < (support::kSanitized ? 20 : 100); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh plain = random_level(random, seed);
        const NavMesh mesh = with_hub_links(random, plain, random.between(1, 12), kind);
        support::HubsAgainstSearch both(mesh);
        if (kind == Links::two_way) {
            EXPECT_EQ(both.mesh().hubs.directions(), 1u);
        }
        compared += both.expect_equal_at_random(random, 200);
        links += both.paths_with_links();
        if (seed % 2 == 0) {
            EXPECT_EQ(both.unanswered(), 0);
        }
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(compared, support::kSanitized ? 1000 : 10000);
    EXPECT_GT(links, support::kSanitized ? 100 : 1000);
}

TEST(HubLinks, LengthsEqualTheExactSearchWithTwoWayLinks) {
    expect_lengths_of_exact_search(Links::two_way);
}

TEST(HubLinks, LengthsEqualTheExactSearchWithOneWayLinks) {
    expect_lengths_of_exact_search(Links::one_way);
}

TEST(HubLinks, LengthsEqualTheExactSearchWithLinksOfBothKinds) {
    expect_lengths_of_exact_search(Links::mixed);
}

NavMesh rooms() {
    return support::mesh_from_picture({"..#..#..", "..#..#..", "..#..#.."});
}

constexpr uint8_t kJump = 9;  // an area that no polygon has

OffMeshLink jump(const NavMesh& mesh, DVec3 start, DVec3 end, double cost) {
    OffMeshLink link = support::link_between(mesh, start, end, cost);
    link.area = kJump;
    return link;
}

NavMesh linked(const NavMesh& mesh, const std::vector<OffMeshLink>& links) {
    return *with_hubs(with_links(mesh, links).value());
}

PathRequest between(DVec3 start, DVec3 goal, PathMethod method = PathMethod::automatic) {
    return {.start = start, .goal = goal, .method = method};
}

TEST(HubLinks, FollowChainsOfLinks) {
    const NavMesh plain = rooms();
    const DVec3 left{1.5, 0, 1.5}, middle{3.5, 0, 1.5}, right{6.5, 0, 1.5};
    const OffMeshLink first = jump(plain, left, middle, 3), second = jump(plain, middle, right, 4);
    SearchScratch scratch;
    for (const bool two_way : {false, true}) {
        std::vector<OffMeshLink> links{first, second};
        if (two_way) links.insert(links.end(), {reversed(first), reversed(second)});
        const NavMesh mesh = linked(plain, links);
        EXPECT_EQ(mesh.hubs.directions(), two_way ? 1u : 2u);
        const Result<Path> path = find_path(mesh, scratch, between({0.5, 0, 0.5}, {7.5, 0, 2.5}, PathMethod::hubs));
        ASSERT_TRUE(path.ok()) << path.error().message;
        EXPECT_EQ(path->method, PathMethod::hubs);
        EXPECT_EQ(path->status, PathStatus::complete);
        ASSERT_EQ(path->links.size(), 2u);
        EXPECT_EQ(mesh.links[path->links[0].link].start, first.start);
        EXPECT_EQ(mesh.links[path->links[1].link].end, second.end);
        EXPECT_NEAR(path->cost, 7 + 2 * std::sqrt(2.0), 1e-9);
        const Result<Path> back = find_path(mesh, scratch, between({7.5, 0, 2.5}, {0.5, 0, 0.5}, PathMethod::hubs));
        ASSERT_TRUE(back.ok());
        EXPECT_EQ(back->status, two_way ? PathStatus::complete : PathStatus::partial);
        EXPECT_EQ(back->method, two_way ? PathMethod::hubs : PathMethod::exact);
    }
}

TEST(HubLinks, TakeLinksThatCostNothingBetweenFloors) {
    // The ends of each link are above each other, so the horizontal length of the link is 0.
    Random random(2);
    const NavMesh plain = support::random_mesh(random, {.columns = 4, .rows = 4, .floors = 2, .areas = 1});
    int found = 0;
    for (int i = 0; i < 20; ++i) {
        const PolygonRef below = polygon_ref(plain, uint32_t(random.between(0, int32_t(plain.polygon_count()) - 1)));
        const DVec3 start = support::random_surface_point(random, plain, below);
        for (uint32_t p = 0; p < plain.polygon_count(); ++p) {
            const PolygonRef above = polygon_ref(plain, p);
            const double y = polygon_height(plain, above, start.x, start.z);
            const DVec3 end{start.x, y, start.z};
            if (above == below || !(std::fabs(y - start.y) > 0.1)) continue;
            if (nearest_in_polygon(plain, above, end).distance > 1e-9) continue;
            OffMeshLink link{.from = below, .to = above, .start = start, .end = end, .cost = 0};
            support::HubsAgainstSearch both(with_links(plain, {link, link, reversed(link)}).value());
            EXPECT_EQ(both.mesh().hubs.directions(), 1u);
            found += both.expect_equal_at_random(random, 100) > 0;
            EXPECT_TRUE(parse_nav_mesh(serialize_nav_mesh(both.mesh())).ok());
            break;
        }
    }
    EXPECT_GT(found, 0);
}

TEST(HubLinks, ExactSearchAnswersIfALinkCostsLessThanItsDistance) {
    const NavMesh plain = rooms();
    const OffMeshLink fair = jump(plain, {1.5, 0, 1.5}, {3.5, 0, 1.5}, 2),
                      cheap = jump(plain, {4.5, 0, 1.5}, {6.5, 0, 1.5}, 1.9);
    SearchScratch scratch;
    const NavMesh mesh = linked(plain, {fair, cheap});
    const Result<Path> path = find_path(mesh, scratch, between({0.5, 0, 0.5}, {7.5, 0, 2.5}));
    ASSERT_TRUE(path.ok());
    EXPECT_EQ(path->method, PathMethod::exact);
    EXPECT_EQ(path->links.size(), 2u);
    EXPECT_FALSE(find_path(mesh, scratch, between({0.5, 0, 0.5}, {7.5, 0, 2.5}, PathMethod::hubs)).ok());
    EXPECT_EQ(find_path(linked(plain, {fair}), scratch, between({0.5, 0, 0.5}, {3.5, 0, 2.5}))->method, PathMethod::hubs);
}

TEST(HubLinks, ExactSearchAnswersIfTheFilterChangesTheCostOfLinks) {
    const NavMesh plain = rooms();
    NavMesh mesh = linked(plain, {jump(plain, {1.5, 0, 1.5}, {3.5, 0, 1.5}, 3)});
    SearchScratch scratch;
    QueryFilter filter = default_filter(mesh);
    PathRequest request = between({0.5, 0, 0.5}, {4.5, 0, 0.5});
    request.filter = &filter;
    const auto method = [&] { return find_path(mesh, scratch, request)->method; };
    EXPECT_EQ(method(), PathMethod::hubs);
    for (double& cost : filter.area_cost)
        cost *= 3;
    EXPECT_EQ(method(), PathMethod::hubs);
    EXPECT_NEAR(find_path(mesh, scratch, request)->cost, 3 * (3 + 2 * std::sqrt(2.0)), 1e-9);
    filter.area_cost[kJump] *= 2;
    EXPECT_EQ(method(), PathMethod::exact);
    filter = default_filter(mesh);
    filter.excluded_areas = uint64_t{1} << kJump;
    EXPECT_EQ(method(), PathMethod::exact);
    filter.excluded_areas = 0;
    filter.include_flags = 2;
    EXPECT_NE(method(), PathMethod::hubs);
}

TEST(HubLinks, UseTheCostsOfTheAreasTable) {
    const NavMesh plain = rooms();
    NavMesh priced = with_links(plain, {jump(plain, {1.5, 0, 1.5}, {3.5, 0, 1.5}, 1)}).value();
    priced.info.areas.push_back({.name = "jump", .id = kJump, .cost = 2.5});
    const NavMesh mesh = *with_hubs(priced);
    SearchScratch scratch;
    const Result<Path> path = find_path(mesh, scratch, between({0.5, 0, 0.5}, {4.5, 0, 0.5}));
    EXPECT_EQ(path->method, PathMethod::hubs);
    EXPECT_NEAR(path->cost, 2.5 + 2 * std::sqrt(2.0), 1e-9);
}

TEST(HubLinks, PathsPassTheChecksOfPaths) {
    CheckReport report;
    SearchScratch scratch;
    int links = 0;
    for (uint64_t seed = 0; seed < 30; ++seed) {
        Random random(seed);
        const NavMesh plain = with_hub_links(random, random_level(random, seed), 6, Links(seed % 3)), mesh = *with_hubs(plain);
        const QueryFilter filter = default_filter(mesh);
        for (int i = 0; i < 30; ++i) {
            const PathRequest request{
                .start = end_point(random, mesh).position, .goal = end_point(random, mesh).position, .filter = &filter};
            const Result<Path> labelled = find_path(mesh, scratch, request), searched = find_path(plain, scratch, request);
            ASSERT_TRUE(labelled.ok() && searched.ok());
            support::check_path(mesh, filter, request, *labelled, report);
            ASSERT_TRUE(report.ok()) << "seed " << seed << ": " << report.failures.front();
            EXPECT_EQ(labelled->status, searched->status);
            if (labelled->status == PathStatus::complete) {
                EXPECT_NEAR(labelled->cost, searched->cost, 1e-9 * (1 + searched->cost));
            }
            if (labelled->method == PathMethod::hubs) links += int(labelled->links.size());
        }
    }
    EXPECT_GT(links, 100);
}

TEST(HubLinks, RoundTrip) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh plain = with_hub_links(random, random_level(random, seed), 8, Links(seed % 3));
        const NavMesh mesh = *with_hubs(plain, {.threads = 1});
        const std::vector<std::byte> bytes = serialize_nav_mesh(mesh);
        EXPECT_EQ(serialize_nav_mesh(*with_hubs(plain, {.threads = 3})), bytes) << "depends on the number of threads";
        const Result<NavMesh> again = parse_nav_mesh(bytes);
        ASSERT_TRUE(again.ok()) << again.error().message;
        EXPECT_EQ(again->hubs, mesh.hubs);
        CheckReport report;
        check_nav_mesh(mesh, report);
        EXPECT_TRUE(report.ok()) << report.failures.front();
    }
}

TEST(HubLinks, LengthsEqualTheExactSearchIfRegionsAreMergedToFitTheLimit) {
    for (uint64_t seed = 0; seed < 8; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh plain = with_hub_links(random, support::random_plan(random, 6, 6, 0.35), 4, Links(seed % 3));
        NavMesh small = *with_hubs(plain);
        const size_t regions = small.hubs.regions.size();
        for (uint64_t limit = hub_bytes(small.hubs); limit > 0; limit -= limit / 8 + 1) {
            Result<NavMesh> smaller = with_hubs(plain, {.max_bytes = limit});
            if (!smaller) break;
            small = *std::move(smaller);
        }
        EXPECT_LT(small.hubs.regions.size(), regions);
        support::HubsAgainstSearch both(small);
        EXPECT_GT(both.expect_equal_at_random(random, 200), 0);
        EXPECT_EQ(both.unanswered(), 0);
    }
}

TEST(HubLinks, RefusesStepsThatAreNotLinks) {
    const NavMesh plain = rooms();
    const OffMeshLink link = jump(plain, {1.5, 0, 1.5}, {3.5, 0, 1.5}, 3);
    const NavMesh one_way = linked(plain, {link}), two_way = linked(plain, {link, reversed(link)});
    for (const NavMesh* mesh : {&one_way, &two_way}) {
        ASSERT_EQ(mesh->hubs.vertices.size(), 2u);
        EXPECT_EQ(support::verdict_on_hubs(*mesh, [](HubIndex&) {}), "");
        const auto is_step = [](const HubLabel& label) { return label.next != kNoIndex; };
        const auto step = std::find_if(mesh->hubs.labels.begin(), mesh->hubs.labels.end(), is_step) - mesh->hubs.labels.begin();
        const auto lengthen = [step](HubIndex& h) { h.labels[size_t(step)].distance *= 1.5; };
        EXPECT_NE(support::verdict_on_hubs(*mesh, lengthen).find("leads nowhere"), std::string::npos);
        EXPECT_NE(support::verdict_on_hubs(*mesh, [](HubIndex& h) { h.vertex_edge[0] += 1000; }).find("not a vertex"),
                  std::string::npos);
        EXPECT_NE(support::verdict_on_hubs(*mesh, [](HubIndex& h) { h.label_offset.push_back(h.label_offset.back()); })
                      .find("do not match"),
                  std::string::npos);
    }
    NavMesh bad = with_links(plain, {link}).value();
    bad.hubs = two_way.hubs;
    EXPECT_NE(support::verdict_on_hubs(bad, [](HubIndex&) {}).find("leads nowhere"), std::string::npos) << "no link leads back";
}

}  // namespace
}  // namespace navspan
