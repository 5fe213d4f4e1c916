#include "navspan/bake/poly_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "bake/polygons/poly_mesh.h"
#include "check/stages/checks.h"
#include "support/worlds/region_floors.h"

namespace navspan {
namespace {

using support::contours_of;
using support::draw_floor;
using support::Random;
using support::random_floor;
using support::RegionFloor;
using support::rounds;

PolyMesh build_checked(const ContourSet& contours, int32_t max_vertices, uint64_t seed = 0) {
    const PolyMeshParams params{.max_vertices = max_vertices};
    PolyMesh mesh = build_poly_mesh(contours, params);
    CheckReport report;
    check_poly_mesh(mesh, contours, params, report);
    EXPECT_TRUE(report.ok()) << "seed " << seed << ": " << (report.ok() ? "" : report.failures.front());
    EXPECT_TRUE(mesh.issues.empty()) << "seed " << seed;
    return mesh;
}

size_t links(const PolyMesh& mesh) {
    return mesh.neighbours.size() - size_t(std::count(mesh.neighbours.begin(), mesh.neighbours.end(), kNoIndex));
}

TEST(PolyMesh, EmptyInEmptyOut) {
    const PolyMesh mesh = build_poly_mesh({}, {});
    EXPECT_TRUE(mesh.polygons.empty() && mesh.vertices.empty());
}

TEST(PolyMesh, SquareIsOnePolygonWithItsCollinearVertices) {
    const PolyMesh mesh = build_checked(contours_of({draw_floor({"aa", "aa"}, 5, 1)}), 8);
    int64_t corners = 0;
    for (const PolyMeshPolygon& p : mesh.polygons)
        corners += p.count;
    EXPECT_EQ(mesh.vertices.size(), 8u);
    EXPECT_EQ(corners, 8 + 2 * int64_t(mesh.polygons.size() - 1));
    EXPECT_EQ(mesh.vertices[0].y, 5);
}

TEST(PolyMesh, LinksRegionsAcrossTheirBorder) {
    const PolyMesh mesh = build_checked(contours_of({draw_floor({"aab", "aab"}, 0, 1)}), 6);
    bool crossed = false;
    for (const PolyMeshPolygon& p : mesh.polygons) {
        for (const uint32_t q : polygon_neighbours(mesh, p)) {
            crossed |= q != kNoIndex && mesh.polygons[q].region != p.region;
        }
    }
    EXPECT_TRUE(crossed);
    EXPECT_EQ(mesh.vertices.size(), 11u);
}

TEST(PolyMesh, StackedFloorsShareNothing) {
    for (const int32_t y : {0, 1, 2, 3, 50}) {
        const std::vector<std::string> rows{"aab", "a.b", "ccb"};
        const PolyMesh one = build_checked(contours_of({draw_floor(rows, 10, 1)}), 6);
        const PolyMesh two = build_checked(contours_of({draw_floor(rows, 10, 1), draw_floor(rows, 10 + y, 4)}), 6);
        EXPECT_EQ(two.vertices.size(), 2 * one.vertices.size()) << y;
        EXPECT_EQ(two.polygons.size(), 2 * one.polygons.size()) << y;
        EXPECT_EQ(links(two), 2 * links(one)) << y;
        for (const PolyMeshPolygon& p : two.polygons) {
            for (const uint32_t q : polygon_neighbours(two, p)) {
                EXPECT_TRUE(q == kNoIndex || (two.polygons[q].region < 4) == (p.region < 4));
            }
        }
    }
}

TEST(PolyMesh, WeldsBordersWithDifferentHeights) {
    ContourSet contours = contours_of({draw_floor({"ab", "ab"}, 10, 1)});
    for (ContourVertex& v : contours.vertices) {
        if (v.x == 1 && v.neighbour != 1) v.y += 3;
    }
    const PolyMesh mesh = build_checked(contours, 6);
    EXPECT_EQ(mesh.vertices.size(), 9u);
    for (const PolyMeshVertex& v : mesh.vertices)
        EXPECT_EQ(v.y, v.x == 1 ? 13 : 10);
}

TEST(PolyMesh, TouchingCornersAreOneVertexIfCloseInHeight) {
    const PolyMesh mesh = build_checked(contours_of({draw_floor({"a.", ".b"}, 0, 1)}), 6);
    EXPECT_EQ(mesh.vertices.size(), 7u);
    EXPECT_EQ(links(mesh), 0u);
    const PolyMesh apart = build_checked(contours_of({draw_floor({"a.", ".."}, 0, 1), draw_floor({"..", ".a"}, 3, 2)}), 6);
    EXPECT_EQ(apart.vertices.size(), 8u);
}

TEST(PolyMesh, DoesNotLinkTheSidesOfAZeroWidthWall) {
    // Two regions share an edge, but both contours have a wall there.
    ContourSet contours = contours_of({draw_floor({"ab", "ab"}, 0, 1)});
    for (ContourVertex& v : contours.vertices)
        v.neighbour = 0;
    const PolyMesh mesh = build_checked(contours, 6);
    for (const PolyMeshPolygon& p : mesh.polygons) {
        for (const uint32_t q : polygon_neighbours(mesh, p))
            EXPECT_TRUE(q == kNoIndex || mesh.polygons[q].region == p.region);
    }
}

TEST(PolyMesh, ReportsSelfIntersectingContours) {
    ContourSet contours;
    for (const LatticePoint p : {LatticePoint{0, 0}, LatticePoint{4, 4}, LatticePoint{4, 0}, LatticePoint{0, 4}}) {
        contours.vertices.push_back({p.x, p.z, 0, 0, false});
    }
    contours.contours.push_back({1, 1, false, 0, 4, 0, 0});
    contours.vertices.push_back({9, 0, 0, 0, false});
    contours.vertices.push_back({9, 9, 0, 0, false});
    contours.vertices.push_back({0, 9, 0, 0, false});
    contours.vertices.push_back({0, 0, 0, 0, false});
    contours.contours.push_back({2, 1, false, 4, 4, 0, 0});
    const PolyMesh mesh = build_poly_mesh(contours, {});
    EXPECT_FALSE(mesh.issues.empty());
    EXPECT_TRUE(
        std::all_of(mesh.issues.begin(), mesh.issues.end(), [](const auto& t) { return t.region == 1 || t.region == 2; }));
}

TEST(PolyMesh, NeighboursAreMutualEvenIfContoursCross) {
    uint32_t troubled = 0;
    for (uint64_t seed = 0; seed < 1000 && !HasFailure(); ++seed) {
        Random random(seed);
        const int32_t width = random.between(4, 14), depth = random.between(4, 14);
        ContourSet contours = contours_of({random_floor(random, width, depth, 0, 1)});
        if (contours.vertices.empty()) continue;
        // Move all vertices at one point by the same offset, so that adjacent contours keep their common border.
        for (int k = 0; k < 3; ++k) {
            const ContourVertex from = contours.vertices[size_t(random.between(0, int32_t(contours.vertices.size()) - 1))];
            const int32_t dx = random.between(-4, 4), dz = random.between(-4, 4);
            for (ContourVertex& v : contours.vertices) {
                if (v.x == from.x && v.z == from.z) v.x += dx, v.z += dz;
            }
        }
        const PolyMesh mesh = build_poly_mesh(contours, {});
        troubled += !mesh.issues.empty();
        for (uint32_t p = 0; p < mesh.polygons.size(); ++p) {
            const auto own = polygon_indices(mesh, mesh.polygons[p]);
            for (size_t k = 0; k < own.size(); ++k) {
                const uint32_t q = polygon_neighbours(mesh, mesh.polygons[p])[k];
                if (q == kNoIndex) continue;
                const auto other = polygon_indices(mesh, mesh.polygons[q]);
                bool found = false;
                for (size_t m = 0; m < other.size(); ++m) {
                    found |= other[m] == own[(k + 1) % own.size()] && other[(m + 1) % other.size()] == own[k] &&
                             polygon_neighbours(mesh, mesh.polygons[q])[m] == p;
                }
                EXPECT_TRUE(found) << "seed " << seed << ", polygons " << p << " and " << q;
            }
        }
    }
    EXPECT_GT(troubled, 100u);
}

TEST(PolyMesh, RandomRegionsAndFloorsKeepInvariants) {
    for (uint64_t seed = 0; seed < rounds(3000) && !HasFailure(); ++seed) {
        Random random(seed);
        const int32_t width = random.between(1, 14), depth = random.between(1, 14);
        std::vector<RegionFloor> floors;
        uint32_t first_id = 1;
        for (int f = random.between(1, 3); f > 0; --f) {
            floors.push_back(random_floor(random, width, depth, random.between(0, 6), first_id));
            first_id = 1 + *std::max_element(floors.back().region.begin(), floors.back().region.end());
            first_id = std::max(first_id, uint32_t(1000 * floors.size()));
        }
        build_checked(contours_of(floors), random.between(3, 12), seed);
    }
}

}  // namespace
}  // namespace navspan
