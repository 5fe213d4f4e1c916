// Tests standard input and standard output, as in `navbake - -o - | navquery -`.

#include "cli/programs.h"

namespace navspan::cli_test {
namespace {

ProgramResult with_input(const std::string& program, const Arguments& arguments, const std::string& input) {
    ProgramCall call;
    call.program = program;
    call.arguments = arguments;
    call.input = input;
    return run_program(call);
}

TEST(Pipes, ALevelFromStandardInputHasTheSameBytes) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    expect_success(navbake({kCourtyard, "-q", "-o", level}));
    const ProgramResult piped = with_input(kNavbake, {"-", "--input-format", "obj", "-o", "-"}, file_text(kCourtyard));
    expect_success(piped);
    EXPECT_TRUE(piped.out == file_text(level));
    EXPECT_NE(piped.err.find("polygons"), std::string::npos) << "the result goes to stderr";

    const ProgramResult info = with_input(kNavquery, {"-"}, piped.out);
    expect_success(info);
    EXPECT_NE(info.out.find("island 0"), std::string::npos) << info.out;
    expect_success(with_input(kNavquery, {"-", "--from", "3,0,25", "--to", "18,3.2,15", "--svg", "-", "-q"}, piped.out));
    const ProgramResult page =
        shell(kNavbake + " - --input-format obj -o - -q <" + kCourtyard + " | " + kNavquery + " - --from 3,0,25 --to 18,3.2,15",
              folder.path());
    expect_success(page);
    EXPECT_EQ(page.out, navquery({level, "--from", "3,0,25", "--to", "18,3.2,15"}).out);
}

TEST(Pipes, EveryFormatCanBeReadFromStandardInput) {
    const TemporaryFolder folder;
    for (const auto& [format, file] : std::vector<std::pair<std::string, std::string>>{{"geojson", "data/plans/office.geojson"},
                                                                                       {"map", "data/grids/halls.map"}}) {
        const std::string path = support::source_path(file);
        const std::string level = folder / "level.nav";
        expect_success(navbake({path, "-q", "-o", level}));
        const ProgramResult piped = with_input(kNavbake, {"-", "--input-format", format, "-q", "-o", "-"}, file_text(path));
        expect_success(piped);
        EXPECT_TRUE(piped.out == file_text(level)) << format;
    }
}

TEST(Pipes, APresetAppliesToALevelWithoutSuffix) {
    const TemporaryFolder folder;
    // a square in centimetres with z up
    const std::string text = "v 0 0 0\nv 1000 0 0\nv 1000 1000 0\nv 0 1000 0\nf 1 2 3\nf 1 3 4\n";
    const std::string scene = folder.write("scene.obj", text), bare = folder.write("scene", text);
    const std::string level = folder / "level.nav", of_bare = folder / "bare.nav";
    expect_success(navbake({scene, "--preset", "unreal", "-q", "-o", level}));
    expect_success(navbake({bare, "--preset", "unreal", "-q", "-o", of_bare}));
    EXPECT_TRUE(file_text(of_bare) == file_text(level));
    const ProgramResult piped =
        with_input(kNavbake, {"-", "--input-format", "obj", "--preset", "unreal", "-q", "-o", "-"}, text);
    expect_success(piped);
    EXPECT_TRUE(piped.out == file_text(level));
}

TEST(Pipes, StandardInputNeedsAFormat) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav", scene = folder.write("scene.obj", square(10));
    expect_failure(navbake({"-", "-o", level}), 2,
                   "navbake: error: -: standard input has no suffix; give --input-format obj, gltf, glb, png, gset, mesh, "
                   "geojson or map");
    expect_failure_with(navbake({"-", "--input-format", "fbx", "-o", level}), 2, "fbx is not known; give obj, ");
    expect_failure(navbake({scene, "--input-format", "obj", "-o", level}), 2,
                   "navbake: error: --input-format only applies to standard input; leave it out");
    expect_failure(navbake({"-", "-", "--input-format", "obj", "-o", level}), 2,
                   "navbake: error: -: standard input is given twice; give it once");
    EXPECT_EQ(folder.names(), "scene.obj");
}

TEST(Pipes, ErrorsNameTheLineOfStandardInput) {
    const ProgramResult result = with_input(kNavbake, {"-", "--input-format", "obj", "-o", "-", "-q"}, "v 0 0 0\nf 1 2 3\n");
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_NE(result.err.find("navbake: error: standard input:2: "), std::string::npos) << result.err;
    EXPECT_EQ(result.out, "");
    for (const char* format : {"obj", "gltf", "glb", "png", "gset", "mesh", "geojson", "map"}) {
        Arguments arguments{"-", "--input-format", format, "-o", "-", "-q"};
        if (format == std::string("png"))
            arguments.insert(arguments.end(), {"--heightmap-size", "9,9", "--heightmap-height", "1"});
        const ProgramResult broken = with_input(kNavbake, arguments, "{");
        EXPECT_EQ(broken.exit_code, 3) << format << broken.err;
        EXPECT_EQ(broken.err.find("navbake: error: standard input:"), 0u) << format << broken.err;
    }
    const ProgramResult level = with_input(kNavquery, {"-"}, "{");
    EXPECT_EQ(level.err.find("navquery: error: standard input: "), 0u) << level.err;
}

TEST(Pipes, FormatsMayBeWrittenInUpperCase) {
    const ProgramResult lower = with_input(kNavbake, {"-", "--input-format", "obj", "-o", "-", "-q"}, square(10)),
                        upper = with_input(kNavbake, {"-", "--input-format", "OBJ", "-o", "-", "-q"}, square(10));
    expect_success(upper);
    EXPECT_TRUE(upper.out == lower.out);
    const std::string known = ": x.obj is not known; give obj, gltf, ";
    EXPECT_NE(with_input(kNavbake, {"-", "--input-format", "x.obj", "-o", "-"}, "").err.find(known), std::string::npos);
}

TEST(Pipes, ADepfileCannotNameStandardInput) {
    const TemporaryFolder folder;
    expect_failure(
        with_input(kNavbake, {"-", "--input-format", "obj", "-o", folder / "a.nav", "--depfile", folder / "a.d"}, ""), 2,
        "navbake: error: --depfile: standard input is no file; leave it out");
    expect_failure(with_input(kNavquery, {"-", "--batch", "-"}, ""), 2,
                   "navquery: error: --batch: the level is also read from standard input; give a file for one of them");
}

TEST(Pipes, ALevelIsNotWrittenToATerminal) {
    if (!has_pseudo_terminals()) GTEST_SKIP() << "this machine has no pseudo terminals";
    const TemporaryFolder folder;
    ProgramCall call;
    call.program = kNavbake;
    call.arguments = {folder.write("scene.obj", square(10)), "-o", "-"};
    call.stdout_is_terminal = true;
    const ProgramResult result = run_program(call);
    expect_failure(result, 2,
                   "navbake: error: -o -: standard output is a terminal, and a level is binary; give -o FILE, or redirect the "
                   "output");
    EXPECT_EQ(result.out, "");
}

}  // namespace
}  // namespace navspan::cli_test
