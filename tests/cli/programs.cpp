#include "programs.h"

#include <algorithm>
#include <sstream>

namespace navspan::cli_test {
namespace {

ProgramResult run(const std::string& program, const Arguments& arguments) {
    ProgramCall call;
    call.program = program;
    call.arguments = arguments;
    return support::run_program(call);
}

std::string all_of(const ProgramResult& result) {
    return "stdout: " + result.out + "\nstderr: " + result.err + (result.timed_out ? "\nit ran too long" : "");
}

}  // namespace

ProgramResult navbake(const Arguments& arguments) {
    return run(kNavbake, arguments);
}

ProgramResult navquery(const Arguments& arguments) {
    return run(kNavquery, arguments);
}

std::string words_of(const std::string& text) {
    std::istringstream in(text);
    std::string words;
    for (std::string word; in >> word;)
        words += word + " ";
    return words;
}

ProgramResult shell(const std::string& script, const std::filesystem::path& folder) {
    ProgramCall call;
    call.program = "/bin/sh";
    call.arguments = {"-c", script};
    call.folder = folder;
    return run_program(call);
}

std::string square(double side) {
    std::ostringstream text;
    text << "v 0 0 0\nv " << side << " 0 0\nv " << side << " 0 " << side << "\nv 0 0 " << side << "\nf 4 3 2 1\n";
    return text.str();
}

std::string three_materials(const std::string& left, const std::string& right) {
    return "mtllib nowhere.mtl\nv 0 0 0\nv 10 0 0\nv 20 0 0\nv 0 0 10\nv 10 0 10\nv 20 0 10\n"
           "v 40 0 0\nv 50 0 0\nv 50 0 10\nv 40 0 10\n"
           "usemtl " +
           left + "\nf 4 5 2 1\nusemtl " + right + "\nf 5 6 3 2\nusemtl far\nf 10 9 8 7\n";
}

BakedSquare::BakedSquare() : scene(folder.write("scene.obj", square(10))), level(folder / "level.nav") {
    expect_success(navbake({scene, "-o", level, "-q"}));
}

void expect_failure(const ProgramResult& result, int exit_code, const std::string& line) {
    EXPECT_EQ(result.exit_code, exit_code) << all_of(result);
    EXPECT_EQ(result.err, line + "\n") << all_of(result);
}

void expect_failure_with(const ProgramResult& result, int exit_code, const std::string& part) {
    EXPECT_EQ(result.exit_code, exit_code) << all_of(result);
    EXPECT_NE(result.err.find(part), std::string::npos) << "expected: " << part << "\n" << all_of(result);
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << all_of(result);
    EXPECT_EQ(result.err.substr(0, 3), "nav") << all_of(result);
}

void expect_success(const ProgramResult& result) {
    EXPECT_EQ(result.exit_code, 0) << all_of(result);
}

}  // namespace navspan::cli_test
