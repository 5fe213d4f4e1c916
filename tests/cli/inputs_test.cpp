// Levels that are not OBJ: glTF and heightmaps, alone and side by side.

#include "programs.h"
#include "support/gltf_builder.h"

namespace navspan::cli_test {
namespace {

std::string as_text(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(Inputs, TerrainObjAndAnExportedMeshAreBakedTogether) {
    const BakedSquare baked;
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav", mesh = folder / "mesh.glb";
    const std::string terrain = folder.write("terrain.png", as_text(support::png_file(2, 2, {0, 0, 0, 0})));
    expect_success(navbake({"export", baked.level, "-q", "-o", mesh}));
    const Arguments map{"--heightmap-size", "10,10", "--heightmap-height", "5", "--heightmap-corner", "20,0,0"};
    Arguments all{baked.scene, terrain, "-o", level};
    all.insert(all.end(), map.begin(), map.end());
    const ProgramResult result = navbake(all);
    expect_success(result);
    EXPECT_NE(result.err.find(", 2 islands, "), std::string::npos) << result.err;
    expect_success(navbake({mesh, "-q", "-o", level}));
}

TEST(Inputs, FlagsThatDoNotFitAreRefused) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10)), level = folder / "level.nav";
    const std::string terrain = folder.write("terrain.png", as_text(support::png_file(2, 2, {0, 0, 0, 0})));
    expect_failure(navbake({scene, "-o", level, "--heightmap-height", "3"}), 2,
                   "navbake: error: --heightmap-height: there is no heightmap (.png); leave it out");
    expect_failure(navbake({terrain, "-o", level, "--scale", "3"}), 2,
                   "navbake: error: --scale: does not apply to heightmaps; leave it out");
    expect_failure_with(navbake({terrain, "-o", level}), 2, "a heightmap needs --heightmap-size X,Z");
    expect_failure_with(navbake({terrain, "-o", level, "--heightmap-size", "3"}), 2, "3 is not X,Z: two numbers above 0");
    expect_failure_with(navbake({folder.write("a.glb", "glTF"), "-o", level}), 3, "a.glb: the file ends inside its header");
    EXPECT_EQ(folder.names(), "a.glb scene.obj terrain.png");
}

}  // namespace
}  // namespace navspan::cli_test
