// Tests navbake with glTF files and heightmaps as levels, alone and combined.

#include <nlohmann/json.hpp>

#include "cli/programs.h"
#include "support/builders/gltf_builder.h"

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

// Writes a square of 10 x 10 as glTF. square.bin contains the vertices. The file named by `indices` contains the indices.
std::string write_gltf(const TemporaryFolder& folder, const std::string& indices) {
    folder.write("square.bin", support::bytes_of<float>({0, 0, 0, 0, 0, 10, 10, 0, 10, 10, 0, 0}));
    folder.write(indices, support::bytes_of<uint16_t>({0, 1, 2, 0, 2, 3}));
    return folder.write("square.gltf", R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "buffers": [{"byteLength": 48, "uri": "square.bin"}, {"byteLength": 12, "uri": ")" +
                                           indices + R"("}],
        "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 1, "byteLength": 12}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
                      {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}]})");
}

TEST(Inputs, DepfileAndReportNameTheBuffersOfAGltf) {
    const TemporaryFolder folder;
    const std::string scene = write_gltf(folder, "more.bin"), level = folder / "level.nav";
    const std::string gset = folder.write("level.gset", "f square.gltf\n");
    const std::string buffers = " \\\n  " + (folder / "square.bin") + " \\\n  " + (folder / "more.bin") + "\n";
    expect_success(navbake({scene, "-q", "-o", level, "--depfile", folder / "d", "--report", folder / "report.json"}));
    EXPECT_EQ(file_text(folder / "d"), level + ": \\\n  " + scene + buffers);
    const auto report = nlohmann::json::parse(file_text(folder / "report.json"));
    EXPECT_EQ(report["input"]["files"], (nlohmann::json{scene, folder / "square.bin", folder / "more.bin"}));
    expect_success(navbake({gset, "-q", "-o", level, "--depfile", folder / "d"}));
    EXPECT_EQ(file_text(folder / "d"), level + ": \\\n  " + scene + " \\\n  " + gset + buffers);
}

TEST(Inputs, RefusesToOverwriteInputs) {
    const TemporaryFolder folder;
    const std::string scene = write_gltf(folder, "more.bin"), buffer = folder / "square.bin", before = file_text(buffer);
    expect_failure(navbake({scene, "-o", folder / "level.nav", "--export", buffer}), 2,
                   "navbake: error: --export " + buffer + ": this is also an input; give another file");
    EXPECT_EQ(file_text(buffer), before);
    const std::string config = folder.write("c.json", "{}");
    expect_failure(navbake({scene, "-o", folder / "level.nav", "--config", config, "--report", config}), 2,
                   "navbake: error: --report " + config + ": this is also an input; give another file");
    EXPECT_EQ(file_text(config), "{}");
}

TEST(Inputs, RefusesUnrepresentableBufferNamesBeforeTheBake) {
    const TemporaryFolder folder;
    const std::string scene = write_gltf(folder, "a;b.bin");
    const std::string names = folder.names();
    expect_failure_with(navbake({scene, "-q", "-o", folder / "l.nav", "--depfile", folder / "l.d"}), 2,
                        "a;b.bin, because it has ; in it; rename the file");
    EXPECT_EQ(folder.names(), names);
}

TEST(Inputs, GsetMayNameGeometryOfAnyFormat) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav", other = folder / "other.nav";
    const std::string terrain = folder.write("terrain.PNG", as_text(support::png_file(2, 2, {0, 0, 0, 0})));
    const Arguments map{"--heightmap-size", "10,10", "--heightmap-height", "5"};
    const auto with = [](Arguments arguments, const Arguments& more) {
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    };
    expect_success(navbake(with({terrain, "-q", "-o", level}, map)));
    expect_success(navbake(with({folder.write("terrain.gset", "f terrain.PNG\n"), "-q", "-o", other}, map)));
    EXPECT_TRUE(file_text(level) == file_text(other));
    expect_failure_with(navbake({folder / "terrain.gset", "-q", "-o", other}), 2, "a heightmap needs --heightmap-size X,Z");

    const std::string scene = write_gltf(folder, "more.bin");
    expect_success(navbake({scene, "-q", "-o", level}));
    expect_success(navbake({folder.write("gltf.GSET", "f square.gltf\n"), "-q", "-o", other}));
    EXPECT_TRUE(file_text(level) == file_text(other));

    const std::string mesh = folder.write("a.mesh", "");
    const std::string polygons = folder.write("mesh.gset", "f a.mesh\n");
    expect_failure(navbake({polygons, "-q", "-o", other}), 3,
                   "navbake: error: " + polygons + ": its geometry " + mesh +
                       " has an unsupported format; give an .obj, .gltf, .glb or .png file");
}

TEST(Inputs, RefusesFlagsForOtherInputFormats) {
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
