// Tests the messages about wrong input. A bake that follows the advice of an error must succeed.

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/programs.h"

namespace navspan::cli_test {
namespace {

std::string corridor(double width, double length, double wall_height) {
    std::ostringstream text;
    const double w = width / 2;
    text << "v " << -w << " 0 0\nv " << -w << " 0 " << length << "\nv " << w << " 0 " << length << "\nv " << w << " 0 0\n"
         << "v " << -w << " " << wall_height << " 0\nv " << -w << " " << wall_height << " " << length << "\n"
         << "v " << w << " " << wall_height << " " << length << "\nv " << w << " " << wall_height << " 0\n"
         << "f 1 2 3 4\nf 1 5 6 2\nf 4 3 7 8\n";
    return text.str();
}

std::string low_room(double height) {
    std::ostringstream text;
    text << "v 0 0 0\nv 0 0 12\nv 12 0 12\nv 12 0 0\nv 0 " << height << " 0\nv 0 " << height << " 12\nv 12 " << height
         << " 12\nv 12 " << height << " 0\nf 1 2 3 4\nf 5 8 7 6\n";
    return text.str();
}

// Returns separate squares in a row.
std::string platforms(int count, double side, double distance) {
    std::ostringstream text;
    for (int i = 0; i < count; ++i) {
        const double x = i * distance;
        text << "v " << x << " 0 0\nv " << x << " 0 " << side << "\nv " << x + side << " 0 " << side << "\nv " << x + side
             << " 0 0\nf -4 -3 -2 -1\n";
    }
    return text.str();
}

// Follows the advice at `begin` in a message, up to the next comma, semicolon, parenthesis, warning code or end of line. The
// flags named after "instead of" are removed, and the others are added; of alternatives ("or"), the first.
void follow_advice_at(size_t begin, const std::string& message, Arguments& arguments) {
    const size_t end = std::min(message.find_first_of(",;)(\n", begin), message.find(" [", begin));
    std::istringstream words(message.substr(begin, end - begin));
    Arguments added, removed;
    bool is_alternative = false;
    Arguments* list = &added;
    for (std::string word; words >> word;) {
        if (word == "or") is_alternative = true;
        if (word == "instead") list = &removed, is_alternative = false;
        if (word != "of" && word != "instead" && !is_alternative) list->push_back(word);
    }
    removed.insert(removed.end(), added.begin(), added.end());
    for (size_t i = 0; i < removed.size(); i += 2) {
        if (removed[i] == "--set") continue;  // a later --set wins
        const auto old = std::find(arguments.begin(), arguments.end(), removed[i]);
        if (old != arguments.end()) arguments.erase(old, old + 2);
    }
    arguments.insert(arguments.end(), added.begin(), added.end());
}

// Follows each advice of a message: the words after "try ". Returns false if the message has no advice.
bool follow_advice(const std::string& message, Arguments& arguments) {
    constexpr std::string_view kTry = "try ";
    const size_t first = message.find(kTry);
    for (size_t at = first; at != std::string::npos; at = message.find(kTry, at + 1))
        follow_advice_at(at + kTry.size(), message, arguments);
    return first != std::string::npos;
}

// Follows the advice of each error. Returns the number of attempts until the bake succeeds; 0 if it never does.
int attempts_until_ground(Arguments arguments) {
    for (int attempt = 1; attempt <= 4; ++attempt) {
        const ProgramResult result = navbake(arguments);
        if (result.exit_code == 0) return attempt;
        if (!follow_advice(result.err, arguments)) {
            ADD_FAILURE() << result.err;
            return 0;
        }
    }
    return 0;
}

// Returns an OBJ file with the vertices multiplied by a factor.
std::string scaled_obj(const std::string& obj, double factor) {
    std::istringstream lines(obj);
    std::ostringstream text;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string kind;
        double x = 0, y = 0, z = 0;
        if (words >> kind >> x >> y >> z && kind == "v")
            text << "v " << factor * x << ' ' << factor * y << ' ' << factor * z << '\n';
        else
            text << line << '\n';
    }
    return text.str();
}

TEST(Advice, FollowingItGivesGround) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    const std::string narrow = folder.write("narrow.obj", corridor(1, 20, 3)), low = folder.write("low.obj", low_room(1.5));
    EXPECT_GT(attempts_until_ground({narrow, "-q", "-o", level}), 1);
    EXPECT_GT(attempts_until_ground({low, "-q", "-o", level}), 1);
    const std::string six = folder.write("platforms.obj", platforms(6, 2.3, 10));
    EXPECT_EQ(attempts_until_ground({six, "-q", "-o", level}), 2) << "erosion removes most, regions the rest";
    EXPECT_GT(attempts_until_ground({kCourtyard, "-q", "-o", level, "--scale", "0.01"}), 1);
    for (const char* units : {"cm", "mm", "in", "quake"})
        EXPECT_EQ(attempts_until_ground({kCourtyard, "-q", "-o", level, "--units", units}), 2) << units;
    EXPECT_EQ(attempts_until_ground({kCourtyard, "-q", "-o", level, "--preset", "unreal", "--up", "y"}), 2);
    EXPECT_GT(attempts_until_ground({folder.write("s.obj", square(10)), "-q", "-o", level, "--regions-min-area", "1000"}), 1);
}

std::string agents_json(double radius, double height) {
    return R"({"agents": [{"name": "human", "radius": )" + std::to_string(radius) + R"(, "height": )" + std::to_string(height) +
           R"(}, {"name": "rat", "radius": 0.2, "height": 1}]})";
}

TEST(Advice, FollowingItGivesGroundForSeveralAgents) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    const std::string two = folder.write("two.json", agents_json(0.4, 1.8));
    EXPECT_EQ(attempts_until_ground({kCourtyard, "-q", "-o", level, "--config", two, "--scale", "0.01"}), 2);
    const std::string wide = folder.write("wide.json", agents_json(15, 1.8));
    const ProgramResult eroded = navbake({kCourtyard, "-q", "-o", level, "--config", wide});
    EXPECT_NE(eroded.err.find("; try --set agents.human.radius="), std::string::npos) << eroded.err;
    EXPECT_EQ(attempts_until_ground({kCourtyard, "-q", "-o", level, "--config", wide}), 2);
    const std::string tall = folder.write("tall.json", agents_json(0.4, 2.5)), low = folder.write("low.obj", low_room(2));
    const ProgramResult room = navbake({low, "-q", "-o", level, "--config", tall});
    EXPECT_NE(room.err.find("; try --set agents.human.height="), std::string::npos) << room.err;
    EXPECT_EQ(attempts_until_ground({low, "-q", "-o", level, "--config", tall}), 2);
}

TEST(Advice, FollowingItKeepsAnIsland) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    const Arguments large{kCourtyard, "-q", "-o", level, "--islands-min-area", "1000000", "--islands-keep-largest", "2"};
    const ProgramResult refused = navbake(large);
    expect_failure_with(refused, 1, "no walkable surface: islands.min_area 1000000 keeps none of 4 islands; the largest has ");
    EXPECT_NE(refused.err.find(" square units; try --islands-min-area "), std::string::npos) << refused.err;
    EXPECT_EQ(attempts_until_ground(large), 2);
    const Arguments lost{kCourtyard, "-q", "-o", level, "--islands-min-area", "1000000", "--set", "island_seeds=[[0,500,0]]"};
    EXPECT_NE(navbake(lost).err.find("island_seeds keeps none of 4 islands, because no ground is near its points; "),
              std::string::npos);
    EXPECT_EQ(attempts_until_ground(lost), 3) << "first the seeds, then the area";
    // The second platform is larger than the area, the platform of the seed is smaller.
    const std::string two = folder.write("two.obj", platforms(1, 6, 0) +
                                                        "o large\nv 20 0 0\nv 20 0 20\nv 40 0 20\nv 40 0 "
                                                        "0\nf -4 -3 -2 -1\n");
    const Arguments small{two, "-q", "-o", level, "--islands-min-area", "100", "--set", "island_seeds=[[3,0,3]]"};
    EXPECT_NE(navbake(small).err.find("its islands with a point of island_seeds are smaller; the largest has "),
              std::string::npos);
    EXPECT_EQ(attempts_until_ground(small), 2);
}

// Returns the text of the caution that `navbake --suggest` prints; empty if it prints none.
std::string caution_of(const Arguments& arguments) {
    const ProgramResult result = navbake(arguments);
    expect_success(result);
    constexpr std::string_view kCaution = "// Caution: ";
    const size_t begin = result.out.find(kCaution), end = result.out.find(".\n{", begin);
    return begin == result.out.npos ? "" : result.out.substr(begin + kCaution.size(), end - begin - kCaution.size());
}

// Files of every unit that are read as another unit, and of units that --units does not know (decimetres, kilometres).
TEST(Advice, FollowingItRepairsUnitsThatWereGiven) {
    const TemporaryFolder folder;
    const std::string courtyard = file_text(kCourtyard);
    int reported = 0;
    for (const double per_metre : {0.001, 1.0, 10.0, 100.0, 1000.0, 39.37, 3.281, 52.49}) {
        const std::string scene = folder.write("scene.obj", scaled_obj(courtyard, per_metre));
        for (const Arguments& units : std::vector<Arguments>{{"--units", "m"},
                                                             {"--units", "cm"},
                                                             {"--units", "mm"},
                                                             {"--units", "in"},
                                                             {"--units", "ft"},
                                                             {"--units", "quake"},
                                                             {"--preset", "unreal", "--up", "y"}}) {
            Arguments arguments{scene, "--suggest"};
            arguments.insert(arguments.end(), units.begin(), units.end());
            std::string first = caution_of(arguments), last = first;
            if (first.empty()) continue;
            ++reported;
            EXPECT_EQ(first.find(" instead of --units " + units[1]) != first.npos, units[0] == "--units") << first;
            // a factor above 1000 needs a second step
            for (int step = 0; step < 2 && !last.empty(); ++step) {
                ASSERT_TRUE(follow_advice(last, arguments)) << last;
                last = caution_of(arguments);
            }
            EXPECT_EQ(last, "") << per_metre << " " << first;
        }
    }
    EXPECT_GE(reported, 25);
}

TEST(Advice, NamesAUnitIfOneFits) {
    const TemporaryFolder folder;
    const auto advice = [&](double factor, const Arguments& units) {
        Arguments arguments{folder.write("scene.obj", scaled_obj(file_text(kCourtyard), factor)), "--suggest"};
        arguments.insert(arguments.end(), units.begin(), units.end());
        const std::string caution = caution_of(arguments);
        return caution.substr(std::min(caution.size(), caution.rfind("; ") + 2));
    };
    EXPECT_EQ(advice(100, {"--units", "m"}), "try --units cm or in instead of --units m");
    EXPECT_EQ(advice(1000, {"--units", "m"}), "try --units mm instead of --units m");
    EXPECT_EQ(advice(1, {"--units", "cm"}), "try --units m instead of --units cm");
    EXPECT_EQ(advice(0.01, {"--units", "m"}), "try --scale 100 instead of --units m");
    EXPECT_EQ(advice(1, {"--preset", "unreal", "--up", "y"}), "try --units m");
}

TEST(Advice, ScaleThatMakesTheLevelVanishIsRefused) {
    const TemporaryFolder folder;
    for (const char* scale : {"1e-300", "1e-12"}) {
        const ProgramResult bake = navbake({kCourtyard, "-q", "-o", folder / "level.nav", "--scale", scale});
        expect_failure_with(bake, 2, std::string("--scale: with ") + scale + ", the level is smaller than 1e-06 units");
        EXPECT_EQ(std::count(bake.err.begin(), bake.err.end(), '\n'), 1) << bake.err;
    }
    const ProgramResult small = navbake({kCourtyard, "-q", "-o", folder / "level.nav", "--scale", "1e-3"});
    EXPECT_EQ(small.exit_code, 1);
    EXPECT_NE(small.err.find("try --scale 1)"), std::string::npos) << small.err;
}

TEST(Advice, ErosionIsBlamedIfItRemovesMost) {
    const TemporaryFolder folder;
    const ProgramResult narrow = navbake({folder.write("narrow.obj", corridor(1, 20, 3)), "-q", "-o", folder / "level.nav"});
    expect_failure_with(narrow, 1, "no walkable surface: removed by erode (");
    EXPECT_NE(
        narrow.err.find("the level measures 1 x 3 x 20, the agent has radius 0.6 and height 2, the widest passage is about "),
        std::string::npos)
        << narrow.err;
}

TEST(Advice, WrongUnitsAreReportedBeforeTheBake) {
    const TemporaryFolder folder;
    ProgramCall bake;
    bake.program = kNavbake;
    bake.arguments = {kCourtyard, "-q", "-o", folder / "level.nav", "--scale", "50"};
    // AddressSanitizer reserves more address space than the limit of this test.
    if (kUnderAddressSanitizer)
        bake.arguments.insert(bake.arguments.end(), {"--max-memory", "3G"});
    else
        bake.address_space = uint64_t{6} << 30;
    const ProgramResult large = run_program(bake);
    EXPECT_NE(large.err.find("try --scale 0.5 (centimetres)"), std::string::npos) << large.err;
    EXPECT_NE(large.err.find("[level_too_large]"), std::string::npos) << large.err;
    EXPECT_EQ(large.exit_code, 1);
    if (kUnderAddressSanitizer) return;
    EXPECT_NE(large.err.find("error: the bake may take 3072 MB of memory but needs about "), std::string::npos) << large.err;
    EXPECT_NE(large.err.find("set tiles.size (--suggest prints a value), raise voxels.cell_size, or check the level for stray "
                             "vertices, or allow more with --max-memory"),
              std::string::npos)
        << large.err;
}

TEST(Advice, LevelsInMemoryAreLimitedToHalfOfTheMemory) {
    if (kUnderAddressSanitizer) GTEST_SKIP() << "the sanitizer needs more memory";
    const TemporaryFolder folder;
    ProgramCall bake;
    bake.program = kNavbake;
    bake.arguments = {kCourtyard, "-q", "-o", folder / "level.nav", "--scale", "25", "--check"};
    bake.address_space = uint64_t{1} << 30;
    const ProgramResult large = run_program(bake);
    EXPECT_EQ(large.exit_code, 1);
    EXPECT_NE(large.err.find("error: the bake may take 512 MB of memory but needs about "), std::string::npos) << large.err;
    EXPECT_NE(large.err.find("or allow more with --max-memory"), std::string::npos) << large.err;
}

TEST(Advice, WrongOrientationFailsUnderStrict) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    expect_success(navbake({kCourtyard, "-q", "--strict", "-o", level}));
    for (const Arguments& wrong : std::vector<Arguments>{{"--up", "z"}, {"--up", "-y"}, {"--up", "x"}, {"--flip"}}) {
        Arguments arguments{kCourtyard, "-q", "--strict", "--allow-empty", "-o", level};
        arguments.insert(arguments.end(), wrong.begin(), wrong.end());
        EXPECT_EQ(navbake(arguments).exit_code, 4) << wrong.back();
    }
}

// Two corrections make the ground face up: `--up y` without --flip, or `--up -y` with --flip. The second correction turns the
// level upside down.
TEST(Advice, WrongFlagsAreTakenBack) {
    const TemporaryFolder folder;
    for (const std::string& scene : {support::source_path("data/scenes/terrain.obj"), kCourtyard}) {
        for (const char* up : {"x", "-x", "z", "-z"}) {
            Arguments arguments{scene, "-q", "--allow-empty", "--cell-size", "1", "-o", folder / "level.nav", "--up", up};
            const ProgramResult turned = navbake(arguments);
            EXPECT_NE(turned.err.find("; try --up y [lies_on_its_side]"), std::string::npos) << scene << up << turned.err;
            arguments.emplace_back("--flip");
            const ProgramResult reversed = navbake(arguments);
            EXPECT_NE(reversed.err.find("; try --up y without --flip ["), std::string::npos) << scene << up << reversed.err;
        }
    }
}

TEST(Snap, DistantGoalHasNoPath) {
    const BakedSquare square;
    const Arguments far{square.level, "--from", "2,0,2", "--to", "8,5000,8"};
    const auto with = [&](const Arguments& more) {
        Arguments all = far;
        all.insert(all.end(), more.begin(), more.end());
        return navquery(all);
    };
    EXPECT_EQ(with({}).exit_code, 5);
    EXPECT_NE(with({}).out.find("none: "), std::string::npos) << with({}).out;
    EXPECT_EQ(with({"--reachable"}).exit_code, 5);
    EXPECT_EQ(with({"--snap", "6000"}).exit_code, 0);
    EXPECT_EQ(with({"--snap", "6000", "--reachable"}).exit_code, 0);
    EXPECT_EQ(navquery({square.level, "--from", "2,0,2", "--to", "8,1.9,8"}).exit_code, 0);
    const ProgramResult near = navquery({square.level, "--from", "2,0.00002,2", "--to", "8,0,8", "--snap", "0"});
    EXPECT_NE(near.out.find("the start lies 0.00002 from the nearest ground; --snap is 0\n"), std::string::npos) << near.out;
    const auto json = [&](const Arguments& more) { return nlohmann::json::parse(with(more).out); };
    EXPECT_EQ(json({"--json"})["gap"], 5000);
    EXPECT_EQ(json({"--json"})["start_gap"], 0);
    EXPECT_EQ(json({"--json", "--reachable"})["goal_gap"], 5000);
}

}  // namespace
}  // namespace navspan::cli_test
