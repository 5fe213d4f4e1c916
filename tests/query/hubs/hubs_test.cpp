#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "check/mesh/checks.h"
#include "navmesh/graph/hub_index.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/query/path.h"
#include "query/hubs/common_elements.h"
#include "support/checks/hub_comparison.h"
#include "support/checks/path_checks.h"
#include "support/scenes/polygon_scenes.h"
#include "support/scenes/scenes.h"
#include "support/worlds/exact_worlds.h"

namespace navspan {
namespace {

using support::Random;

TEST(Hubs, LengthsEqualTheExactSearchOnRandomMeshes) {
    int compared = 0;
    for (uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh mesh = seed % 4 == 0   ? support::random_plan(random, 8, 8, 0.35, 1 + int(seed % 3))
                             : seed % 4 == 1 ? support::random_sheets(random, 40)
                             : seed % 4 == 2 ? support::random_mesh(random, {.columns = 8, .rows = 8, .hole = 0.4})
                                             : support::random_mesh(random, {.columns = 5, .rows = 4, .floors = 2, .areas = 1});
        support::HubsAgainstSearch both(mesh);
        compared += both.expect_equal_at_random(random, 200);
        if (seed % 2 == 0) {
            EXPECT_EQ(both.unanswered(), 0);
        }
    }
    EXPECT_GT(compared, 3000);
}

TEST(Hubs, LengthsEqualTheExactSearchWhereGroundWindsAroundAPoint) {
    Random random(1);
    EXPECT_GT(support::HubsAgainstSearch(support::double_winding_mesh()).expect_equal_at_random(random, 2000), 1000);
}

TEST(Hubs, EveryLengthEqualsThePublishedLength) {
    size_t paths = 0;
    for (const std::string& scene : support::polygon_scene_paths()) {
        const NavMesh mesh = support::load_polygon_scene(scene);
        if (mesh.polygon_count() > 2000) continue;  // building takes long; navbench compares larger meshes
        support::HubsAgainstSearch both(mesh);
        for (const support::PublishedPath& path : support::load_published_paths(scene)) {
            SCOPED_TRACE(scene + " path " + std::to_string(paths++));
            const auto start = find_nearest(mesh, path.start), goal = find_nearest(mesh, path.goal);
            EXPECT_NEAR(both.expect_equal(*start, *goal) / path.length, 1, 1e-6);
        }
    }
    if (support::scenes_folder()) {
        EXPECT_GT(paths, 0u);
    }
}

TEST(Hubs, RoundTrip) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh plain = support::random_mesh(random, {.columns = 6, .rows = 6, .hole = 0.4});
        const NavMesh mesh = *with_hubs(plain, {.threads = 1});
        const std::vector<std::byte> bytes = serialize_nav_mesh(mesh);
        EXPECT_EQ(serialize_nav_mesh(*with_hubs(plain, {.threads = 3})), bytes) << "depends on the number of threads";
        const Result<NavMesh> again = parse_nav_mesh(bytes);
        ASSERT_TRUE(again.ok()) << again.error().message;
        EXPECT_EQ(again->hubs, mesh.hubs);
        EXPECT_EQ(serialize_nav_mesh(*again), bytes);
        CheckReport report;
        check_nav_mesh(mesh, report);
        check_hubs(mesh, report);
        EXPECT_TRUE(report.ok()) << report.failures.front();
    }
}

TEST(Hubs, AreRemovedOnLinkChangesAndLimitedOnRequest) {
    Random random(1);
    const NavMesh plain = support::random_mesh(random), mesh = *with_hubs(plain);
    EXPECT_FALSE(mesh.hubs.empty());
    EXPECT_TRUE(with_links(mesh, {})->hubs.empty());
    EXPECT_EQ(with_hubs(mesh, {.max_bytes = hub_bytes(mesh.hubs)})->hubs, mesh.hubs);
    EXPECT_EQ(with_hubs(mesh, {.max_bytes = 1}).error().kind, ErrorKind::failed);
    EXPECT_TRUE(with_hubs(*link_tiles({}, support::make_info())).ok());
}

// Returns the mesh with the smallest hub index (in bytes) that with_hubs can make.
NavMesh with_smallest_hubs(const NavMesh& plain) {
    NavMesh smallest = *with_hubs(plain);
    for (;;) {
        Result<NavMesh> smaller = with_hubs(plain, {.max_bytes = hub_bytes(smallest.hubs) - 1, .threads = 1});
        if (!smaller) return smallest;
        smallest = *std::move(smaller);
    }
}

TEST(Hubs, LengthsEqualTheExactSearchIfRegionsAreMergedToFitTheLimit) {
    int merged = 0;
    for (uint64_t seed = 0; seed < 12; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh plain = seed % 3 == 0   ? support::random_plan(random, 6, 6, 0.35)
                              : seed % 3 == 1 ? support::random_sheets(random, 20)
                                              : support::random_mesh(random, {.columns = 6, .rows = 6, .hole = 0.4});
        const NavMesh small = with_smallest_hubs(plain);
        merged += small.hubs.regions.size() < with_hubs(plain)->hubs.regions.size();
        const std::vector<std::byte> bytes = serialize_nav_mesh(small);
        EXPECT_EQ(serialize_nav_mesh(*with_hubs(plain, {.max_bytes = hub_bytes(small.hubs), .threads = 3})), bytes);
        const Result<NavMesh> again = parse_nav_mesh(bytes);
        ASSERT_TRUE(again.ok()) << again.error().message;
        support::HubsAgainstSearch both(*again);
        both.expect_equal_at_random(random, 200);
        if (seed % 3 != 1) {
            EXPECT_EQ(both.unanswered(), 0);
        }
    }
    EXPECT_GT(merged, 8);
}

TEST(Hubs, PathsWithoutCorridorHaveTheSameCornersAndLengths) {
    SearchScratch scratch;
    size_t corners = 0;
    for (uint64_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        NavMesh mesh = seed % 4 == 0   ? support::random_plan(random, 8, 8, 0.2)
                       : seed % 4 == 1 ? support::random_sheets(random, 40)
                       : seed % 4 == 2 ? support::random_mesh(random, {.columns = 8, .rows = 8, .hole = 0.4})
                                       : support::random_mesh(random, {.columns = 5, .rows = 4, .floors = 2, .areas = 1});
        if (seed % 8 > 5) mesh = support::with_random_links(random, mesh, 5);
        mesh = *with_hubs(mesh);
        for (int i = 0; i < 100; ++i) {
            SCOPED_TRACE("seed " + std::to_string(seed) + " query " + std::to_string(i));
            PathRequest request{
                .start = support::random_point(random, mesh), .goal = support::random_point(random, mesh), .surface = false};
            const Result<Path> whole = find_path(mesh, scratch, request);
            request.corridor = false;
            const Result<Path> points = find_path(mesh, scratch, request);
            ASSERT_TRUE(whole.ok() && points.ok());
            // On ground that winds around a vertex, hub labels may give the points but no corridor.
            if (seed % 4 != 1) {
                EXPECT_EQ(points->method, whole->method);
            }
            EXPECT_EQ(points->links, whole->links);
            EXPECT_TRUE(points->corridor.polygons.empty() && points->surface_points.empty());
            ASSERT_EQ(points->points.size(), whole->points.size());
            for (size_t k = 0; k < whole->points.size(); ++k) {
                EXPECT_TRUE(equal_xz(points->points[k], whole->points[k]));
                EXPECT_NEAR(points->points[k].y, whole->points[k].y, 1e-9);
            }
            EXPECT_EQ(points->length_xz, whole->length_xz);
            EXPECT_EQ(points->cost, whole->cost);
            corners += whole->method == PathMethod::hubs ? whole->points.size() : 0;
        }
    }
    EXPECT_GT(corners, 5000u);
}

// Returns a mesh with hub labels. Some labels have a next vertex, because their hub is a vertex other than their own.
NavMesh mesh_with_labels() {
    Random random(3);
    return *with_hubs(support::random_mesh(random, {.columns = 6, .rows = 6, .hole = 0.4}));
}

TEST(Hubs, RefusesLabelsThatLeadNowhere) {
    const NavMesh mesh = mesh_with_labels();
    ASSERT_GT(mesh.hubs.labels.size(), mesh.hubs.vertices.size());
    const size_t step = size_t(std::find_if(mesh.hubs.labels.begin(), mesh.hubs.labels.end(),
                                            [](const HubLabel& label) { return label.next != kNoIndex; }) -
                               mesh.hubs.labels.begin());
    const std::string start = "damaged .nav file: mesh 0: hubs: ";
    EXPECT_EQ(support::verdict_on_hubs(mesh, [](HubIndex&) {}), "");
    EXPECT_NE(support::verdict_on_hubs(mesh, [&](HubIndex& h) { h.labels[step].distance *= 0.5; }).find("leads nowhere"),
              std::string::npos);
    EXPECT_NE(support::verdict_on_hubs(mesh, [&](HubIndex& h) { h.labels[step].next = 1u << 30; }).find("out of range"),
              std::string::npos);
    EXPECT_NE(support::verdict_on_hubs(mesh, [&](HubIndex& h) { h.labels[step].hub = 1u << 30; }).find("out of range"),
              std::string::npos);
    EXPECT_NE(
        support::verdict_on_hubs(mesh, [&](HubIndex& h) { h.labels[step].distance = std::numeric_limits<double>::infinity(); })
            .find("out of range"),
        std::string::npos);
    EXPECT_NE(support::verdict_on_hubs(mesh, [&](HubIndex& h) { h.labels[step] = h.labels[0]; }).find("out of range"),
              std::string::npos);
    EXPECT_EQ(support::verdict_on_hubs(mesh, [](HubIndex& h) { h.vertex_edge[0] = kNoIndex; }),
              start + "vertex 0 is not a vertex at which paths can bend");
    EXPECT_EQ(support::verdict_on_hubs(mesh, [](HubIndex& h) { h.labels.pop_back(); }),
              start + "the numbers of labels and polygons do not match their offsets");
}

TEST(Hubs, RefusesTwoLabelsOfOneVertexForOneHub) {
    const NavMesh mesh = mesh_with_labels();
    const auto& offsets = mesh.hubs.label_offset;
    size_t v = 0;
    while (v + 1 < offsets.size() && offsets[v + 1] - offsets[v] < 3)
        ++v;
    ASSERT_LT(v + 1, offsets.size());
    const auto repeat = [&](HubIndex& h) { h.labels[offsets[v] + 1] = h.labels[offsets[v]]; };
    EXPECT_NE(support::verdict_on_hubs(mesh, repeat).find("not in order"), std::string::npos);
}

TEST(ListCommon, ListsTheIndicesOfAllCommonElementsInOrder) {
    Random random(4);
    std::vector<CommonElement> memory;
    for (int round = 0; round < 2000; ++round) {
        std::vector<uint32_t> a, b, common, expected;
        const auto range = uint32_t(random.between(1, 80));
        const double share = random.real(0, 1);
        for (uint32_t i = 0; i < range; ++i) {
            if (random.chance(0.7)) a.push_back(i);
            if (random.chance(share)) b.push_back(i);
        }
        for (const CommonElement& both : list_common(a, b, memory)) {
            EXPECT_EQ(a.at(both.first), b.at(both.second));
            common.push_back(a[both.first]);
        }
        std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
        EXPECT_EQ(common, expected);
    }
}

TEST(Hubs, RefusesRegionsThatAreOutOfRange) {
    const NavMesh mesh = mesh_with_labels();
    const auto refuses = [&](const char* problem, auto change) {
        EXPECT_NE(support::verdict_on_hubs(mesh, change).find(problem), std::string::npos)
            << problem << ": " << support::verdict_on_hubs(mesh, change);
    };
    ASSERT_FALSE(mesh.hubs.via_vertex.empty() || mesh.hubs.cones.empty());
    refuses("is in a region that does not exist", [](HubIndex& h) { h.polygons[0].region = uint32_t(h.regions.size() - 1); });
    refuses("is in a region that does not exist", [](HubIndex& h) { h.polygons[0].region = kNoIndex; });
    refuses("do not match their offsets", [](HubIndex& h) { h.polygons.back().first_cone += 1; });
    refuses("do not match their offsets", [](HubIndex& h) { h.regions.back().first_point -= 1; });
    refuses("do not match their offsets", [](HubIndex& h) { h.groups.clear(); });
    refuses("do not match their offsets", [](HubIndex& h) { h.regions.clear(); });
    refuses("do not match their offsets", [](HubIndex& h) { h.via_distance.pop_back(); });
    refuses("refers to a point that does not exist", [](HubIndex& h) { h.cones[0].left = UINT16_MAX; });
    refuses("refers to a point that does not exist", [](HubIndex& h) { h.cones[0].vertex = UINT16_MAX; });
    refuses("refers to a vertex that does not exist", [](HubIndex& h) { h.points[0].vertex = 1u << 30; });
    refuses("refers to a vertex that does not exist", [](HubIndex& h) { h.points[0].at.x += 1; });
    refuses("hubs that are out of range", [](HubIndex& h) { h.groups[0].hub = kNoIndex; });
    refuses("a via-label that is out of range", [](HubIndex& h) { h.via_vertex[0] = UINT16_MAX; });
    refuses("a via-label that is out of range", [](HubIndex& h) { h.via_distance[0] = -1; });
    refuses("refers to a label that does not exist", [](HubIndex& h) {
        // No vertex has a label for the least important vertex, except that vertex itself.
        const auto last = uint32_t(h.vertices.size() - 1);
        for (size_t r = 0; r + 1 < h.regions.size(); ++r) {
            if (h.regions[r].first_group == h.regions[r + 1].first_group) continue;
            HubGroup& group = h.groups[h.regions[r + 1].first_group - 1];
            if (group.hub == last) continue;
            group.hub = last;
            break;
        }
    });
}

TEST(Hubs, RefusesDerivedFieldsThatDoNotMatchTheStoredOnes) {
    const NavMesh mesh = mesh_with_labels();
    const auto refuses = [&](auto change) {
        NavMesh changed = mesh;
        change(changed.hubs);
        const Status verdict = validate_hubs(changed);
        EXPECT_TRUE(!verdict && verdict.error().message.find("derived fields") != std::string::npos);
    };
    refuses([](HubIndex& h) { h.vertices.pop_back(); });
    refuses([](HubIndex& h) { h.nodes[0].next += 1; });
    refuses([](HubIndex& h) { h.nodes.pop_back(); });
    refuses([](HubIndex& h) { h.via_node[0] += 1; });
    refuses([](HubIndex& h) { h.via_node.pop_back(); });
    refuses([](HubIndex& h) { h.region_lists[0].local_cells ^= 1; });
    refuses([](HubIndex& h) { h.region_lists[0].first_local += 1; });
    refuses([](HubIndex& h) { h.group_hub[0] += 1; });
    refuses([](HubIndex& h) { h.group_bounds.pop_back(); });
    refuses([](HubIndex& h) { h.group_bounds[0].first += 1; });
    refuses([](HubIndex& h) { h.corners.pop_back(); });
    refuses([](HubIndex& h) { h.positions.emplace_back(); });
}

TEST(Hubs, AnswerPathsIfTheyApplyAndTheExactSearchOtherwise) {
    Random random(5);
    const NavMesh plain = support::random_plan(random, 8, 8, 0.2);
    const NavMesh mesh = *with_hubs(plain);
    SearchScratch scratch;
    CheckReport report;
    int answered = 0;
    for (int i = 0; i < 300; ++i) {
        QueryFilter filter = default_filter(mesh);
        const PolygonRef from = polygon_ref(mesh, uint32_t(random.between(0, int32_t(mesh.polygon_count()) - 1)));
        const PolygonRef to = polygon_ref(mesh, uint32_t(random.between(0, int32_t(mesh.polygon_count()) - 1)));
        PathRequest request{.start = support::random_surface_point(random, mesh, from),
                            .goal = support::random_surface_point(random, mesh, to),
                            .filter = &filter,
                            .method = i % 2 ? PathMethod::automatic : PathMethod::exact};
        const Result<Path> labelled = find_path(mesh, scratch, request), searched = find_path(plain, scratch, request);
        ASSERT_TRUE(labelled.ok() && searched.ok());
        support::check_path(mesh, filter, request, *labelled, report);
        ASSERT_TRUE(report.ok()) << report.failures.front();
        EXPECT_EQ(labelled->status, searched->status);
        EXPECT_EQ(searched->method, PathMethod::exact);
        EXPECT_NEAR(labelled->length_xz, searched->length_xz, 1e-9 * (1 + searched->length_xz));
        answered += labelled->method == PathMethod::hubs;
        request.method = PathMethod::hubs;
        EXPECT_TRUE(find_path(mesh, scratch, request).ok());
        EXPECT_FALSE(find_path(plain, scratch, request).ok());
    }
    EXPECT_GT(answered, 200);
}

}  // namespace
}  // namespace navspan
