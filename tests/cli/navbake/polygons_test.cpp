// Tests navbake with finished polygons (.mesh) as levels. Options that do not apply to polygons must be errors.

#include "cli/programs.h"

namespace navspan::cli_test {
namespace {

const std::string kPlaza = support::source_path("data/polygons/plaza.mesh");

TEST(Polygons, AMeshFileBecomesALevel) {
    const TemporaryFolder folder;
    const std::string level = folder / "plaza.nav";
    const ProgramResult baked = navbake({kPlaza, "-o", level, "--check", "--agent-height", "1.8"});
    expect_success(baked);
    EXPECT_NE(baked.err.find(": 9 polygons, 90.0 square units, 2 islands, "), std::string::npos) << baked.err;
    const ProgramResult result = navquery({level, "--from", "1,0,-1", "--to", "1,0,-9"});
    expect_success(result);
    EXPECT_EQ(result.out.substr(0, 22), "complete\nlength 8.000 ") << result.out;
}

TEST(Polygons, NoPathThroughAVertexWhereObstaclesTouch) {
    const TemporaryFolder folder;
    const std::string level = folder / "plaza.nav";
    expect_success(navbake({kPlaza, "-o", level, "-q"}));
    const ProgramResult result = navquery({level, "--from", "5,0,-3", "--to", "3,0,-5"});
    expect_success(result);
    EXPECT_NE(result.out.find("length 6.828 "), std::string::npos) << result.out;
}

TEST(Polygons, RefusesOptionsThatDoNotApply) {
    const TemporaryFolder folder;
    const std::string level = folder / "plaza.nav";
    const std::string scene = folder.write("scene.obj", square(10));
    const auto refused = [&](const Arguments& more, const std::string& line) {
        Arguments arguments{kPlaza, "-o", level, "-q"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        expect_failure(navbake(arguments), 2, "navbake: error: " + line);
    };
    const auto no_use = [](const std::string& key) {
        return key + ": " + kPlaza + " is a polygon mesh, and only agent, areas and off_mesh_links apply to it; leave it out";
    };
    refused({"--voxels-cell-size", "0.2"}, no_use("voxels.cell_size"));
    refused({"--set", "regions.method=monotone"}, no_use("regions.method"));
    refused({"--plan-quantum", "0.5"}, no_use("plan.quantum"));
    refused({"--config", folder.write("rules.json", R"({"rules": {"a": null}})")}, no_use("rules"));
    refused({"--up", "z"}, "--up: makes no sense with a polygon mesh; leave it out");
    refused({"--scale", "2"}, "--scale: makes no sense with a polygon mesh; leave it out");
    refused({"--flip"}, "--flip: makes no sense with a polygon mesh; leave it out");
    refused({"--pictures", folder / "pictures"}, "--pictures: makes no sense with a polygon mesh; leave it out");
    refused({scene}, "a polygon mesh is a whole level; give one .mesh file, or .obj, .gltf, .glb or .png files, not both");
    EXPECT_EQ(folder.names(), "rules.json scene.obj");
}

TEST(Polygons, BadMeshesAreRefusedWithTheirPolygon) {
    const TemporaryFolder folder;
    const std::string level = folder / "a.nav";
    const std::string clockwise = folder.write("a.mesh", "mesh\n2\n3 1\n0 0 1 0\n1 0 1 0\n0 1 1 0\n3 2 1 0 -1 -1 -1\n");
    expect_failure(
        navbake({clockwise, "-o", level, "-q"}), 3,
        "navbake: error: " + clockwise + ": polygon 0 is clockwise seen from above; reverse the order of its corners");
    const std::string cut = folder.write("b.mesh", "mesh\n2\n3 1\n0 0 1 0\n1 0 1 0\n0 1 1 0\n3 0 1 2 -1 -1");
    expect_failure(navbake({cut, "-o", level, "-q"}), 3,
                   "navbake: error: " + cut + ":7: the file ends where a polygon's index or -1 should be");
    const std::string twice = folder.write("d.mesh", "mesh\n2\n3 1\n0 0 1 0\n1 0 1 0\n0 1 1 0\n4 0 1 1 2 -1 -1 -1 -1\n");
    expect_failure(navbake({twice, "-o", level, "-q"}), 3, "navbake: error: " + twice + ": polygon 0 has vertex 1 twice");
    const std::string empty = folder.write("c.mesh", "mesh\n2\n0 0\n");
    expect_failure(navbake({empty, "-o", level, "-q"}), 1,
                   "navbake: error: " + empty + ": has no polygons; use --allow-empty to write the empty mesh");
    expect_success(navbake({empty, "-o", level, "-q", "--allow-empty"}));
    expect_failure(navbake({kPlaza, "-o", level, "-q", "--landmarks", "1.5"}), 2,
                   "navbake: error: --landmarks: 1.5 is not a whole number from 0 to 64; see --help");
}

}  // namespace
}  // namespace navspan::cli_test
