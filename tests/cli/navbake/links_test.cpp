// Tests off-mesh links with navbake and navquery: from a config or a .gset file to the paths that use them.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/programs.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "support/oracles/link_path_oracle.h"
#include "support/text/random.h"

namespace navspan::cli_test {
namespace {

using Json = nlohmann::json;

// Returns OBJ text of a square with its corner at (x, y, z). The file already has `count` vertices.
std::string platform(double x, double y, double z, int count) {
    const auto vertex = [&](double dx, double dz) {
        return "v " + std::to_string(x + dx) + " " + std::to_string(y) + " " + std::to_string(z + dz) + "\n";
    };
    const auto index = [&](int i) { return " " + std::to_string(count + i); };
    return vertex(0, 0) + vertex(0, 10) + vertex(10, 10) + vertex(10, 0) + "f" + index(1) + index(2) + index(3) + index(4) +
           "\n";
}

std::string platforms() {
    return platform(0, 0, 0, 0) + platform(14, 2, 0, 4) + platform(0, 4, 14, 8);
}

// The links: two-way between platforms 1 and 2; one-way from 2 up to 3; two one-way links from 3 down to 1; a link that ends in
// the air.
const std::string kLinks = R"("areas": {"jump": {"id": 5, "cost": 1, "flags": 8}}, "off_mesh_links": [
    {"start": [8, 0, 5], "end": [16, 2, 5], "user_id": 7, "area": "jump"},
    {"start": [15, 2, 8], "end": [8, 4, 15], "two_way": false, "cost": 12, "user_id": 8},
    {"start": [3, 4, 16], "end": [3, 0.1, 8], "two_way": false, "user_id": 9},
    {"start": [7, 4, 16], "end": [7, 0, 8], "two_way": false, "cost": 30, "radius": 2, "flags": 3, "user_id": 10},
    {"start": [7, 4, 16], "end": [7, 40, 8], "user_id": 11}])";

class LinkedLevel {
public:
    explicit LinkedLevel(const Arguments& more = {}) {
        scene = folder.write("scene.obj", platforms());
        config = folder.write("links.json", "{" + kLinks + "}");
        level = folder / "level.nav";
        Arguments arguments{scene, "--config", config, "-o", level, "--report", folder / "report.json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        bake = navbake(arguments);
        expect_success(bake);
    }
    Json path(const std::string& from, const std::string& to, const Arguments& more = {}) const {
        Arguments arguments{level, "--from", from, "--to", to, "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProgramResult result = navquery(arguments);
        EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 5) << result.err;
        return Json::parse(result.out);
    }
    TemporaryFolder folder;
    std::string scene, config, level;
    ProgramResult bake;
};

std::vector<int> ids_taken(const Json& path) {
    std::vector<int> ids;
    if (!path.contains("links")) return ids;
    for (const Json& link : path["links"])
        ids.push_back(link["user_id"].get<int>());
    return ids;
}

TEST(Links, ConfiguredLinksAppearInPathsWithUserIds) {
    const LinkedLevel level;
    EXPECT_NE(level.bake.err.find("off_mesh_links[4]: there is no walkable ground within 0.6 of its end (7, 40, 8)"),
              std::string::npos)
        << level.bake.err;
    EXPECT_NE(level.bake.err.find("[link_lost]"), std::string::npos);
    EXPECT_NE(level.bake.err.find("1 island, 5 off-mesh links, "), std::string::npos) << level.bake.err;
    const Json report = Json::parse(file_text(level.folder / "report.json"));
    EXPECT_EQ(report["output"]["off_mesh_links"], 5);
    EXPECT_EQ(report["warnings"].back()["code"], "link_lost");

    const Json up = level.path("2,0,2", "2,4,20");
    EXPECT_EQ(up["status"], "complete");
    EXPECT_EQ(ids_taken(up), (std::vector<int>{7, 8}));
    EXPECT_EQ(up["links"][0]["start"], Json::parse("[8, 0, 5]"));
    EXPECT_NEAR(up["links"][0]["end"][0].get<double>(), 16, 0.1);
    const Json down = level.path("2,4,20", "20,2,2");
    EXPECT_EQ(ids_taken(down), (std::vector<int>{9, 7}));
    const ProgramResult text = navquery({level.level, "--from", "2,0,2", "--to", "2,4,20"});
    EXPECT_NE(text.out.find("user id 7, from 8.000 0.000 5.000 to 16.000 2.000 5.000\n"), std::string::npos) << text.out;
    // If the filter excludes the area "jump", no path leads up to the third platform.
    EXPECT_EQ(level.path("2,0,2", "2,4,20", {"--exclude", "jump"})["status"], "partial");
    EXPECT_EQ(navquery({level.level, "--validate"}).exit_code, 0);
    const ProgramResult drawn = navquery({level.level, "--info", "--svg", level.folder / "level.svg"});
    EXPECT_NE(drawn.out.find("5 off-mesh links"), std::string::npos) << drawn.out;
    EXPECT_NE(file_text(level.folder / "level.svg").find("#7a4ab2"), std::string::npos) << "links are drawn";
}

TEST(Links, EveryMethodUsesLinksAndExactIsShortest) {
    for (const std::string tile_size : {"0", "6"}) {
        if (support::kSanitized && tile_size == "0") continue;
        const LinkedLevel level({"--tile-size", tile_size, "--check"});
        support::LinkPathOracle oracle(*read_nav_mesh(level.level));
        const std::vector<DVec3> places{{2, 0, 2}, {9, 0, 9}, {22, 2, 8}, {15, 2, 1}, {2, 4, 20}, {9, 4, 15}};
        size_t taken = 0;
        for (const DVec3& from : places) {
            for (const DVec3& to : places) {
                const auto text = [](DVec3 p) {
                    return std::to_string(p.x) + "," + std::to_string(p.y) + "," + std::to_string(p.z);
                };
                const double shortest = oracle.cost(from, to);
                for (const std::string method : {"exact", "weighted", "astar", "automatic"}) {
                    const Json path = level.path(text(from), text(to), {"--method", method});
                    ASSERT_EQ(path["status"], "complete") << method;
                    const double cost = path["cost"].get<double>();
                    taken += ids_taken(path).size();
                    EXPECT_GE(cost, shortest - 1e-6) << method;
                    if (path["method"] == "exact") {
                        EXPECT_NEAR(cost, shortest, 1e-6) << method;
                    }
                }
            }
        }
        EXPECT_GT(taken, 60u);
    }
}

TEST(Links, AreTheSameFromShardsAndACache) {
    const LinkedLevel level({"--tile-size", "6"});
    const std::string bytes = file_text(level.level);
    Arguments shards;
    for (const std::string number : {"1/2", "2/2"}) {
        shards.push_back(level.folder / ("part" + number.substr(0, 1)));
        expect_success(navbake({level.scene, "--config", level.config, "-q", "--tile-size", "6", "--shard", number, "--cache",
                                level.folder / "cache", "-o", shards.back()}));
    }
    Arguments merge{"merge", shards[0], shards[1], "-o", level.folder / "merged.nav"};
    const ProgramResult merged = navbake(merge);
    expect_success(merged);
    EXPECT_NE(merged.err.find("[link_lost]"), std::string::npos) << merged.err;
    EXPECT_TRUE(file_text(level.folder / "merged.nav") == bytes);
    merge.insert(merge.end(), {"--check", "-q", "-o", level.folder / "checked.nav"});
    for (const Arguments& more :
         {Arguments{"--cache", level.folder / "cache"}, Arguments{"--threads", "2"}, Arguments{"--check"}}) {
        Arguments again{level.scene, "--config", level.config, "-q", "--tile-size", "6", "-o", level.folder / "again.nav"};
        again.insert(again.end(), more.begin(), more.end());
        expect_success(navbake(again));
        EXPECT_TRUE(file_text(level.folder / "again.nav") == bytes) << more[0];
    }
    expect_success(navbake(
        {level.scene, "--config", level.config, "-q", "--tile-size", "6", "--keep-tiles", "-o", level.folder / "kept.nav"}));
    EXPECT_EQ(read_nav_mesh(level.folder / "kept.nav")->links, read_nav_mesh(level.level)->links);
}

TEST(Links, WorkOnPolygonMeshInput) {
    const TemporaryFolder folder;
    const std::string plaza = support::source_path("data/polygons/plaza.mesh"), level = folder / "level.nav";
    expect_success(navbake({plaza, "-q", "-o", level}));
    const Result<NavMesh> plain = read_nav_mesh(level);
    ASSERT_TRUE(plain.ok());
    const SurfacePoint at = *find_nearest(*plain, {0, 0, 0});
    const std::string point =
        "[" + std::to_string(at.position.x) + "," + std::to_string(at.position.y) + "," + std::to_string(at.position.z) + "]";
    expect_success(
        navbake({plaza, "-q", "-o", level, "--check", "--set",
                 "off_mesh_links=[{\"start\":" + point + ",\"end\":" + point + ",\"radius\":1,\"two_way\":false}]"}));
    EXPECT_EQ(read_nav_mesh(level)->links.size(), 1u);
}

TEST(Gset, IsBakedWithItsSettingsVolumesAndLinks) {
    const TemporaryFolder folder;
    folder.write("scene.obj", platforms());
    const std::string gset = folder.write("level.gset",
                                          "f Meshes/scene.obj\n"
                                          "s 0.25 0.2 2 0.5 0.9 45 8 20 12 1.3 6.000000 6 1 0 0 0 0 24 4 24 32\n"
                                          "c 8 0 5 16 2 5 0.5 1 5 8\nc 15 2 8 8 4 15 0.5 0 5 8\n"
                                          "v 4 1 -1 1\n1 0 1\n4 0 1\n4 0 4\n1 0 4\n");
    const std::string level = folder / "level.nav";
    expect_success(
        navbake({gset, "-q", "-o", level, "--check", "--report", folder / "report.json", "--depfile", folder / "d"}));
    const Json report = Json::parse(file_text(folder / "report.json"));
    EXPECT_EQ(report["output"]["off_mesh_links"], 3);
    EXPECT_EQ(report["output"]["islands"].size(), 1u);
    const std::string rule = file_text(folder / "d");
    EXPECT_NE(rule.find("level.gset"), std::string::npos);
    EXPECT_NE(rule.find("scene.obj"), std::string::npos);

    const Json path = Json::parse(navquery({level, "--from", "6,0,6", "--to", "5,4,20", "--json"}).out);
    EXPECT_EQ(path["status"], "complete");
    EXPECT_EQ(ids_taken(path), (std::vector<int>{1000, 1001}));
    // The goal is in the pond, whose ground has the area water.
    const ProgramResult shut = navquery({level, "--from", "2,0,2", "--to", "6,0,6", "--exclude", "water", "--snap", "0.3"});
    EXPECT_EQ(shut.exit_code, 5);

    // The config file overrides the settings of the .gset file, and flags override both.
    const std::string config = folder.write("c.json", R"({"agent": {"height": 1.5, "radius": 0.4}})");
    const Json in_force = Json::parse(navbake({gset, "--config", config, "--agent-radius", "0.3", "--print-config"}).out);
    EXPECT_EQ(in_force["voxels"]["cell_size"], 0.25);
    EXPECT_EQ(in_force["agent"]["height"], 1.5);
    EXPECT_EQ(in_force["agent"]["radius"], 0.3);
    EXPECT_EQ(in_force["tiles"]["size"], 8);
    EXPECT_EQ(in_force["off_mesh_links"][1]["user_id"], 1001);
    EXPECT_EQ(in_force["volumes"][0]["area"], "water");
}

// --scale and --up are refused for a .gset, so the advice names the files to change.
TEST(Gset, AdviceNamesTheFilesToChange) {
    const TemporaryFolder folder;
    const std::string gset = folder.write("level.gset", "f scene.obj\n"), scene = folder / "scene.obj";
    const std::string courtyard = file_text(kCourtyard);
    const auto advice = [&](const std::function<std::string(double x, double y, double z)>& vertex, const Arguments& flags) {
        std::istringstream lines(courtyard);
        std::string text;
        for (std::string line; std::getline(lines, line);) {
            double x = 0, y = 0, z = 0;
            const bool is_vertex = std::sscanf(line.c_str(), "v %lf %lf %lf", &x, &y, &z) == 3;
            text += (is_vertex ? "v " + vertex(x, y, z) : line) + "\n";
        }
        folder.write("scene.obj", text);
        Arguments arguments{gset, "--suggest"};
        arguments.insert(arguments.end(), flags.begin(), flags.end());
        const ProgramResult result = navbake(arguments);
        expect_success(result);
        const size_t begin = result.out.find("; ", result.out.find("// Caution: ")) + 2;
        return result.out.substr(begin, result.out.find(".\n{", begin) - begin);
    };
    const auto text = [](double x, double y, double z) {
        return std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(z);
    };
    const auto centimetres = [&](double x, double y, double z) { return text(100 * x, 100 * y, 100 * z); };
    const auto z_up = [&](double x, double y, double z) { return text(x, -z, y); };
    const auto mirrored = [&](double x, double y, double z) { return text(-x, y, z); };
    const std::string files = scene + " and " + gset;
    EXPECT_EQ(advice(centimetres, {}), "multiply the coordinates in " + files + " by 0.01 (centimetres) or 0.0254 (inches)");
    EXPECT_EQ(advice(z_up, {}), "export " + scene + " with y up");
    EXPECT_EQ(advice(z_up, {"--flip"}), "export " + scene + " with y up, and leave out --flip");
    EXPECT_EQ(advice(mirrored, {}), "try --flip");
    EXPECT_NE(navbake({gset, "--suggest", "--flip"}).out.find("{"), std::string::npos);
    EXPECT_EQ(navbake({gset, "--suggest", "--flip"}).out.find("Caution"), std::string::npos);
}

TEST(Gset, ErrorsAreOneLine) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", platforms()), out = folder / "x.nav";
    const std::string gset = folder.write("a.gset", "f scene.obj\n"), lost = folder.write("b.gset", "f none.obj\n");
    expect_success(navbake({gset, "-q", "-o", out}));
    expect_failure(navbake({gset, scene, "-o", out}), 2,
                   "navbake: error: " + gset + ": a .gset is a whole level with its own geometry; give no other input");
    expect_failure(navbake({gset, "--scale", "2", "-o", out}), 2,
                   "navbake: error: --scale: the volumes and links of a .gset would not be transformed; leave it out");
    expect_failure_with(navbake({lost, "-o", out}), 3, "its geometry none.obj was not found");
    expect_failure_with(navbake({folder / "c.gset", "-o", out}), 3, "c.gset");
    expect_failure_with(navbake({gset, "-o", gset}), 2, "this is also an input; give another file");
    expect_failure_with(navbake({folder.write("d.gset", "f scene.obj\ns 1\n"), "-o", out}), 3,
                        "d.gset:2: `s` (settings) has 1 numbers; give 21");
}

}  // namespace
}  // namespace navspan::cli_test
