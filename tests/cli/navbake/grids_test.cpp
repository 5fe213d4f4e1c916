// Tests navbake with character maps as levels.

#include <nlohmann/json.hpp>

#include "cli/programs.h"

namespace navspan::cli_test {
namespace {

const std::string kHalls = support::source_path("data/grids/halls.map");

TEST(Grids, MapIsCoveredExactlyAndMatchesItsCells) {
    const TemporaryFolder folder;
    for (const std::string partition : {"merge", "meadow"}) {
        const std::string level = folder / "a.nav", report = folder / "a.json";
        const ProgramResult result = navbake({kHalls, "-o", level, "--report", report, "--check", "--verify", "300",
                                              "--plan-partition", partition, "--scale", "2"});
        ASSERT_EQ(result.exit_code, 0) << result.err;
        const nlohmann::json json = nlohmann::json::parse(file_text(report));
        EXPECT_EQ(json["verify"]["compared"], 300);
        EXPECT_TRUE(json["verify"]["findings"].empty());
        EXPECT_EQ(json["output"]["area"], 4 * json["verify"]["floors"].get<int>());
    }
}

TEST(Grids, AgentKeepsItsRadiusFromWalls) {
    const TemporaryFolder folder;
    const std::string report = folder / "a.json";
    const ProgramResult result =
        navbake({kHalls, "-o", folder / "a.nav", "--report", report, "--agent-radius", "0.3", "--verify", "300"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const nlohmann::json json = nlohmann::json::parse(file_text(report));
    EXPECT_LT(json["output"]["area"], json["verify"]["floors"]);
    EXPECT_TRUE(json["verify"]["findings"].empty());
    EXPECT_TRUE(json["verify"]["outside"].empty());
}

// On the mesh, the agent fits through the gap. On the grid, it can stand only at cell centres and does not fit. Pairs on
// opposite sides of the gap must count as undecided.
TEST(Grids, ReportsHowManyPairsAreSkippedWithARadius) {
    const TemporaryFolder folder;
    const std::string map = folder.write(
        "a.map",
        "type octile\nheight 5\nwidth 13\nmap\n.....@@@.....\n.............\n.............\n.....@@@.....\n.....@@@.....\n");
    const std::string report = folder / "a.json";
    const ProgramResult result =
        navbake({map, "-o", folder / "a.nav", "--report", report, "--agent-radius", "0.6", "--verify", "100"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const nlohmann::json verify = nlohmann::json::parse(file_text(report))["verify"];
    EXPECT_GT(verify["undecided"], 20);
    EXPECT_NE(result.err.find(" joined only on the mesh, which is not a fault if agent.radius is above 0"), std::string::npos)
        << result.err;
}

TEST(Grids, QueriesWorkOnMaps) {
    const TemporaryFolder folder;
    const std::string map = folder.write("a.map", "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n");
    const std::string level = folder / "a.nav";
    expect_success(navbake({map, "-o", level, "-q"}));
    const ProgramResult path = navquery({level, "--from", "0.5,0,0.5", "--to", "2.5,0,0.5", "--json"});
    EXPECT_EQ(path.exit_code, 0) << path.err;
    EXPECT_NE(path.out.find("2.41421"), std::string::npos) << path.out;
}

TEST(Grids, ErrorsAreOneLine) {
    const TemporaryFolder folder;
    const std::string level = folder / "b.nav";
    const std::string map = folder.write("b.map", "type octile\nheight 2\nwidth 3\nmap\n.@.\n..\n");
    expect_failure(navbake({map, "-o", level, "-q"}), 3, "navbake: error: " + map + ":6: the row has 2 cells; the width is 3");
    expect_failure(navbake({kHalls, kHalls, "-o", level, "-q"}), 2,
                   "navbake: error: a map is a whole level; give one .map file, or .obj, .gltf, .glb or .png files, not both");
    expect_failure(navbake({kHalls, "-o", level, "-q", "--plan-quantum", "0.5"}), 2,
                   "navbake: error: plan.quantum: the cells of " + kHalls + " are --scale wide; leave it out");
    expect_failure(navbake({kHalls, "-o", level, "-q", "--voxels-cell-size", "0.2"}), 2,
                   "navbake: error: voxels.cell_size: " + kHalls +
                       " is a map, and only agent, areas, rules, plan, polygons and off_mesh_links apply to it; leave it out");
    expect_failure(navbake({kHalls, "-o", level, "-q", "--flip"}), 2,
                   "navbake: error: --flip: makes no sense with a map; leave it out");
    EXPECT_FALSE(std::filesystem::exists(level));
}

}  // namespace
}  // namespace navspan::cli_test
