// Tests navquery's rays and other local queries on a mesh of data/polygons: a small square with three blocks.

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/programs.h"
#include "support/text/xml.h"

namespace navspan::cli_test {
namespace {

using Json = nlohmann::json;

class LocalQueries : public testing::Test {
public:
    LocalQueries() : level(folder / "plaza.nav") {
        expect_success(navbake({support::source_path("data/polygons/plaza.mesh"), "-o", level, "-q"}));
    }

    // Runs navquery and returns its JSON answer. Also checks that the picture is well-formed.
    Json ask(Arguments arguments, int exit_code = 0) const {
        const std::string picture = folder / "picture.svg";
        arguments.insert(arguments.begin(), level);
        arguments.insert(arguments.end(), {"--json", "--svg", picture});
        const ProgramResult result = navquery(arguments);
        EXPECT_EQ(result.exit_code, exit_code) << result.err;
        EXPECT_EQ(result.err, "");
        EXPECT_EQ(support::xml_error(file_text(picture)), "");
        return Json::parse(result.out, nullptr, false);
    }
    std::string text(Arguments arguments) const {
        arguments.insert(arguments.begin(), level);
        return navquery(arguments).out;
    }
    void refused(Arguments arguments, const std::string& line) const {
        arguments.insert(arguments.begin(), level);
        expect_failure(navquery(arguments), 2, "navquery: error: " + line);
    }

    TemporaryFolder folder;
    std::string level;
};

TEST_F(LocalQueries, RaycastStopsAtWallsAndAtVerticesWhereObstaclesTouch) {
    EXPECT_EQ(text({"--raycast", "--from", "1,0,-1", "--to", "9,0,-1"}).substr(0, 24), "end: nothing in the way\n");
    const Json wall = ask({"--raycast", "--from", "3,0,-1", "--to", "3,0,-5"});
    EXPECT_EQ(wall["stop"], "wall");
    EXPECT_NEAR(wall["t"].get<double>(), 0.25, 1e-9);
    EXPECT_EQ(wall["normal"], Json({0.0, 0.0, 1.0}));
    EXPECT_NEAR(ask({"--raycast", "--from", "5,0,-3", "--to", "3,0,-5"})["t"].get<double>(), 0.5, 1e-9);
    EXPECT_EQ(ask({"--raycast", "--from", "1,0,-1", "--to", "9,5,-1", "--above", "9", "--below", "1"})["stop"], "height");
}

TEST_F(LocalQueries, MovesSlideAlongWalls) {
    const Json slid = ask({"--move", "--from", "3,0,-1", "--to", "4.5,0,-3"});
    EXPECT_EQ(slid["reached"], true);
    EXPECT_EQ(ask({"--move", "--from", "1,0,-1", "--to", "9,0,-1", "--max-length", "2"})["length_xz"], 2);
}

TEST_F(LocalQueries, ReachableIsAnExitCode) {
    EXPECT_EQ(ask({"--reachable", "--from", "5,0,-3", "--to", "3,0,-5"})["reachable"], true);
    EXPECT_EQ(ask({"--reachable", "--from", "5,0,-3", "--to", "13,0,-1"}, 5)["reachable"], false);
}

TEST_F(LocalQueries, WallsHaveTheirDistance) {
    const Json wall = ask({"--wall", "--from", "5,0,-3"});
    EXPECT_NEAR(wall["distance"].get<double>(), 1, 1e-9);
    EXPECT_EQ(ask({"--wall", "--from", "5,0,-3", "--radius", "0.5"}, 5)["found"], false);
    EXPECT_EQ(ask({"--walls", "--from", "5,0,-3", "--radius", "2"})["walls"].size(), 4u);
    EXPECT_EQ(ask({"--walls", "--from", "1,0,-1", "--radius", "0"}, 5)["walls"].size(), 0u);
    EXPECT_GT(ask({"--walls", "--from", "1,0,-1", "--radius", "1e9"})["walls"].size(), 10u);
}

TEST_F(LocalQueries, HeightIsOnTheFloorAboveOrBelow) {
    EXPECT_EQ(ask({"--height", "--from", "5,3,-3"})["height"], 0);
    EXPECT_EQ(ask({"--height", "--from", "5,3,-3", "--below", "1"}, 5)["found"], false);
    EXPECT_EQ(ask({"--height", "--from", "3,0,-3"}, 5)["found"], false) << "inside a block";
}

TEST_F(LocalQueries, PolygonsWithinADistanceAreSortedByDistance) {
    const Json polygons = ask({"--within", "3", "--from", "5,0,-3"})["polygons"];
    ASSERT_EQ(polygons.size(), 3u);
    EXPECT_EQ(polygons[0], (Json{{"polygon", 2}, {"distance", 0.0}}));
    EXPECT_NEAR(polygons[1]["distance"].get<double>(), 1, 1e-9);
    EXPECT_NEAR(polygons[2]["distance"].get<double>(), std::sqrt(2), 1e-9);
}

TEST_F(LocalQueries, PathsAlongTheGroundHaveNormalsAndUnfoldedLines) {
    const Json path = ask({"--from", "1,0,-1", "--to", "1,0,-9", "--surface", "--unfold"});
    ASSERT_GE(path["surface"].size(), 6u);
    EXPECT_EQ(path["surface"][0]["normal"], Json({0.0, 1.0, 0.0}));
    EXPECT_NEAR(path["surface_length_3d"].get<double>(), 8, 1e-9);
    EXPECT_NEAR(path["unfolded"]["length_3d"].get<double>(), 8, 1e-9);
    refused({"--wall", "--from", "1,0,-1", "--surface"}, "--surface only applies to paths; leave it out");
}

TEST_F(LocalQueries, FindsPolygonsInShapes) {
    EXPECT_EQ(ask({"--circle", "1", "--from", "9,0,-3"})["polygons"].size(), 3u);
    EXPECT_EQ(ask({"--shape", "8,-2.5,9,-2.5,9,-3.5", "--from", "8.5,0,-2.5"})["polygons"].size(), 1u);
    EXPECT_EQ(ask({"--box", "11,-1,-3,15,1,0"})["polygons"], Json({8}));
    EXPECT_EQ(ask({"--box", "11,1,-3,15,2,0"}, 5)["polygons"], Json::array());
    EXPECT_EQ(ask({"--circle", "1", "--from", "-9,0,-3"}, 5)["polygons"], Json::array());
    EXPECT_EQ(text({"--circle", "1", "--from", "-9,0,-3"}),
              "the start lies 9.000 from the nearest ground\n0 polygons, 0.000 square units (whole polygons)\n");
    refused({"--shape", "1,2", "--from", "0,0,0"},
            "--shape 1,2: give the corners of a convex shape seen from above as x,z,x,z,x,z, for example 0,0,4,0,4,4");
    refused({"--box", "1,2,3,4,5"}, "--box 1,2,3,4,5: give two corners as x,y,z,x,y,z, for example 0,-1,0,10,3,10");
}

TEST_F(LocalQueries, RandomPointsAreSeededAndInsideTheirCircle) {
    const Arguments question{"--random", "50", "--from", "5,0,-3", "--in-circle", "1.5", "--seed", "7"};
    const Json points = ask(question)["points"];
    ASSERT_EQ(points.size(), 50u);
    for (const Json& p : points)
        EXPECT_LE(std::hypot(p[0].get<double>() - 5, p[2].get<double>() + 3), 1.5);
    EXPECT_EQ(ask(question)["points"], points);
    EXPECT_NE(text({"--random", "5", "--from", "5,0,-3"}), text({"--random", "5", "--from", "5,0,-3", "--seed", "2"}));
}

TEST_F(LocalQueries, ReportsAStartOffTheGround) {
    const Arguments from{"--from", "5,3,-3"}, both{"--from", "5,3,-3", "--to", "1,0,-1"};
    const auto begins = [&](Arguments question, const Arguments& places) {
        question.insert(question.end(), places.begin(), places.end());
        EXPECT_EQ(text(question).find("the start lies 3.000 from the nearest ground\n"), 0u) << question[0];
        EXPECT_EQ(ask(question)["start_gap"], 3) << question[0];
    };
    for (const char* question : {"--raycast", "--move"})
        begins({question}, both);
    begins({"--reachable", "--snap", "3.1"}, both);
    for (const char* question : {"--wall", "--walls"})
        begins({question}, from);
    for (const char* question : {"--within", "--circle", "--random"})
        begins({question, "2"}, from);
    begins({"--shape", "4,-4,6,-4,5,-2"}, from);
}

TEST_F(LocalQueries, AgentWalksThePathInSteps) {
    const Arguments places{"--from", "1,0,-1", "--to", "9,0,-9"};
    const auto with = [&](Arguments more) {
        more.insert(more.end(), places.begin(), places.end());
        return more;
    };
    const Json path = ask(with({}));
    const Json walk = ask(with({"--walk", "0.5"}));
    EXPECT_EQ(walk["status"], "complete");
    EXPECT_EQ(walk["steps"].front(), path["points"].front());
    EXPECT_EQ(walk["steps"].back(), path["points"].back());
    EXPECT_NEAR(walk["length_xz"].get<double>(), path["length_xz"].get<double>(), 1e-3);
    for (size_t i = 1; i < walk["steps"].size(); ++i) {
        const Json &a = walk["steps"][i - 1], &b = walk["steps"][i];
        EXPECT_LE(std::hypot(b[0].get<double>() - a[0].get<double>(), b[2].get<double>() - a[2].get<double>()), 0.5 + 1e-9);
    }
    EXPECT_EQ(ask({"--walk", "0.5", "--from", "1,0,-1", "--to", "13,0,-1"}, 5)["status"], "partial");
    refused(with({"--walk", "0"}), "--walk: give the length of a step, a number above 0");
    refused(with({"--walk", "1e-9"}), "--walk: the path is more than a million steps long; give a longer step");
}

TEST_F(LocalQueries, SlicedSearchFindsTheSamePath) {
    Json whole = ask({"--from", "1,0,-1", "--to", "9,0,-9"});
    Json sliced = ask({"--from", "1,0,-1", "--to", "9,0,-9", "--slice", "1"});
    EXPECT_EQ(whole["slices"], 1);
    EXPECT_GT(sliced["slices"].get<int>(), 1);
    EXPECT_GT(sliced["scratch_bytes"].get<int>(), 0);
    sliced["slices"] = 1;
    EXPECT_EQ(whole, sliced);
    refused({"--from", "1,0,-1", "--to", "9,0,-9", "--slice", "0"},
            "--slice: 0 is not a whole number from 1 to 18446744073709551615; see --help");
}

TEST_F(LocalQueries, ClearanceKeepsThePathAwayFromWalls) {
    const Json plain = ask({"--from", "1,0,-1", "--to", "9,0,-9"});
    const Json wide = ask({"--from", "1,0,-1", "--to", "9,0,-9", "--clearance", "0.5"});
    EXPECT_FALSE(plain.contains("clearance"));
    EXPECT_EQ(wide["clearance"], 0.5);
    EXPECT_EQ(wide["status"], "complete");
    EXPECT_GE(wide["length_xz"].get<double>() + wide["gap"].get<double>() + wide["start_gap"].get<double>(),
              plain["length_xz"].get<double>());
    EXPECT_EQ(ask({"--from", "1,0,-1", "--to", "9,0,-9", "--clearance", "1e6"}, 5)["reason"],
              "no ground is wide enough for the clearance (within the snap distance)");
    refused({"--from", "1,0,-1", "--to", "9,0,-9", "--clearance", "-1"}, "--clearance: -1 is not a number from 0; see --help");
    refused({"--raycast", "--from", "1,0,-1", "--to", "9,0,-9", "--clearance", "1"},
            "--clearance only applies to paths, --batch and --routes; leave it out");
    refused({"--from", "1,0,-1", "--to", "9,0,-9", "--clearance", "1", "--method", "hubs"},
            "the hubs method does not support a clearance; use the exact method");
}

TEST_F(LocalQueries, MistakesAreUsageErrors) {
    refused({"--random", "2", "--from", "1,0,-1", "--seed", "-1"},
            "--seed: -1 is not a whole number from 0 to 18446744073709551615; see --help");
    refused({"--wall", "--from", "1,0,-1", "--seed", "3"}, "--seed only applies to --random; leave it out");
    refused({"--raycast", "--move", "--from", "1,0,-1"}, "--raycast and --move are two queries; give one at a time");
    refused({"--wall"}, "--from is required by --wall; see --help");
    refused({"--wall", "--from", "1,0,-1", "--to", "1,0,-1"}, "--to is not used by --wall; leave it out");
    refused({"--wall", "--from", "1e200,0,0"}, "the start must be three finite numbers within 1e15");
    refused({"--wall", "--from", "1,0,-1", "--radius", "-1"}, "--radius: -1 is not a number from 0; see --help");
    EXPECT_EQ(text({"--wall", "--from", "1,9,-1", "--snap", "2"}),
              "none: no admitted polygon near the start (within the snap distance)\n"
              "the start lies 9.000 from the nearest ground; --snap is 2\n");
}

TEST_F(LocalQueries, EmptyLevelHasNoPoints) {
    const std::string empty = folder.write("empty.mesh", "mesh\n2\n0 0\n");
    expect_success(navbake({empty, "-o", level, "-q", "--allow-empty"}));
    for (const char* question : {"--raycast", "--move", "--reachable"})
        EXPECT_EQ(navquery({level, question, "--from", "0,0,0", "--to", "1,0,1", "-q"}).exit_code, 5) << question;
    for (const char* question : {"--wall", "--walls", "--height"})
        EXPECT_EQ(navquery({level, question, "--from", "0,0,0", "-q"}).exit_code, 5) << question;
    EXPECT_EQ(navquery({level, "--box", "0,0,0,1,1,1"}).out, "0 polygons, 0.000 square units (whole polygons)\n");
}

}  // namespace
}  // namespace navspan::cli_test
