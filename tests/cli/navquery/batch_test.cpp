// Tests navquery --batch: it answers each query on one line, even if other lines are invalid.

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/programs.h"
#include "support/text/xml.h"

namespace navspan::cli_test {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

ProgramResult batch(const std::string& level, const std::string& input, Arguments more = {}) {
    ProgramCall call;
    call.program = kNavquery;
    call.arguments = {level, "--batch", "-"};
    call.arguments.insert(call.arguments.end(), more.begin(), more.end());
    call.input = input;
    return run_program(call);
}

TEST(Batch, ResultsKeepTheOrderOfTheLines) {
    const BakedSquare baked;
    const ProgramResult result =
        batch(baked.level, "{\"id\":\"a\",\"from\":[2,0,2],\"to\":[8,0,8]}\n\n{\"from\":[2,0,2],\"to\":[2,0,3],\"id\":2}");
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "navquery: 2 queries: 2 complete, 0 partial, 0 without a path, 0 invalid\n");
    const std::vector<std::string> lines = lines_of(result.out);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].substr(0, 60), R"({"id":"a","from":[2,0,2],"to":[8,0,8],"result":{"status":"co)");
    EXPECT_NEAR(OrderedJson::parse(lines[1])["result"]["length_xz"].get<double>(), 1, 1e-9);
    EXPECT_EQ(OrderedJson::parse(lines[1])["id"], 2);
}

TEST(Batch, ALineMayHaveItsOwnClearance) {
    const BakedSquare baked;
    const ProgramResult result = batch(baked.level,
                                       "{\"from\":[2,0,2],\"to\":[8,0,8]}\n"
                                       "{\"from\":[2,0,2],\"to\":[8,0,8],\"clearance\":6}\n"
                                       "{\"from\":[2,0,2],\"to\":[8,0,8],\"clearance\":0}\n"
                                       "{\"from\":[2,0,2],\"to\":[8,0,8],\"clearance\":-1}\n"
                                       "{\"from\":[2,0,2],\"to\":[8,0,8],\"clearance\":\"1\"}\n",
                                       {"--clearance", "1"});
    EXPECT_EQ(result.exit_code, 3);
    const std::vector<std::string> lines = lines_of(result.out);
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_EQ(OrderedJson::parse(lines[0])["result"]["clearance"], 1);
    EXPECT_EQ(OrderedJson::parse(lines[1])["result"]["status"], "none");
    EXPECT_FALSE(OrderedJson::parse(lines[2])["result"].contains("clearance"));
    for (const size_t i : {3u, 4u})
        EXPECT_EQ(OrderedJson::parse(lines[i])["error"], "\"clearance\" must be a finite number from 0");
}

TEST(Batch, DistantPointsHaveTheirDistance) {
    const BakedSquare baked;
    const ProgramResult result = batch(baked.level,
                                       "{\"from\":[2,40,2],\"to\":[8,0,8]}\n"
                                       "{\"from\":[2,0,2],\"to\":[8,50,8]}\n");
    const std::vector<std::string> lines = lines_of(result.out);
    ASSERT_EQ(lines.size(), 2u);
    const OrderedJson start = OrderedJson::parse(lines[0])["result"], goal = OrderedJson::parse(lines[1])["result"];
    EXPECT_EQ(start["status"], "none");
    EXPECT_EQ(start["start_gap"], 40);
    EXPECT_EQ(start["gap"], 0);
    EXPECT_EQ(goal["start_gap"], 0);
    EXPECT_EQ(goal["gap"], 50);
}

TEST(Batch, InvalidLinesAreReportedByNumberAndOthersAnswered) {
    const BakedSquare baked;
    const std::string good = "{\"from\":[2,0,2],\"to\":[8,0,8]}\n";
    const std::string deep =
        "{\"from\":[2,0,2],\"to\":[8,0,8],\"x\":" + std::string(5000, '[') + std::string(5000, ']') + "}\n";
    const std::string input = good + "{\"from\":\n" + "[1]\n" + "{\"to\":[1,2,3]}\n" + "{\"from\":[1,2],\"to\":[1,2,3]}\n" +
                              "{\"from\":[1,2,1e999],\"to\":[1,2,3]}\n" + "{\"from\":[1e300,2,3],\"to\":[1,2,3]}\n" +
                              "{\"from\":[1,2,null],\"to\":[1,2,3]}\r\n" + deep + std::string(1100000, ' ') + good +
                              "\xff\xfe\n" + good;
    const ProgramResult result = batch(baked.level, input);
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_EQ(result.err,
              "navquery: error: standard input:2: not valid JSON at column 9\n"
              "navquery: error: standard input:3: not a JSON object\n"
              "navquery: error: standard input:4: \"from\" is missing; give [x, y, z]\n"
              "navquery: error: standard input:5: \"from\" must be three finite numbers as [x, y, z]\n"
              "navquery: error: standard input:6: a number is beyond 1.8e308\n"
              "navquery: error: standard input:7: the start must be three finite numbers within 1e15\n"
              "navquery: error: standard input:8: \"from\" must be three finite numbers as [x, y, z]\n"
              "navquery: error: standard input:9: the JSON is nested more than 64 levels deep\n"
              "navquery: error: standard input:10: the line is longer than 1048576 bytes\n"
              "navquery: error: standard input:11: not valid JSON at column 1\n"
              "navquery: 12 queries: 2 complete, 0 partial, 0 without a path, 10 invalid\n");
    const std::vector<std::string> lines = lines_of(result.out);
    ASSERT_EQ(lines.size(), 12u);
    EXPECT_EQ(lines[1], R"({"line":2,"error":"not valid JSON at column 9"})");
    EXPECT_EQ(lines[11], lines[0]);
}

TEST(Batch, ReplacesExistingResultsAndReportsIt) {
    const BakedSquare baked;
    const ProgramResult first = batch(baked.level, "{\"from\":[2,0,2],\"to\":[8,0,8]}\n");
    const ProgramResult again = batch(baked.level, first.out);
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_EQ(again.out, first.out);
    EXPECT_EQ(again.err,
              "navquery: warning: 1 line already had a \"result\", which is replaced\n"
              "navquery: 1 query: 1 complete, 0 partial, 0 without a path, 0 invalid\n");
}

// The environment variable NAVSPAN_BATCH_LINES changes the number of lines.
TEST(Batch, ManyLinesWithSomeInvalidAreAnswered) {
    const char* const wanted = std::getenv("NAVSPAN_BATCH_LINES");
    const int lines = wanted ? std::stoi(wanted) : 20000;
    const BakedSquare baked;
    std::string input, errors;
    const std::string file = baked.folder / "pairs.jsonl";
    for (int i = 1; i <= lines; ++i) {
        if (i % 997 == 0) {
            input += "{\"from\":[2,0,2]}\n";
            errors += "navquery: error: " + file + ":" + std::to_string(i) + ": \"to\" is missing; give [x, y, z]\n";
        } else {
            input += "{\"id\":" + std::to_string(i) + ",\"from\":[2,0,2],\"to\":[8,0," + std::to_string(i % 7 + 1) + "]}\n";
        }
    }
    baked.folder.write("pairs.jsonl", input);
    ProgramCall call;
    call.program = kNavquery;
    call.arguments = {baked.level, "--batch", file};
    call.stdout_file = baked.folder / "answers.jsonl";
    const ProgramResult result = run_program(call);
    EXPECT_EQ(result.exit_code, 3);
    std::istringstream reported(result.err), expected(errors);
    for (std::string line, requested_goal; std::getline(expected, requested_goal);) {
        while (std::getline(reported, line) && line.find(" %, ") != std::string::npos) {
        }
        ASSERT_EQ(line, requested_goal);
    }
    std::ifstream answers(call.stdout_file);
    int number = 0;
    for (std::string line; std::getline(answers, line);) {
        ++number;
        const std::string begin =
            number % 997 ? "{\"id\":" + std::to_string(number) + "," : "{\"line\":" + std::to_string(number) + ",\"error\"";
        ASSERT_EQ(line.substr(0, begin.size()), begin);
    }
    EXPECT_EQ(number, lines);
}

TEST(Batch, AnyNumberOfThreadsGivesTheSameBytes) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    expect_success(navbake({kCourtyard, "-q", "-o", level}));
    std::string input;
    for (int i = 0; i < 3000; ++i) {
        input += "{\"from\":[" + std::to_string(i * 7 % 60) + ",0," + std::to_string(i * 11 % 47) + "],\"to\":[" +
                 std::to_string(i * 13 % 60) + ",2," + std::to_string(i * 17 % 47) + "]}\n";
        if (i % 500 == 3) input += "oops\n";
    }
    const ProgramResult one = batch(level, input, {"--threads", "1"});
    EXPECT_EQ(one.exit_code, 3);
    EXPECT_EQ(lines_of(one.out).size(), 3006u);
    for (const char* threads : {"2", "8"}) {
        const ProgramResult many = batch(level, input, {"--threads", threads});
        EXPECT_TRUE(many.out == one.out) << threads;
        EXPECT_TRUE(many.err == one.err) << threads;
    }
}

TEST(Batch, MemoryDoesNotGrowWithTheLines) {
    if (kUnderAddressSanitizer) GTEST_SKIP() << "AddressSanitizer maps terabytes";
    const BakedSquare baked;
    std::string input;
    for (int i = 0; i < 60000; ++i)
        input += "{\"from\":[2,0,2],\"to\":[8,0,8],\"padding\":\"" + std::string(1000, 'x') + "\"}\n";
    const std::string file = baked.folder.write("pairs.jsonl", input);
    ProgramCall call;
    call.program = kNavquery;
    call.arguments = {baked.level, "--batch", file, "--threads", "1"};
    call.address_space = uint64_t{45} << 20;
    call.stdout_file = "/dev/null";
    const ProgramResult result = run_program(call);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
}

TEST(Batch, ProgressIsABarOnATerminal) {
    if (!has_pseudo_terminals()) GTEST_SKIP() << "no /dev/pts here";
    const BakedSquare baked;
    const std::string file = baked.folder.write("pairs.jsonl", "{\"from\":[2,0,2],\"to\":[8,0,8]}\n");
    ProgramCall call;
    call.program = kNavquery;
    call.arguments = {baked.level, "--batch", file};
    call.stderr_is_terminal = true;
    const ProgramResult result = run_program(call);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_NE(result.err.find("[##############################] 1"), std::string::npos) << result.err;
}

TEST(Batch, PicturesShowThePaths) {
    const BakedSquare baked;
    const ProgramResult result =
        batch(baked.level, "{\"from\":[2,0,2],\"to\":[8,0,8]}\n", {"--svg", baked.folder / "paths.svg", "-q"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.out + result.err, "");
    const std::string svg = file_text(baked.folder / "paths.svg");
    EXPECT_EQ(support::xml_error(svg), "");
    EXPECT_NE(svg.find(">1 path<"), std::string::npos);
}

TEST(Batch, ReportsFailedFilesAndPipes) {
    const BakedSquare baked;
    const std::string none = baked.folder / "none.jsonl";
    expect_failure(navquery({baked.level, "--batch", none}), 3,
                   "navquery: error: cannot read " + none + ": No such file or directory");
    const std::string folder = baked.folder.path().string();
    expect_failure(navquery({baked.level, "--batch", folder}), 3,
                   "navquery: error: cannot read " + folder + ": it is a folder");
    ProgramCall call;
    call.program = kNavquery;
    call.arguments = {baked.level, "--batch", "-"};
    call.input = "{\"from\":[2,0,2],\"to\":[8,0,8]}\n";
    call.stdout_is_closed_pipe = true;
    expect_failure(run_program(call), 1, "navquery: error: standard output: cannot write (disk full or closed pipe?)");
    expect_failure(navquery({baked.level, "--from", "2,0,2", "--to", "8,0,8", "--threads", "2"}), 2,
                   "navquery: error: --threads only applies to --batch; leave it out");
}

}  // namespace
}  // namespace navspan::cli_test
