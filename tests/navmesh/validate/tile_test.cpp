#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "navmesh/mesh/bvh.h"
#include "navmesh/mesh/index_tile.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nav_tile.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::PolygonSoup;
using support::Random;
using support::rounds;

std::string tile_verdict(const NavTile& tile) {
    const Status s = validate_tile(tile);
    return s.ok() ? "" : s.error().message;
}

NavTile two_square_tile() {
    return support::make_tile(support::soup_from_picture({".."}));
}

TEST(ValidateTile, RandomTilesAreValid) {
    for (uint64_t seed = 0; seed < rounds(300); ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.floors = 1 + int(seed % 3), .areas = 1 + int(seed % 5)});
        CheckReport report;
        check_nav_mesh(mesh, report);
        ASSERT_TRUE(report.ok()) << "seed " << seed << ": " << report.failures.front();
    }
}

TEST(ValidateTile, AnEmptyTileIsValid) {
    NavTile tile;
    index_tile(tile);
    EXPECT_EQ(tile_verdict(tile), "");
}

TEST(ValidateTile, CollinearVerticesAreValid) {
    PolygonSoup soup;
    soup.corners = {{0, 4, 0}, {2, 4, 0}, {4, 4, 0}, {4, 0, 0}, {0, 0, 0}};
    soup.polygons = {{0, 1, 2, 3, 4}};
    EXPECT_EQ(tile_verdict(support::make_tile(soup)), "");
}

TEST(ValidateTile, ReportsEveryKindOfDamage) {
    const auto broken = [](const std::function<void(NavTile&)>& change) {
        NavTile tile = two_square_tile();
        change(tile);
        return tile_verdict(tile);
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(tile_verdict(two_square_tile()), "");
    EXPECT_EQ(broken([](NavTile& t) { t.frame.origin.x = std::numeric_limits<double>::infinity(); }),
              "the origin is not finite or beyond 1e15");
    EXPECT_EQ(broken([](NavTile& t) { t.frame.quantum = 0; }), "a lattice step is not within 1e-9 .. 1e9");
    EXPECT_EQ(broken([](NavTile& t) { t.width = kMaxTileExtent + 1; }), "its extent is out of range");
    EXPECT_EQ(broken([](NavTile& t) { t.frame.x0 = kMaxLattice; }), "its corner is out of range");
    EXPECT_EQ(broken([](NavTile& t) { t.polygons[1].first_edge = 3; }),
              "polygon 1 does not start where the previous polygon ends");
    EXPECT_EQ(broken([](NavTile& t) { t.polygons[1].edge_count = 0xffffffff; }),
              "polygon 1 refers to elements beyond the end of an array");
    EXPECT_EQ(broken([](NavTile& t) { t.polygons[0].area = 64; }), "polygon 0 has area id 64, not 1..63");
    EXPECT_EQ(broken([](NavTile& t) { t.polygons.pop_back(); }),
              "there are edges, detail vertices or triangles that belong to no polygon");
    EXPECT_EQ(broken([&](NavTile& t) { t.vertex_y[2] = nan; }), "vertex 2 has a height that is out of range");
    EXPECT_EQ(broken([](NavTile& t) { t.half_edges[1].x = 1000; }), "half-edge 1 is outside the tile");
    EXPECT_EQ(broken([](NavTile& t) { t.half_edges[1].vertex = 99; }), "half-edge 1 refers to a vertex that does not exist");
    EXPECT_EQ(broken([](NavTile& t) { std::swap(t.half_edges[0], t.half_edges[2]); }).substr(0, 9), "polygon 0");
    EXPECT_EQ(broken([](NavTile& t) { t.half_edges[0].twin = 6; }), "half-edge 0 is not the twin of its twin");
    EXPECT_EQ(broken([](NavTile& t) { t.half_edges[0].twin = 77; }), "half-edge 0 has a twin that does not exist");
    EXPECT_EQ(broken([](NavTile& t) { t.edge_polygon[5] = 0; }), "half-edge 5 is assigned to the wrong polygon");
    EXPECT_EQ(broken([](NavTile& t) { std::swap(t.detail_triangles[0].a, t.detail_triangles[0].b); }),
              "polygon 0: detail triangle 0 is not counter-clockwise");
    EXPECT_EQ(broken([](NavTile& t) { t.detail_triangles[0].c = 4; }),
              "polygon 0: detail triangle 0 has a corner that does not exist");
    EXPECT_EQ(broken([](NavTile& t) { t.detail_triangles[1] = t.detail_triangles[0]; }), "");
    EXPECT_EQ(broken([](NavTile& t) { t.bvh[0].right = 1; }), "tree node 0 does not point forward");
    EXPECT_EQ(broken([](NavTile& t) { t.bvh[2].polygon = t.bvh[1].polygon; }), "tree node 2 is not a valid leaf");
    EXPECT_EQ(broken([](NavTile& t) { t.bvh[1].max_x -= 1; }), "tree node 1 does not contain its polygon");
    EXPECT_EQ(broken([](NavTile& t) { t.bvh[0].max_x -= 1; }), "tree node 0 does not contain its children");
    EXPECT_EQ(broken([](NavTile& t) { t.bvh.pop_back(); }), "the tree has the wrong number of nodes");
}

TEST(ValidateTile, PolygonThatWindsTwiceIsNotConvex) {
    PolygonSoup soup;
    soup.corners = {{0, 40, 0}, {10, 40, 0}, {10, 30, 0}, {0, 30, 0}, {0, 41, 0}, {12, 41, 0}, {12, 28, 0}, {0, 28, 0}};
    soup.polygons = {{0, 1, 2, 3, 4, 5, 6, 7}};
    NavTile tile;
    tile.width = tile.depth = 50;
    tile.polygons = {{.first_edge = 0,
                      .edge_count = 8,
                      .flags = 1,
                      .area = 63,
                      .reserved = 0,
                      .first_detail_vertex = 0,
                      .detail_vertex_count = 0,
                      .first_detail_triangle = 0,
                      .detail_triangle_count = 1}};
    for (uint32_t i = 0; i < 8; ++i)
        tile.half_edges.push_back({soup.corners[i].x, soup.corners[i].z, i, kNoIndex});
    tile.vertex_y.assign(8, 0.f);
    tile.detail_triangles = {{0, 1, 2}};
    index_tile(tile);
    EXPECT_EQ(tile_verdict(tile), "polygon 0 is not convex and counter-clockwise");
}

}  // namespace
}  // namespace navspan
