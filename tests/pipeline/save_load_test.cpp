// Tests that writing and reading do not change a mesh. The bytes of the file must depend only on the input.

#include <gtest/gtest.h>

#include "navspan/bake/bake_tile.h"
#include "navspan/io/obj.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nav_mesh.h"
#include "support/scenes/own_scenes.h"

namespace navspan {
namespace {

std::vector<std::byte> bake_bytes(RegionMethod method) {
    const std::string text = support::courtyard_obj();
    const std::vector<ObjText> texts{{"courtyard", text}};
    const Result<LoadedScene> scene = parse_obj(texts);
    BakeConfig config;
    config.regions.method = method;
    Result<NavTile> tile = bake_tile(scene->soup, config);
    EXPECT_TRUE(tile.ok());
    NavMeshInfo info;
    info.areas = {{"ground", 63, 1, 1.0}};
    const Result<NavMesh> mesh = link_tiles({*std::move(tile)}, info);
    EXPECT_TRUE(mesh.ok());
    return serialize_nav_mesh(*mesh);
}

TEST(SaveLoad, ASecondBakeGivesTheSameBytes) {
    for (const RegionMethod method :
         {RegionMethod::watershed, RegionMethod::monotone, RegionMethod::layers, RegionMethod::sheets})
        EXPECT_TRUE(bake_bytes(method) == bake_bytes(method));
}

TEST(SaveLoad, AMeshReadBackWritesTheSameBytes) {
    const std::vector<std::byte> bytes = bake_bytes(RegionMethod::watershed);
    const Result<NavMesh> mesh = parse_nav_mesh(bytes);
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    EXPECT_EQ(serialize_nav_mesh(*mesh), bytes);
}

}  // namespace
}  // namespace navspan
