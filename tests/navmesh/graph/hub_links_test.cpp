#include "navmesh/graph/hub_links.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

// Builds a square as a fan of triangles around its centre, one for each lattice step of its sides. Leaves out the last
// `left_out` triangles.
NavMesh triangle_fan(int32_t side, uint32_t left_out) {
    support::PolygonSoup soup;
    for (int32_t i = 0; i < 4 * side; ++i) {
        const int32_t along = i % side;
        switch (i / side) {
            case 0:
                soup.corners.push_back({along, side});
                break;
            case 1:
                soup.corners.push_back({side, side - along});
                break;
            case 2:
                soup.corners.push_back({side - along, 0});
                break;
            default:
                soup.corners.push_back({0, along});
                break;
        }
    }
    const auto count = uint32_t(soup.corners.size());
    soup.corners.push_back({side / 2, side / 2});
    for (uint32_t i = 0; i + left_out < count; ++i)
        soup.polygons.push_back({i, (i + 1) % count, count});
    return support::make_mesh(soup);
}

TEST(HubLinks, EndAtAVertexListsEveryPolygonAroundItOnce) {
    for (const uint32_t left_out : {0u, 1u, 20u}) {
        const NavMesh mesh = triangle_fan(8, left_out);
        std::vector<uint32_t> all, polygons;
        for (uint32_t p = 0; p < mesh.polygon_count(); ++p)
            all.push_back(3 * p);
        for (uint32_t p = 0; p < mesh.polygon_count(); ++p) {
            list_polygons_around(mesh, {polygon_ref(mesh, p), plane_point(LatticePoint{4, 4})}, polygons);
            EXPECT_EQ(polygons.front(), 3 * p);
            std::sort(polygons.begin(), polygons.end());
            EXPECT_EQ(polygons, all) << left_out << " left out, from polygon " << p;
        }
    }
}

TEST(HubLinks, EndOnAnEdgeListsBothPolygons) {
    const NavMesh mesh = support::mesh_from_picture({".."});
    std::vector<uint32_t> polygons;
    const auto around = [&](int32_t x, int32_t z) {
        list_polygons_around(mesh, {polygon_ref(mesh, 0), plane_point(LatticePoint{x, z})}, polygons);
        return polygons;
    };
    EXPECT_EQ(around(4, 2), (std::vector<uint32_t>{0, 4}));
    EXPECT_EQ(around(4, 0), (std::vector<uint32_t>{0, 4}));
    EXPECT_EQ(around(3, 2), (std::vector<uint32_t>{0}));
    EXPECT_EQ(around(0, 2), (std::vector<uint32_t>{0}));
}

}  // namespace
}  // namespace navspan
