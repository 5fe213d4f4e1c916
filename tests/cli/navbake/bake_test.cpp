// Tests the levels that navbake bakes: orientation and scale, several files, areas by material and volume, and hints.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/programs.h"

namespace navspan::cli_test {
namespace {

using Json = nlohmann::json;

std::string bytes_of_bake(const TemporaryFolder& folder, Arguments arguments) {
    arguments.insert(arguments.end(), {"-q", "-o", folder / "bytes.nav"});
    expect_success(navbake(arguments));
    return file_text(folder / "bytes.nav");
}

// Returns OBJ text of a floor with a ramp along z. `line` formats a vertex; `turned_over` makes faces point down.
template <class Line>
std::string ramp(Line line, bool turned_over = false) {
    const double corners[6][3] = {{0, 0, 0}, {10, 0, 0}, {10, 0, 8}, {0, 0, 8}, {10, 3, 16}, {0, 3, 16}};
    std::string text;
    for (const auto& c : corners)
        text += "v " + line(c[0], c[1], c[2]) + "\n";
    return text + (turned_over ? "f 1 2 3 4\nf 4 3 5 6\n" : "f 4 3 2 1\nf 6 5 3 4\n");
}

std::string words(double a, double b, double c) {
    return std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(c);
}

TEST(Bake, UpFlipAndScaleGiveTheSameLevel) {
    const TemporaryFolder folder;
    const std::string plain = bytes_of_bake(folder, {folder.write("plain.obj", ramp(words))});
    const auto z_up = [](double x, double y, double z) { return words(x, -z, y); };
    EXPECT_TRUE(bytes_of_bake(folder, {folder.write("z.obj", ramp(z_up)), "--up", "z"}) == plain);
    EXPECT_TRUE(bytes_of_bake(folder, {folder.write("over.obj", ramp(words, true)), "--flip"}) == plain);
    const auto centimetres = [](double x, double y, double z) { return words(x * 100, y * 100, z * 100); };
    EXPECT_TRUE(bytes_of_bake(folder, {folder.write("cm.obj", ramp(centimetres)), "--scale", "0.01"}) == plain);
}

TEST(Bake, LandmarksAreAnOptionalSection) {
    const TemporaryFolder folder;
    const std::string plain = bytes_of_bake(folder, {kCourtyard});
    const std::string steered = bytes_of_bake(folder, {kCourtyard, "--landmarks", "4", "--check"});
    EXPECT_GT(steered.size(), plain.size());
    EXPECT_TRUE(bytes_of_bake(folder, {kCourtyard, "--landmarks", "4"}) == steered);
    EXPECT_TRUE(bytes_of_bake(folder, {kCourtyard, "--landmarks", "0"}) == plain);
    const ProgramResult many = navbake({kCourtyard, "--landmarks", "65", "-o", folder / "many.nav"});
    EXPECT_EQ(many.exit_code, 2);
    EXPECT_NE(many.err.find("--landmarks"), std::string::npos) << many.err;
}

TEST(Bake, HubLabelsAreAnOptionalSectionWithALimit) {
    const TemporaryFolder folder;
    const std::string plain = bytes_of_bake(folder, {kCourtyard});
    const std::string labelled = bytes_of_bake(folder, {kCourtyard, "--hubs", "--check", "--threads", "1"});
    EXPECT_GT(labelled.size(), plain.size());
    EXPECT_TRUE(bytes_of_bake(folder, {kCourtyard, "--hubs", "--hub-memory", "64M"}) == labelled);
    const std::string level = folder / "bytes.nav";
    const Arguments query{level, "--from", "3,0,25", "--to", "57,2,10", "--json", "--method"};
    for (const std::string method : {"hubs", "exact", "automatic"}) {
        Arguments arguments = query;
        arguments.push_back(method);
        EXPECT_EQ(Json::parse(navquery(arguments).out)["method"], "hubs");
    }
    const ProgramResult small = navbake({kCourtyard, "--hubs", "--hub-memory", "1K", "-q", "-o", folder / "small.nav"});
    EXPECT_NE(small.exit_code, 0);
    EXPECT_NE(small.err.find("more than the limit of"), std::string::npos) << small.err;
    expect_failure(navbake({kCourtyard, "--hub-memory", "1K", "-q", "-o", folder / "small.nav"}), 2,
                   "navbake: error: --hub-memory limits hub labels, and there are none; add --hubs");
}

TEST(Bake, TileBytesDoNotDependOnTheThreadCount) {
    const TemporaryFolder folder;
    const std::string one = bytes_of_bake(folder, {kCourtyard, "--tile-size", "10", "--threads", "1"});
    EXPECT_FALSE(bytes_of_bake(folder, {kCourtyard}) == one);
    const std::string report = folder / "r.json";
    EXPECT_TRUE(bytes_of_bake(folder, {kCourtyard, "--tile-size", "10", "--threads", "3", "--check", "--report", report}) ==
                one);
    EXPECT_TRUE(bytes_of_bake(folder, {kCourtyard, "--tile-size", "10"}) == one);
    const Json json = Json::parse(file_text(report));
    EXPECT_GT(json["tiles"]["built"], 20);
    EXPECT_EQ(json["input"]["triangles"], json["funnel"]["triangles"]);
    EXPECT_GT(json["funnel"]["spans"], 0);
}

TEST(Bake, ErrorExplainsRemovalOfAllIslands) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", "v 2.5 0 2.5\nv 2.5 0 7.5\nv 7.5 0 7.5\nv 7.5 0 2.5\nf 1 2 3 4\n");
    const ProgramResult result =
        navbake({scene, "-q", "--regions-min-area", "20", "--tile-size", "4.8", "-o", folder / "level.nav"});
    expect_failure_with(result, 1,
                        "no walkable surface: removed by erode (304 of 529 spans closer to walls or drops than agent.radius), "
                        "then by regions (225 of 225 spans in islands smaller than regions.min_area; try --regions-min-area 0");
}

TEST(Bake, EveryTileHasPictures) {
    const TemporaryFolder folder;
    const Arguments bake{folder.write("scene.obj", square(20)), "--tile-size", "15", "--threads", "2"};
    const std::string plain = bytes_of_bake(folder, bake);
    Arguments with_pictures = bake;
    with_pictures.insert(with_pictures.end(), {"--pictures", folder / "p"});
    EXPECT_TRUE(bytes_of_bake(folder, with_pictures) == plain);
    EXPECT_TRUE(std::filesystem::exists(folder / "p/tile_1_0/02_rasterize.png"));
}

TEST(Bake, BytesDependOnlyOnSceneAndConfig) {
    const TemporaryFolder folder;
    const std::string plain = bytes_of_bake(folder, {kCourtyard});
    EXPECT_TRUE(bytes_of_bake(folder, {kCourtyard, "--check", "--report", folder / "r.json", "--pictures", folder / "p"}) ==
                plain);
    const std::string copy = folder.write("another name.obj", file_text(kCourtyard));
    EXPECT_TRUE(bytes_of_bake(folder, {copy}) == plain);

    expect_success(navbake({copy, "-v", "-o", folder / "verbose.nav"}));
    EXPECT_TRUE(file_text(folder / "verbose.nav") == plain);
    const ProgramResult to_stdout = navbake({copy, "-o", "-"});
    expect_success(to_stdout);
    EXPECT_TRUE(to_stdout.out == plain);

    ProgramCall call;
    call.program = kNavbake;
    call.folder = folder.path();
    call.arguments = {"another name.obj", "-q", "-o", "relative.nav"};
    call.environment = {{"LC_ALL", "de_DE.UTF-8"}, {"TZ", "Asia/Tokyo"}};
    expect_success(run_program(call));
    EXPECT_TRUE(file_text(folder / "relative.nav") == plain);
}

TEST(Bake, SeveralFilesFormOneScene) {
    const TemporaryFolder folder;
    const std::string left = "v 0 0 0\nv 8 0 0\nv 8 0 8\nv 0 0 8\n", right = "v 8 0 0\nv 16 0 0\nv 16 0 8\nv 8 0 8\n";
    const std::string quad = "f 4 3 2 1\n", second_quad = "f 8 7 6 5\n";
    const std::string a = folder.write("a.obj", left + quad), b = folder.write("b.obj", right + quad);
    const std::string both = folder.write("both.obj", left + right + quad + second_quad);
    EXPECT_TRUE(bytes_of_bake(folder, {a, b}) == bytes_of_bake(folder, {both}));
}

TEST(Bake, EveryPartitionAndProfilePassesItsChecks) {
    const TemporaryFolder folder;
    for (const char* profile : {"accurate", "recast"}) {
        for (const char* partition : {"watershed", "monotone", "layers", "sheets"}) {
            SCOPED_TRACE(std::string(profile) + " " + partition);
            const ProgramResult result = navbake(
                {kCourtyard, "-o", folder / "level.nav", "-q", "--check", "--profile", profile, "--partition", partition});
            expect_success(result);
            const ProgramResult path = navquery({folder / "level.nav", "--from", "3,0,25", "--to", "18,3.2,15"});
            EXPECT_EQ(path.exit_code, 0) << path.out;
        }
    }
}

// The tests assign a different area to a strip across this square. A path can go around the strip, which ends before z = 25.
const char* kStrip = "v 0 0 0\nv 30 0 0\nv 30 0 30\nv 0 0 30\nf 4 3 2 1\n";

double length_of(const ProgramResult& answer) {
    const Json json = Json::parse(answer.out, nullptr, false);
    return json.is_object() && json.contains("length_xz") ? json["length_xz"].get<double>() : -1;
}

TEST(Bake, VolumesOfEveryShapeAssignAreasAndHoles) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", kStrip), level = folder / "level.nav";
    const std::vector<std::string> shapes{R"("shape":"box","min":[10,-1,-1],"max":[20,1,20])",
                                          R"("shape":"rotated_box","center":[15,0,9.5],"half_extents":[10.5,1,5],"yaw":90)",
                                          R"("shape":"cylinder","center":[15,-1,7],"radius":10,"height":2)",
                                          R"("shape":"prism","points":[[10,-1],[20,-1],[20,20],[10,20]],"min_y":-1,"max_y":1)"};
    for (const std::string& shape : shapes) {
        SCOPED_TRACE(shape);
        const auto bake = [&](const std::string& area) {
            expect_success(
                navbake({scene, "-q", "--check", "-o", level, "--set", "areas.water={\"id\":2,\"cost\":1,\"flags\":1}", "--set",
                         "volumes=[{\"area\":" + area + "," + shape + "}]"}));
        };
        const auto query = [&](Arguments more) {
            more.insert(more.begin(), {level, "--from", "4,0,5", "--to", "26,0,5", "--json"});
            return length_of(navquery(more));
        };
        bake("\"water\"");
        EXPECT_NEAR(query({}), 22, 0.01);
        EXPECT_NEAR(query({"--include", "ground,water"}), 22, 0.01);
        EXPECT_GT(query({"--cost", "water=50"}), 25) << "the path goes around expensive water";
        EXPECT_GT(query({"--exclude", "water"}), 25);
        EXPECT_GT(query({"--include", "ground"}), 25);
        EXPECT_NEAR(query({"--cost", "water=50", "--cost", "ground=50"}), 22, 0.01);
        bake("null");
        EXPECT_GT(query({}), 25) << "the path goes around a hole";
    }
}

TEST(Bake, RulesAssignAreasAndHoles) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", three_materials("Grass", "hot_lava"));
    const std::string level = folder / "level.nav";
    const auto query = [&](Arguments more) {
        more.insert(more.begin(), {level, "--from", "2,0,5", "--to", "18,0,5"});
        return navquery(more);
    };
    expect_success(navbake({scene, "-q", "-o", level}));
    EXPECT_EQ(query({}).exit_code, 0) << "a missing material file is accepted, and so is a material without a rule";

    expect_success(navbake({scene, "-q", "-o", level, "--set", "rules.*lava=null"}));
    EXPECT_EQ(query({"--snap", "1"}).exit_code, 5);
    EXPECT_EQ(
        query({"--snap", "1"}).out.find("none: no admitted polygon near the goal (within the snap distance)\nthe goal lies "),
        0u);

    expect_success(navbake({scene, "-q", "--check", "-o", level, "--set", "areas.lava={\"id\":7,\"cost\":3,\"flags\":2}",
                            "--set", "rules.*lava=lava"}));
    const Json free = Json::parse(query({"--cost", "lava=1", "--json"}).out), expensive = Json::parse(query({"--json"}).out);
    EXPECT_NEAR(free["cost"].get<double>(), 16, 0.01);
    EXPECT_NEAR(expensive["cost"].get<double>(), 8 + 3 * 8, 0.7) << "the table in the file holds the cost";
    EXPECT_EQ(query({"--exclude", "lava", "--snap", "1"}).exit_code, 5);
    EXPECT_EQ(query({"--exclude-flags", "2", "--snap", "1"}).exit_code, 5);
    EXPECT_EQ(query({"--include-flags", "0x1", "--snap", "1"}).exit_code, 5);
    EXPECT_EQ(query({"--include-flags", "0x3", "--exclude-flags", "0", "--snap", "1"}).exit_code, 0);
    expect_failure(
        query({"--include-flags", "65536"}), 2,
        "navquery: error: --include-flags: 65536 is not a set of flags; give a number from 0 to 65535, or from 0x0 to "
        "0xffff; see --help");
    expect_failure(query({"--exclude", "water"}), 2,
                   "navquery: error: --exclude water: the level has no such area; give one of ground, lava");

    const ProgramResult unmatched = navbake({scene, "-q", "-o", level, "--set", "rules.*snow*=ground"});
    expect_success(unmatched);
    EXPECT_NE(unmatched.err.find("[rule_unmatched]"), std::string::npos) << unmatched.err;
}

TEST(Hints, WarningsPrecedeErrors) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    const ProgramResult down = navbake({folder.write("down.obj", ramp(words, true)), "-q", "-o", level});
    EXPECT_EQ(down.exit_code, 1);
    EXPECT_NE(down.err.find("navbake: warning: the ground seems to face down; try --flip [faces_down]\n"), std::string::npos)
        << down.err;
    EXPECT_NE(down.err.find("navbake: error: no walkable surface: removed by mark_walkable ("), std::string::npos) << down.err;

    const ProgramResult steep =
        navbake({folder.write("s.obj", square(10)), "-q", "-o", level, "--profile", "recast", "--agent-max-climb", "0.3"});
    EXPECT_EQ(steep.exit_code, 0);
    EXPECT_NE(steep.err.find("max_climb is below the rise over two cells at max_slope: stairs and ramps will lose cells"),
              std::string::npos)
        << steep.err;

    const ProgramResult low = navbake({folder / "s.obj", "-q", "-o", level, "--agent-radius", "30"});
    expect_failure_with(low, 1, "navbake: error: no walkable surface: removed by erode (");
    const ProgramResult small = navbake({folder / "s.obj", "-q", "-o", level, "--regions-min-area", "1000"});
    expect_failure_with(small, 1, "navbake: error: no walkable surface: removed by regions (");
}

}  // namespace
}  // namespace navspan::cli_test
