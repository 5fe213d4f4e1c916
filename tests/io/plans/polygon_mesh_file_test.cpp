#include "navspan/io/polygon_mesh_file.h"

#include <gtest/gtest.h>

#include "support/scenes/polygon_scenes.h"
#include "support/text/damaged_text.h"

namespace navspan {
namespace {

using support::with;

// Two adjacent unit squares. The right square has an additional corner of 180 degrees.
const std::string kTwo =
    "mesh\n2\n7 2\n"
    "0 0 2 0 -1\n1 0 3 1 0 -1\n2 0 2 1 -1\n2 0.5 2 1 -1\n0 1 2 0 -1\n1 1 3 0 1 -1\n2 1 2 1 -1\n"
    "4 0 1 5 4 -1 -1 1 -1\n5 1 2 3 6 5 0 -1 -1 -1 -1\n";

std::string mesh_mistake(const std::string& text) {
    const Result<PolygonSet> set = parse_polygon_mesh(text, "a.mesh");
    return set ? "no mistake" : set.error().message;
}

TEST(PolygonMeshFile, NeighbourIndicesAreShiftedToTheFollowingEdge) {
    const Result<PolygonSet> set = parse_polygon_mesh(kTwo, "a.mesh");
    ASSERT_TRUE(set) << set.error().message;
    EXPECT_EQ(set->vertices[3], (DVec3{2, 0, -0.5}));
    EXPECT_EQ(set->first_corner, (std::vector<uint32_t>{0, 4, 9}));
    const uint32_t wall = kNoIndex;
    EXPECT_EQ(set->neighbours, (std::vector<uint32_t>{wall, 1, wall, wall, wall, wall, wall, wall, 0}));
    const Result<NavMesh> mesh = nav_mesh_from_polygons(*set);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->islands.size(), 1u);
    EXPECT_EQ(mesh->tiles[0]->frame.quantum, 0.5);
}

TEST(PolygonMeshFile, ErrorsNameTheirLine) {
    EXPECT_EQ(mesh_mistake(""), "a.mesh:1: not a polygon mesh; the first word must be mesh");
    EXPECT_EQ(mesh_mistake(with(kTwo, "2\n", "1\n")), "a.mesh:2: format version 1, this program reads version 2");
    EXPECT_EQ(mesh_mistake(with(kTwo, "7 2", "7000 2")), "a.mesh:3: the file is too short for 7000 vertices and 2 polygons");
    EXPECT_EQ(mesh_mistake(with(kTwo, "2 0.5", "2 zero")), "a.mesh:7: \"zero\" is not a coordinate");
    EXPECT_EQ(mesh_mistake(with(kTwo, "2 0.5", "inf 0.5")), "a.mesh:7: vertex 3 has a coordinate that is not finite");
    EXPECT_EQ(mesh_mistake(with(kTwo, "0 1 5 4", "0 1 5 7")),
              "a.mesh:11: polygon 0: vertex 7 does not exist; there are 7, counted from 0");
    EXPECT_EQ(mesh_mistake(with(kTwo, "-1 -1 1 -1", "-1 -1 2 -1")),
              "a.mesh:11: polygon 0: polygon 2 does not exist; there are 2, counted from 0");
    EXPECT_EQ(mesh_mistake(with(kTwo, "4 0 1 5", "2 0 1 5")), "a.mesh:11: polygon 0 has fewer than 3 corners");
    EXPECT_EQ(mesh_mistake(with(kTwo, "1 1 3 0 1 -1", "1 1 2 0 -1")),
              "a.mesh:9: vertex 5 lists polygons around it that differ from the polygons that have it as a corner");
    EXPECT_EQ(mesh_mistake(kTwo + "7\n"), "a.mesh:13: there is text after the last polygon");
}

TEST(PolygonMeshFile, EveryPrefixOfAFileIsRefusedOrWhole) {
    for (size_t length = 0; length < kTwo.size(); ++length) {
        const bool whole = length + 1 == kTwo.size();  // only the last line ending is missing
        EXPECT_EQ(bool(parse_polygon_mesh(kTwo.substr(0, length), "a.mesh")), whole) << length;
    }
}

TEST(PolygonMeshFile, MutatedFilesGiveAMeshOrAnError) {
    const std::string letters = "0123456789-.e \nx";
    for (uint64_t seed = 1; seed <= support::rounds(20000); ++seed) {
        SCOPED_TRACE(seed);
        support::Random random(seed);
        const std::string text = support::damaged(kTwo, random, {.letters = letters});
        const Result<PolygonSet> set = parse_polygon_mesh(text, "a.mesh");
        if (!set) continue;
        const Result<NavMesh> mesh = nav_mesh_from_polygons(*set);
        EXPECT_TRUE(mesh ? validate_nav_mesh(*mesh).ok() : !mesh.error().message.empty());
    }
}

TEST(PolygonMeshFile, OwnSceneHasTheExpectedIslandsAndPaths) {
    const std::string path = support::polygon_scene_paths().front();
    const NavMesh mesh = support::load_polygon_scene(path);
    EXPECT_EQ(mesh.polygon_count(), 9u);
    ASSERT_EQ(mesh.islands.size(), 2u);
    EXPECT_DOUBLE_EQ(mesh.islands[0].area, 100 - 3 * 4);
    EXPECT_EQ(support::load_published_paths(path).size(), 11u);
}

}  // namespace
}  // namespace navspan
