// Tests navquery --routes, --info and --validate, with which a build server checks levels.

#include <nlohmann/json.hpp>

#include "cli/programs.h"
#include "navspan/navmesh/nav_file.h"
#include "support/text/xml.h"

namespace navspan::cli_test {
namespace {

using Json = nlohmann::json;

const std::string kQueries = support::source_path("data/queries/");

ProgramResult routes(const BakedSquare& baked, const std::string& text, Arguments more = {}) {
    Arguments arguments{baked.level, "--routes", baked.folder.write("routes.json", text)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return navquery(arguments);
}

TEST(Routes, ExamplePassesOnItsLevel) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    expect_success(navbake({kCourtyard, "-q", "-o", level}));
    const ProgramResult result =
        navquery({level, "--routes", kQueries + "courtyard_routes.json", "--svg", folder / "routes.svg"});
    expect_success(result);
    EXPECT_EQ(result.out, "all as expected: 7 points, 5 routes\n");
    EXPECT_EQ(support::xml_error(file_text(folder / "routes.svg")), "");
    const ProgramResult batch = navquery({level, "--batch", kQueries + "courtyard.jsonl"});
    expect_success(batch);
    EXPECT_NE(batch.err.find(": 4 complete, "), std::string::npos) << batch.err;
}

TEST(Routes, EveryFailureIsOneLineAndTheExitCodeIsSix) {
    const BakedSquare baked;
    const std::string text = R"({
        "points": {"a": [2, 0, 2], "b": [8, 0, 8], "sky": [5, 30, 5]},
        "required": [{"from": "a", "to": "b", "max_length": 8}, {"from": "a", "to": "b", "max_length_3d": 8.4},
                     {"from": "a", "to": "b", "max_length": 8.5}, {"from": "a", "to": "sky"}],
        "forbidden": [{"from": "a", "to": "b"}, {"from": "a", "to": "sky"}], "snap": 1, "min_area": 5000})";
    const ProgramResult result = routes(baked, text);
    EXPECT_EQ(result.exit_code, 6);
    EXPECT_EQ(result.out.substr(0, result.out.find("walkable area")),
              "point sky: the ground is 30.000 away, more than 1\n"
              "required a -> b: 8.485 long, more than 8\n"
              "required a -> b: 8.485 long along the ground, more than 8.4\n"
              "required a -> sky: no path: no admitted polygon near the goal (within the snap distance)\n"
              "forbidden a -> b: there is a path, 8.485 long\n");
    EXPECT_NE(result.out.find(" square units, less than 5000\n6 failures in 3 points, 6 routes\n"), std::string::npos)
        << result.out;
    const Json json = Json::parse(routes(baked, text, {"--json"}).out);
    EXPECT_EQ(json["ok"], false);
    EXPECT_EQ(json["failures"].size(), 6u);
    EXPECT_EQ(json["routes"].size(), 6u);
    EXPECT_EQ(routes(baked, text, {"-q"}).out, "");
}

TEST(Routes, ClearanceTestsTheRoutesOfALargerAgent) {
    const BakedSquare baked;
    const std::string text = R"({"points": {"a": [2, 0, 2], "b": [8, 0, 8]}, "required": [{"from": "a", "to": "b"}]})";
    expect_success(routes(baked, text, {"--clearance", "1"}));
    const ProgramResult result = routes(baked, text, {"--clearance", "6"});
    EXPECT_EQ(result.exit_code, 6);
    EXPECT_EQ(result.out.substr(0, result.out.find('\n')),
              "required a -> b: no path: no ground is wide enough for the clearance (within the snap distance)");
}

TEST(Routes, PointsMayBeOneAgentHeightFromTheGround) {
    const BakedSquare baked;
    EXPECT_EQ(routes(baked, R"({"points": {"a": [2, 1.9, 2]}})").exit_code, 0);
    EXPECT_EQ(routes(baked, R"({"points": {"a": [2, 2.1, 2]}})").exit_code, 6);
    EXPECT_EQ(routes(baked, R"({"points": {"a": [2, 2.1, 2]}})", {"--snap", "3"}).exit_code, 0);
}

TEST(Routes, ErrorsNameTheMistakeInTheFile) {
    const BakedSquare baked;
    const std::string file = baked.folder / "routes.json";
    const auto wrong = [&](const std::string& text, const std::string& line) {
        SCOPED_TRACE(text);
        expect_failure(routes(baked, text), 2, "navquery: error: " + file + ": " + line);
    };
    wrong("[1]", "[1] is not an object with the keys points, required, forbidden, snap, min_area");
    wrong(R"({"forbidden": [["a", "b"]]})", "forbidden[0]: [\"a\",\"b\"] is not an object with the keys from, to");
    for (const char* nothing : {"{}", R"({"points": {}, "required": [], "snap": 1})"})
        wrong(nothing, "nothing to test; give points, required, forbidden or min_area");
    wrong(R"({"requried": []})", "requried: unknown key; the nearest known key is required");
    wrong(R"({"points": {"\u001b[31m\n": [1, 2, 3]}})", "points.\\x1b[31m\\n: a name must not have control characters");
    wrong(R"({"points": [1]})", "points: [1] is not an object with entries NAME: [x, y, z]");
    wrong(R"({"points": {"a": [1, 2]}})", "points.a: [1,2] must be three numbers as [x, y, z]");
    wrong(R"({"points": {"a": [1, 2, 1e20]}})", "points.a: more than 1e15 from the origin");
    wrong(R"({"points": {"gate": [1, 2, 3]}, "required": [{"from": "gate", "to": "gat"}]})",
          "required[0].to: \"gat\" is not the name of a point; the nearest name is gate");
    wrong(R"({"points": {"gate": [1, 2, 3]}, "forbidden": [{"from": "gate"}]})",
          "forbidden[0].to: is missing; give the name of a point");
    wrong(R"({"forbidden": [{"max_length": 3}]})", "forbidden[0].max_length: unknown key; the nearest known key is to");
    wrong(R"({"required": {}})", "required: {} is not a list of routes");
    wrong(R"({"snap": -1})", "snap: -1 must be a number from 0");
    wrong(R"({"points": {}, "points": {}})", "points: the key is given twice; keep one");
    expect_failure_with(routes(baked, "{"), 2, file + ":1:2: not valid JSON");
    expect_failure(navquery({baked.level, "--routes", baked.folder / "none.json"}), 3,
                   "navquery: error: cannot read " + baked.folder / "none.json" + ": No such file or directory");
}

// A level file stores the config as text. If its lists are nested too deeply, --info must print the text.
TEST(Info, DeeplyNestedConfigIsPrintedAsText) {
    const BakedSquare baked;
    NavMesh mesh = *read_nav_mesh(baked.level);
    mesh.info.config = std::string(200000, '[') + std::string(200000, ']');
    const std::vector<std::byte> bytes = serialize_nav_mesh(mesh);
    const std::string level = baked.folder.write("deep.nav", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    const ProgramResult result = navquery({level, "--info", "--json"});
    expect_success(result);
    EXPECT_EQ(Json::parse(result.out)["meshes"][0]["config"], mesh.info.config);
}

TEST(Info, ListsTheContentsOfTheFile) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    expect_success(navbake({folder.write("scene.obj", three_materials("a", "b")), "-q", "-o", level}));
    const ProgramResult text = navquery({level, "--info"});
    EXPECT_EQ(navquery({level}).out, text.out) << "--info is the default";
    EXPECT_EQ(navquery({level, "--json"}).out, navquery({level, "--info", "--json"}).out);
    expect_success(text);
    EXPECT_NE(text.out.find("agent: radius 0.6, height 2, max climb 0.9, max slope 45\n"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("\nisland 1: "), std::string::npos) << text.out;
    const ProgramResult result = navquery({level, "--info", "--json", "--svg", folder / "mesh.svg"});
    expect_success(result);
    const Json json = Json::parse(result.out);
    ASSERT_EQ(json["meshes"].size(), 1u);
    EXPECT_EQ(json["kept_tiles"], false);
    EXPECT_EQ(json["live_world"], false);
    const Json& mesh = json["meshes"][0];
    EXPECT_EQ(mesh["tile_size"], 0);
    EXPECT_EQ(mesh["islands"].size(), 2u);
    EXPECT_EQ(mesh["areas"][0]["name"], "ground");
    EXPECT_EQ(mesh["config"]["agent"]["height"], 2);
    EXPECT_NEAR(mesh["areas"][0]["area"].get<double>(), mesh["area"].get<double>(), 1e-6);
    EXPECT_EQ(support::xml_error(file_text(folder / "mesh.svg")), "");
}

TEST(Validate, BrokenFilesExitWithSixAndValidFilesWithZero) {
    const BakedSquare baked;
    const ProgramResult sound = navquery({baked.level, "--validate"});
    expect_success(sound);
    EXPECT_EQ(sound.out, "valid: every invariant holds\n");
    std::string bytes = file_text(baked.level);
    bytes[bytes.size() / 2] ^= 1;
    const std::string broken = baked.folder.write("broken.nav", bytes);
    const ProgramResult result = navquery({broken, "--validate"});
    EXPECT_EQ(result.exit_code, 6);
    EXPECT_EQ(result.out.substr(0, 9), "invalid: ") << result.out;
    EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 1) << result.out;
    EXPECT_EQ(Json::parse(navquery({broken, "--validate", "--json"}).out)["valid"], false);
    EXPECT_EQ(navquery({baked.folder / "none.nav", "--validate"}).exit_code, 3);
    EXPECT_EQ(navquery({broken, "--info"}).exit_code, 3);
}

TEST(QueryFlags, AcceptsOneQueryWithItsOwnFlagsOnly) {
    const BakedSquare baked;
    expect_failure(navquery({baked.level, "--info", "--validate"}), 2,
                   "navquery: error: --info and --validate are two queries; give one at a time");
    expect_failure(navquery({baked.level, "--info", "--from", "1,0,1"}), 2,
                   "navquery: error: --from is not used by --info; leave it out");
    const std::vector<Arguments> filters{{"--snap", "1"},         {"--cost", "ground=2"},   {"--include", "ground"},
                                         {"--exclude", "ground"}, {"--include-flags", "1"}, {"--exclude-flags", "1"}};
    for (const std::string query : {"--info", "--validate"}) {
        for (const Arguments& filter : filters) {
            expect_failure(navquery({baked.level, query, filter[0], filter[1]}), 2,
                           "navquery: error: " + filter[0] + " is not used by " + query + "; leave it out");
        }
    }
    for (const Arguments& query : {Arguments{"--height", "--from", "1,0,1"}, Arguments{"--box", "0,0,0,1,1,1"}}) {
        Arguments arguments{baked.level, "--snap", "1"};
        arguments.insert(arguments.end(), query.begin(), query.end());
        expect_failure(navquery(arguments), 2, "navquery: error: --snap is not used by " + query[0] + "; leave it out");
    }
    expect_failure(
        navquery({baked.level, "--from", "1,0,1", "--to", "1,0,1", "--method", "best"}), 2,
        "navquery: error: --method: best is not a method; give automatic, exact, hubs, weighted or astar; see --help");
}

}  // namespace
}  // namespace navspan::cli_test
