#include "navspan/navmesh/from_polygons.h"

#include <gtest/gtest.h>

#include <limits>

#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nearest.h"
#include "support/text/random.h"

namespace navspan {
namespace {

PolygonSet make_set(std::vector<DVec3> vertices, const std::vector<std::vector<uint32_t>>& polygons) {
    PolygonSet set;
    set.vertices = std::move(vertices);
    set.first_corner.push_back(0);
    for (const auto& polygon : polygons) {
        set.corners.insert(set.corners.end(), polygon.begin(), polygon.end());
        set.first_corner.push_back(uint32_t(set.corners.size()));
    }
    return set;
}

// Builds two adjacent unit squares, counter-clockwise seen from above.
PolygonSet two_square_set() {
    return make_set({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 0, -1}, {1, 0.5, -1}, {2, 0, -1}}, {{0, 1, 4, 3}, {1, 2, 5, 4}});
}

std::string mistake(const PolygonSet& set, const FromPolygonsOptions& options = {}) {
    const Result<NavMesh> mesh = nav_mesh_from_polygons(set, options);
    return mesh ? "no mistake" : mesh.error().message;
}

TEST(NavMeshFromPolygons, NeighboursAreFoundBySharedVertices) {
    const Result<NavMesh> mesh = nav_mesh_from_polygons(two_square_set());
    ASSERT_TRUE(mesh) << mesh.error().message;
    ASSERT_EQ(mesh->polygon_count(), 2u);
    EXPECT_EQ(mesh->islands.size(), 1u);
    EXPECT_EQ(twin_of(*mesh, {0, 1}), (EdgeRef{0, 7}));
    EXPECT_EQ(twin_of(*mesh, {0, 7}), (EdgeRef{0, 1}));
    EXPECT_FALSE(twin_of(*mesh, {0, 0}).valid());
    EXPECT_DOUBLE_EQ(mesh->islands[0].area, 2.0);
    EXPECT_TRUE(validate_nav_mesh(*mesh));
    const auto nearest = find_nearest(*mesh, {1, 2, -1});
    ASSERT_TRUE(nearest);
    EXPECT_EQ(nearest->position, (DVec3{1, 0.5, -1}));
}

TEST(NavMeshFromPolygons, GivenNeighboursMakeThinWalls) {
    PolygonSet set = two_square_set();
    set.neighbours.assign(8, kNoIndex);
    const Result<NavMesh> mesh = nav_mesh_from_polygons(set);
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh->islands.size(), 2u);
}

TEST(NavMeshFromPolygons, ReportsInconsistentNeighbours) {
    PolygonSet set = two_square_set();
    set.neighbours.assign(8, kNoIndex);
    set.neighbours[1] = 1;
    EXPECT_EQ(mistake(set), "polygon 0: its edge from vertex 1 to 4 has polygon 1 as neighbour, which has a wall there");
    set.neighbours[7] = 0;
    EXPECT_EQ(mistake(set), "no mistake");
    set.neighbours[0] = 1;
    EXPECT_EQ(mistake(set),
              "polygon 0: its edge from vertex 0 to 1 has polygon 1 as neighbour, which does not have that edge in the "
              "opposite direction");
    set.neighbours[0] = 7;
    EXPECT_EQ(mistake(set), "polygon 0 names polygon 7 as neighbour of its edge from vertex 0 to 1, but there is no polygon 7");
    set.neighbours[0] = 0;
    EXPECT_EQ(mistake(set),
              "polygon 0: its edge from vertex 0 to 1 has polygon 0 as neighbour, which does not have that edge in the "
              "opposite direction");
}

TEST(NavMeshFromPolygons, ReportsInvalidPolygons) {
    const std::vector<DVec3> square{{0, 0, 0}, {2, 0, 0}, {2, 0, -2}, {0, 0, -2}, {1, 0, -1}, {0, 1, 0}, {1, 0, 0}};
    const auto one = [&](std::vector<uint32_t> corners) { return mistake(make_set(square, {{0, 1, 2}, std::move(corners)})); };
    EXPECT_EQ(one({3, 2, 1, 0}), "polygon 1 is clockwise seen from above; reverse the order of its corners");
    EXPECT_EQ(one({0, 1, 2, 4, 3}), "polygon 1 is not convex at vertex 4");
    EXPECT_EQ(one({0, 1, 3, 2}), "polygon 1 is not convex at vertex 3");
    EXPECT_EQ(one({0, 6, 1}), "polygon 1 has no area");
    EXPECT_EQ(one({0, 1, 9}), "polygon 1: vertex 9 does not exist; there are 7, counted from 0");
    EXPECT_EQ(one({0, 1}), "polygon 1 has fewer than 3 corners");
    EXPECT_EQ(one({0, 1, 2, 1}), "polygon 1 has vertex 1 twice");
    EXPECT_EQ(one({0, 1, 2, 3, 5}), "polygon 1: vertices 5 and 0 are at the same position");
    EXPECT_EQ(one({0, 1, 3}),
              "polygon 1 and polygon 0 both use the edge from vertex 0 to 1; remove the overlap, or give each polygon its own "
              "vertices");
}

TEST(NavMeshFromPolygons, RefusesOutlinesThatWindTwiceOrTurnBack) {
    // The outline of the five-pointed star turns left at every vertex, but winds around its centre twice.
    const std::vector<DVec3> star{{10, 0, -38}, {40, 0, -20}, {5, 0, -20}, {35, 0, -38}, {22, 0, -5}};
    EXPECT_EQ(mistake(make_set(star, {{0, 4, 3, 2, 1}})), "polygon 0 is not convex: its outline crosses or overlaps itself");
    const std::vector<DVec3> spike{{0, 0, 0}, {2, 0, 0}, {4, 0, 0}, {3, 0, 0}, {1, 0, -2}};
    EXPECT_EQ(mistake(make_set(spike, {{0, 2, 3, 4}})), "polygon 0 is not convex at vertex 3");
}

TEST(NavMeshFromPolygons, ReportsCoordinatesThatAreInvalidOrOffTheLattice) {
    PolygonSet set = two_square_set();
    set.vertices[4].y = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(mistake(set), "polygon 1: vertex 4 has a coordinate that is not finite");
    set.vertices[4] = {1, 0, -0.3};
    EXPECT_EQ(mistake(set, {.quantum = 0.25, .info = {}}),
              "vertex 4 at x 1, z -0.3 is not a multiple of 0.25; round the coordinates to multiples of one step, at least "
              "4.76837158203125e-07 for a world this wide");
    set.vertices[4] = {1, 0, -1.0 / 3};
    EXPECT_NE(mistake(set).find("vertex 4 at x 1, z -0.3333333333333333 is not a multiple of "), std::string::npos);
    set.vertices[4] = {1, 0, -1};
    for (DVec3& vertex : set.vertices)
        vertex.x += 0x3p39 - 2;
    EXPECT_EQ(
        mistake(set),
        "vertex 0 at x 1649267441662, z 0 is not a multiple of 4096; round the coordinates to multiples of one step, at least "
        "3072 for a world so far from the origin");
    EXPECT_EQ(mistake(two_square_set(), {.quantum = -1, .info = {}}), "the quantum must be a number from 1e-9 to 1e9, or 0");
}

TEST(NavMeshFromPolygons, FindsTheCoarsestLatticeStep) {
    const auto quantum = [](double scale) {
        PolygonSet set = two_square_set();
        for (DVec3& v : set.vertices)
            v = v * scale;
        const Result<NavMesh> mesh = nav_mesh_from_polygons(set);
        return mesh ? mesh->tiles[0]->frame.quantum : -1;
    };
    EXPECT_EQ(quantum(1), 1);
    EXPECT_EQ(quantum(3), 1);
    EXPECT_EQ(quantum(0.75), 0.25);
    EXPECT_EQ(quantum(0.1), 0.1);
    EXPECT_EQ(quantum(0.35), 0.05 / 5);
    EXPECT_EQ(quantum(1 << 23), 4);
}

TEST(NavMeshFromPolygons, CollinearAndManyVerticesAreValid) {
    // The mesh is a comb: a polygon with many corners of 180 degrees, and a triangle on each edge of one side.
    constexpr uint32_t kTeeth = 500;
    std::vector<DVec3> vertices;
    std::vector<uint32_t> back;
    for (uint32_t i = 0; i <= kTeeth; ++i)
        vertices.push_back({double(i), 0, 0});
    for (uint32_t i = 0; i <= kTeeth; ++i)
        vertices.push_back({double(i), 0, -1});
    for (uint32_t i = 0; i <= kTeeth; ++i)
        back.push_back(i);
    for (uint32_t i = kTeeth + 1; i-- > 0;)
        back.push_back(kTeeth + 1 + i);
    std::vector<std::vector<uint32_t>> polygons{back};
    for (uint32_t i = 0; i < kTeeth; ++i) {
        vertices.push_back({i + 0.5, 0, -2});
        polygons.push_back({kTeeth + 1 + i, kTeeth + 2 + i, uint32_t(vertices.size()) - 1});
    }
    const Result<NavMesh> mesh = nav_mesh_from_polygons(make_set(vertices, polygons));
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->islands.size(), 1u);
    EXPECT_EQ(mesh->tiles[0]->polygons[0].detail_triangle_count, 2 * kTeeth);
}

TEST(NavMeshFromPolygons, KeepsAreasAndNames) {
    PolygonSet set = two_square_set();
    set.areas = {7, 63};
    FromPolygonsOptions options;
    options.info.areas = {{"area7", 12, 4, 3.0}};
    const Result<NavMesh> mesh = nav_mesh_from_polygons(set, options);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->tiles[0]->polygons[0].area, 7);
    ASSERT_EQ(mesh->info.areas.size(), 3u);
    EXPECT_EQ(mesh->info.areas[1].name, "area7_");
    EXPECT_EQ(mesh->info.areas[2].name, "ground");
    set.areas = {7, 64};
    EXPECT_EQ(mistake(set), "polygon 1 has area id 64; give 1 to 63");
}

TEST(NavMeshFromPolygons, RefusesAreasThatAFileCannotStore) {
    const auto with_area = [](const NavArea& area) {
        FromPolygonsOptions options;
        options.info.areas = {{"road", 1, 1, 1.0}, area};
        return mistake(two_square_set(), options);
    };
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(with_area({"water", 2, 1, -1.0}), "area 'water' has a cost that is not from 0 to 1000000");
    EXPECT_EQ(with_area({"water", 2, 1, kNaN}), "area 'water' has a cost that is not from 0 to 1000000");
    EXPECT_EQ(with_area({"water", 64, 1, 1.0}), "area 'water' has an id that is out of range 1..63 or duplicate");
    EXPECT_EQ(with_area({"water", 1, 1, 1.0}), "area 'water' has an id that is out of range 1..63 or duplicate");
    EXPECT_EQ(with_area({"road", 2, 1, 1.0}), "area 'road' has the name of another area");
    EXPECT_EQ(with_area({"", 2, 1, 1.0}), "area 2 has an empty name");
    EXPECT_EQ(with_area({std::string(256, 'x'), 2, 1, 1.0}), "area 2 has a name of 256 bytes; the limit is 255");
    EXPECT_EQ(with_area({"water", 2, 1, 0.0}), "no mistake");
}

TEST(NavMeshFromPolygons, FileRoundTripsTheMesh) {
    const Result<NavMesh> mesh = nav_mesh_from_polygons(two_square_set());
    ASSERT_TRUE(mesh);
    const Result<NavMesh> back = parse_nav_mesh(serialize_nav_mesh(*mesh));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back->tiles[0], *mesh->tiles[0]);
}

TEST(NavMeshFromPolygons, EmptyInEmptyOut) {
    const Result<NavMesh> mesh = nav_mesh_from_polygons({});
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->polygon_count(), 0u);
}

TEST(NavMeshFromPolygons, RandomPolygonsGiveAValidMeshOrAnError) {
    for (uint64_t seed = 1; seed <= support::rounds(4000); ++seed) {
        SCOPED_TRACE(seed);
        support::Random random(seed);
        PolygonSet set = two_square_set();
        if (random.chance(0.5)) {
            set.neighbours.assign(8, kNoIndex);
            set.neighbours[1] = 1;
            set.neighbours[7] = 0;
        }
        for (int change = random.between(1, 3); change > 0; --change) {
            switch (random.between(0, 4)) {
                case 0:
                    set.corners[size_t(random.between(0, 7))] = uint32_t(random.between(0, 6));
                    break;
                case 1:
                    set.first_corner[size_t(random.between(0, 2))] = uint32_t(random.between(0, 9));
                    break;
                case 2:
                    set.vertices[size_t(random.between(0, 5))].x = random.between(-3, 3);
                    break;
                case 3:
                    set.vertices[size_t(random.between(0, 5))].z = random.real(-1, 1) * (random.chance(0.5) ? 1e300 : 1e9);
                    break;
                default:
                    if (!set.neighbours.empty()) set.neighbours[size_t(random.between(0, 7))] = uint32_t(random.between(-1, 3));
            }
        }
        const Result<NavMesh> mesh = nav_mesh_from_polygons(set);
        EXPECT_TRUE(mesh ? validate_nav_mesh(*mesh).ok() : !mesh.error().message.empty());
    }
}

}  // namespace
}  // namespace navspan
