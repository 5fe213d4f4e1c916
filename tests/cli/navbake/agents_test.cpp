// Tests navbake with several agents in one bake, and navquery on the result.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/programs.h"
#include "navspan/core/file.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan::cli_test {
namespace {

using Json = nlohmann::json;

const std::string kAgents = R"({"agents": [
    {"name": "human", "radius": 0.4, "height": 1.8},
    {"name": "ogre", "radius": 1.2, "height": 3},
    {"name": "cart", "max_slope": 20, "max_climb": 0.3}]})";

Arguments with(Arguments arguments, const Arguments& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

class ThreeAgents {
public:
    explicit ThreeAgents(const Arguments& more = {}) {
        config = folder.write("agents.json", kAgents);
        level = folder / "level.nav";
        bake = navbake(with({kCourtyard, "--config", config, "-o", level, "--report", folder / "report.json"}, more));
        expect_success(bake);
    }
    // Bakes the level for one agent. Returns the path of the file.
    std::string alone(const std::string& name, const Arguments& more = {}) const {
        const std::string path = folder / (name + ".nav");
        const Json agents = Json::parse(kAgents)["agents"];
        for (const Json& agent : agents) {
            if (agent["name"] != name) continue;
            const std::string one = folder.write(name + ".json", Json({{"agents", Json::array({agent})}}).dump());
            expect_success(navbake(with({kCourtyard, "--config", one, "-q", "-o", path}, more)));
        }
        return path;
    }
    TemporaryFolder folder;
    std::string config, level;
    ProgramResult bake;
};

std::vector<std::byte> mesh_bytes(const std::string& path, size_t mesh) {
    return serialize_nav_mesh((*parse_nav_meshes(*read_file(path)))[mesh]);
}

TEST(Agents, EachMeshEqualsThatOfASeparateRun) {
    for (const Arguments& more : {Arguments{}, Arguments{"--tile-size", "12"}}) {
        const ThreeAgents level(more);
        const std::vector<std::string> names{"human", "ogre", "cart"};
        for (size_t a = 0; a < names.size(); ++a)
            EXPECT_TRUE(mesh_bytes(level.level, a) == *read_file(level.alone(names[a], more))) << names[a];
        EXPECT_NE(level.bake.err.find("level.nav: agent ogre: "), std::string::npos) << level.bake.err;
        EXPECT_NE(level.bake.err.find("level.nav: 3 agents, "), std::string::npos) << level.bake.err;
    }
}

TEST(Agents, AllBakeModesGiveTheSameBytes) {
    const ThreeAgents level({"--tile-size", "12", "--threads", "1"});
    const auto bake = [&](const Arguments& more) {
        const std::string path = level.folder / "again.nav";
        const ProgramResult result =
            navbake(with({kCourtyard, "--config", level.config, "-q", "--tile-size", "12", "-o", path}, more));
        expect_success(result);
        return file_text(path);
    };
    const std::string expected = file_text(level.level);
    EXPECT_EQ(bake({"--threads", "3"}), expected);
    EXPECT_EQ(bake({"--check"}), expected) << "in memory";
    EXPECT_EQ(bake({"--cache", level.folder / "cache"}), expected);
    EXPECT_EQ(bake({"--cache", level.folder / "cache", "--report", level.folder / "cached.json"}), expected);
    const Json report = Json::parse(file_text(level.folder / "cached.json"));
    EXPECT_EQ(report["tiles"]["built"], 0);
    EXPECT_GT(report["tiles"]["reused"], 20);
    EXPECT_EQ(bake({"--max-memory", "1G"}), expected);

    Arguments merge{"merge", "-q", "-o", level.folder / "merged.nav"};
    for (const std::string shard : {"2/2", "1/2"}) {
        merge.push_back(level.folder / ("shard" + shard.substr(0, 1)));
        expect_success(
            navbake({kCourtyard, "--config", level.config, "--tile-size", "12", "-q", "--shard", shard, "-o", merge.back()}));
    }
    expect_success(navbake(merge));
    EXPECT_EQ(file_text(level.folder / "merged.nav"), expected);
    expect_success(navbake(with(merge, {"--check", "--report", level.folder / "merged.json"})));
    EXPECT_EQ(file_text(level.folder / "merged.nav"), expected);
    EXPECT_EQ(Json::parse(file_text(level.folder / "merged.json"))["agents"].size(), 3u);
}

TEST(Agents, ReportListsEveryAgent) {
    const ThreeAgents level;
    const Json report = Json::parse(file_text(level.folder / "report.json"));
    ASSERT_EQ(report["agents"].size(), 3u);
    EXPECT_TRUE(report["funnel"].is_null());
    EXPECT_TRUE(report["settings"]["voxels"].is_null());
    EXPECT_EQ(report["settings"]["world"]["agents"].size(), 3u);
    EXPECT_FALSE(report["settings"]["world"].contains("agent"));
    EXPECT_GT(report["input"]["triangles"], 100);
    uint64_t polygons = 0;
    for (const Json& agent : report["agents"]) {
        EXPECT_GT(agent["output"]["islands"].size(), 0u);
        EXPECT_EQ(agent["funnel"]["polygons"], agent["output"]["polygons"]);
        EXPECT_TRUE(agent["stages_ms"].contains("rasterize"));
        polygons += agent["output"]["polygons"].get<uint64_t>();
    }
    EXPECT_EQ(report["agents"][1]["name"], "ogre");
    EXPECT_EQ(report["agents"][1]["voxels"]["radius"], 4);
    EXPECT_EQ(report["output"]["polygons"], polygons);
    EXPECT_EQ(report["output"]["bytes"], std::filesystem::file_size(level.level));
    EXPECT_GE(report["agents"][2]["too_steep"], report["agents"][0]["too_steep"]);
}

TEST(Agents, AreSelectedByNameOrNumber) {
    const ThreeAgents level;
    const std::string agents = "1 human (radius 0.4, height 1.8), 2 ogre (radius 1.2, height 3), 3 cart (radius 0.6, height 2)";
    const Arguments question{level.level, "--from", "4,0,4", "--to", "20,0,20", "--json"};
    for (const Arguments& unasked : {question, Arguments{level.level, "--random", "1", "--from", "4,0,4"},
                                     Arguments{level.level, "--info", "--svg", "-"}}) {
        expect_failure(
            navquery(with(unasked, unasked.size() == 4 ? Arguments{"-q"} : Arguments{})), 2,
            "navquery: error: " + level.level + ": has a mesh for each of the agents " + agents + "; choose one with --agent");
    }
    expect_failure(navquery(with(question, {"--agent", "elf"})), 2,
                   "navquery: error: --agent elf: there is no such agent in " + level.level + "; give one of " + agents);
    expect_failure_with(navquery(with(question, {"--agent", "0"})), 2, "--agent 0: there is no such agent");
    expect_failure_with(navquery(with(question, {"--agent", "4"})), 2, "--agent 4: there is no such agent");

    const Arguments on_its_own{level.alone("ogre"), "--from", "4,0,4", "--to", "20,0,20", "--json"};
    const std::string expected = navquery(on_its_own).out;
    EXPECT_EQ(navquery(with(question, {"--agent", "ogre"})).out, expected);
    EXPECT_EQ(navquery(with(question, {"--agent", "2"})).out, expected);
    EXPECT_NE(navquery(with(question, {"--agent", "human"})).out, expected);
    EXPECT_EQ(navquery(with(on_its_own, {"--agent", "ogre"})).out, expected) << "one mesh may be asked for as well";

    const ProgramResult info = navquery({level.level, "--info"});
    for (const char* name : {"agent human: radius 0.4", "agent ogre: radius 1.2", "agent cart: radius 0.6"})
        EXPECT_NE(info.out.find(name), std::string::npos) << info.out;
    const Json one = Json::parse(navquery({level.level, "--info", "--json", "--agent", "cart"}).out);
    ASSERT_EQ(one["meshes"].size(), 1u);
    EXPECT_EQ(one["meshes"][0]["agent"]["name"], "cart");
    expect_success(navquery({level.level, "--validate"}));
    expect_failure_with(navquery({level.level, "--validate", "--agent", "cart"}), 2, "leave --agent out");

    const std::string out = level.folder / "ogre.json";
    expect_success(navbake({"export", level.level, "-q", "-o", out, "--agent", "ogre"}));
    EXPECT_EQ(Json::parse(file_text(out))["agent"]["name"], "ogre");
    expect_success(navbake({"diff", level.level, level.alone("ogre"), "--agent", "ogre"}));
    EXPECT_EQ(navbake({"diff", level.level, level.alone("ogre"), "--agent", "1"}).exit_code, 1);
    expect_failure_with(navbake({"diff", level.level, level.level}), 2, "choose one with --agent");
}

TEST(Agents, EachHasItsOwnPicturesAndChecks) {
    const TemporaryFolder pictures;
    const ThreeAgents level({"--check", "--pictures", pictures / "all"});
    for (const char* name : {"human", "ogre", "cart"})
        EXPECT_TRUE(std::filesystem::exists(pictures.path() / "all" / name / "07_erode.png")) << name;
}

TEST(Agents, ReportsInvalidAgents) {
    const TemporaryFolder folder;
    const auto bake = [&](const std::string& config, const Arguments& more = {}) {
        return navbake(with({kCourtyard, "--config", folder.write("c.json", config), "-o", folder / "x.nav"}, more));
    };
    const std::string file = "navbake: error: " + (folder / "c.json") + ": ";
    expect_failure(
        bake(R"({"agent": {"radius": 1}, "agents": [{"name": "a"}]})"), 2,
        file + "agent and agents are both given; give only one of them (agents is a list, and each agent gets a mesh)");
    expect_failure(bake(R"({"agents": [{"name": "a"}, {"name": "b"}, {"name": "a"}]})"), 2,
                   file + "agents: \"a\" is given twice; rename one");
    expect_failure_with(bake(R"({"agents": [{"name": "a"}, {"radius": 2}]})"), 2, "agents[1].name: it is missing");
    expect_failure_with(bake(R"({"agents": [{"name": "a"}, {"name": "a/b"}]})"), 2,
                        "agents[1].name: \"a/b\" is not a valid agent name");
    expect_failure_with(bake(R"({"agents": [{"name": "7"}]})"), 2, "agent.name: \"7\" is not a valid agent name");
    expect_failure_with(bake(R"({"agents": [{"name": "a"}, {"name": "b", "radius": -1}]})"), 2,
                        "agents[1].radius: -1 is out of range; give a number from 0 to 1000000 [wu]");
    expect_failure_with(bake(R"({"agents": [{"name": "a", "size": 1}]})"), 2, "agents[0].size: unknown key");
    expect_failure_with(bake(R"({"agents": {"name": "a"}})"), 2, "give a list of agents");
    expect_failure_with(bake(kAgents, {"--agent-radius", "1"}), 2,
                        "agent.radius: the config has several agents; set agents[i].radius");
    expect_failure_with(navbake({kCourtyard, "-o", folder / "x.nav", "--agent-radius", "1", "--set",
                                 R"(agents=[{"name": "a"}, {"name": "b"}])"}),
                        2, "--agent-radius: the config has several agents");
    // `--set agents=[...]` is applied after flags such as --agent-radius and replaces the whole agent. It is an error to give
    // both.
    const std::string one = R"(agents=[{"name": "a"}])";
    const std::string lost = "comes later and replaces the whole agent; leave ";
    for (const Arguments& more : {Arguments{"--agent-radius", "1", "--set", one}, {"--set", one, "--agent-radius", "1"}}) {
        expect_failure(
            navbake(with({kCourtyard, "-o", folder / "x.nav"}, more)), 2,
            "navbake: error: --agent-radius: --set agents " + lost + "it out, or use --set agents.NAME.key=VALUE after that");
    }
    expect_failure_with(navbake({"--print-config", "--set", "agent.radius=1", "--set", one}), 2,
                        "--set agent.radius: --set agents " + lost);
    expect_failure_with(navbake({"--print-config", "--agent-height", "3", "--set", R"(agents[0]={"name": "a"})"}), 2,
                        "--agent-height: --set agents[0] " + lost);
    expect_failure_with(bake(R"({"agents": [{"name": "a"}]})", {"--agent-height", "3", "--set", R"(agents.a={"name": "b"})"}),
                        2, "--agent-height: --set agents.a " + lost);
    expect_failure_with(bake(kAgents, {"--set", "agents.elf.radius=1"}), 2,
                        "agents.elf.radius: there is no agent \"elf\"; give one of: human, ogre, cart");
    expect_failure_with(bake(kAgents, {"--keep-tiles", "--tile-size", "12"}), 2, "--keep-tiles: ");
    expect_failure_with(bake(kAgents, {"--export", folder / "x.glb"}), 2, "use navbake export --agent NAME");
    expect_failure_with(bake(R"({"agents": [{"name": "a"}, {"name": "giant", "radius": 100}]})", {"-q"}), 1,
                        "agent giant: no walkable surface: ");
    expect_failure_with(bake(R"({"agents": [{"name": "a"}, {"name": "fine", "radius": 1e6}]})"), 2,
                        "agent fine: agent.radius: 1000000 is out of range");
    EXPECT_FALSE(std::filesystem::exists(folder / "x.nav"));
}

TEST(Agents, AreSetByNameOrNumber) {
    const TemporaryFolder folder;
    const std::string config = folder.write("agents.json", kAgents);
    const ProgramResult printed = navbake({"--config", config, "--print-config", "--set", "agents.ogre.radius=2", "--set",
                                           "agents[0].height=1", "--set", R"(agents[3]={"name": "rat", "radius": 0.1})"});
    expect_success(printed);
    const Json agents = Json::parse(printed.out)["agents"];
    ASSERT_EQ(agents.size(), 4u);
    EXPECT_EQ(agents[1]["radius"], 2);
    EXPECT_EQ(agents[0]["height"], 1);
    EXPECT_EQ(agents[3]["name"], "rat");
    EXPECT_EQ(agents[3]["max_climb"], 0.9);
    // If the list has a single named agent, the agent flags apply to it.
    const Json one = Json::parse(
        navbake({"--print-config", "--set", R"(agents=[{"name": "rat", "radius": 0.1}])", "--set", "agent.height=1.3"}).out);
    EXPECT_EQ(one["agents"][0]["height"], 1.3);
    EXPECT_EQ(one["agents"][0]["radius"], 0.1);

    const Json both = Json::parse(navbake({"--print-config", "--config", folder.write("one.json", one.dump()), "--agent-radius",
                                           "0.2", "--set", "agents.rat.max_climb=0.4"})
                                      .out);
    EXPECT_EQ(both["agents"][0]["radius"], 0.2);
    EXPECT_EQ(both["agents"][0]["max_climb"], 0.4);
    EXPECT_EQ(Json::parse(navbake({"--print-config", "--agent-radius", "0.2", "--set", "agents=[]"}).out)["agent"]["radius"],
              0.2);

    const ProgramResult explained = navbake({"--config", config, "--explain-config"});
    expect_success(explained);
    EXPECT_NE(explained.out.find("agent.radius of ogre = 1.2  ->  4 cells\n"), std::string::npos) << explained.out;
    EXPECT_NE(explained.out.find("voxels.cell_size = 0.3\n"), std::string::npos) << explained.out;
}

TEST(Agents, WarningsNameTheAgent) {
    const TemporaryFolder folder;
    const std::string config =
        folder.write("c.json", R"({"agents": [{"name": "a"}, {"name": "thin", "radius": 0.1}], "regions": {"merge_area": 9},
                                  "plan": {"quantum": 0.5}})");
    const ProgramResult result = navbake({kCourtyard, "--config", config, "-o", folder / "x.nav"});
    expect_success(result);
    EXPECT_NE(result.err.find("warning: agent thin: agent.radius 0.1 is less than a cell"), std::string::npos) << result.err;
    for (const std::string code : {"[merge_area_unused]", "[plan_unused]"}) {
        const size_t first = result.err.find(code);
        EXPECT_NE(first, std::string::npos) << code;
        EXPECT_EQ(result.err.find(code, first + 1), std::string::npos) << "reported once: " << result.err;
    }
    EXPECT_EQ(result.err.find("agent a: plan."), std::string::npos) << result.err;
}

TEST(Agents, DiffAcceptsALevelWithoutAgents) {
    const TemporaryFolder folder;
    const std::string config = folder.write("c.json", R"({"agents": [{"name": "a"}, {"name": "thin", "radius": 0.3}]})");
    const std::string before = folder / "before.nav", after = folder / "after.nav";
    expect_success(navbake({kCourtyard, "-o", before}));
    expect_success(navbake({kCourtyard, "--config", config, "-o", after}));
    EXPECT_EQ(navbake({"diff", before, after, "--agent", "a"}).exit_code, 0);
    EXPECT_EQ(navbake({"diff", before, after, "--agent", "thin"}).exit_code, 1);
}

}  // namespace
}  // namespace navspan::cli_test
