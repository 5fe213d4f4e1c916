// Tests every exit code of navbake and navquery. A new file exists only after code 0. After any other code, an old file is
// unchanged.

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "programs.h"

namespace navspan::cli_test {
namespace {

// An old level in a folder. The destructor checks that the level and the folder are unchanged.
class OldLevel {
public:
    explicit OldLevel(const TemporaryFolder& folder) : folder_(folder), path(folder.write("level.nav", "the old level")) {
        before_ = folder.names();
    }
    ~OldLevel() {
        EXPECT_EQ(file_text(path), "the old level");
        EXPECT_EQ(folder_.names(), before_) << "something was left behind";
    }

private:
    const TemporaryFolder& folder_;
    std::string before_;

public:
    const std::string path;
};

TEST(ExitCodes, ZeroWritesTheLevelAndNothingElse) {
    const BakedSquare baked;
    EXPECT_EQ(baked.folder.names(), "level.nav scene.obj");
    EXPECT_EQ(file_text(baked.level).substr(0, 8), "NAVSPAN\n");
    const ProgramResult path = navquery({baked.level, "--from", "2,0,2", "--to", "8,0,8"});
    expect_success(path);
    EXPECT_EQ(path.err, "");
}

TEST(ExitCodes, OneWhenNothingIsWalkable) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("tiny.obj", square(1));
    const OldLevel old(folder);
    expect_failure_with(navbake({scene, "-o", old.path, "-q"}), 1, "navbake: error: no walkable surface: removed by ");
}

TEST(ExitCodes, OneWhenTheFolderIsMissingOrTheOutputIsAFolder) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10));
    const OldLevel old(folder);
    const std::string missing = folder / "no/where";
    expect_failure(navbake({scene, "-o", missing + "/x.nav", "-q"}), 1,
                   "navbake: error: cannot write " + missing + "/x.nav: there is no folder " + missing + "; create it first");
    expect_failure(navbake({scene, "-o", folder.path(), "-q"}), 1,
                   "navbake: error: cannot write " + folder.path().string() + ": it is a folder; give the name of a file");
    expect_failure_with(navbake({scene, "-o", folder / "x.nav", "--report", missing + "/r.json", "-q"}), 1,
                        "cannot write " + missing + "/r.json");
    expect_failure_with(navbake({scene, "-o", folder / "x.nav", "--pictures", scene, "-q"}), 1, "cannot create this folder");
}

TEST(ExitCodes, OneWhenTheFolderIsNotWritable) {
    if (geteuid() == 0) GTEST_SKIP() << "root can write to every folder";
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10));
    ASSERT_EQ(chmod(folder.path().c_str(), 0500), 0);
    expect_failure_with(navbake({scene, "-o", folder / "x.nav", "-q"}), 1, "no permission to write into");
    ASSERT_EQ(chmod(folder.path().c_str(), 0700), 0);
    EXPECT_EQ(folder.names(), "scene.obj");
}

TEST(ExitCodes, OneWhenTheDiskIsFull) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10));
    const OldLevel old(folder);
    expect_failure(navbake({scene, "-o", "/dev/full", "-q"}), 1,
                   "navbake: error: cannot write /dev/full: No space left on device");
    // A limit on the file size acts like a disk that becomes full while the file is written.
    ProgramCall call;
    call.program = kNavbake;
    call.arguments = {scene, "-o", old.path, "-q"};
    call.file_size = 1000;
    expect_failure(run_program(call), 1, "navbake: error: cannot write " + old.path + ": File too large");
}

TEST(ExitCodes, OneWhenTheReportCannotBeWritten) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10));
    const OldLevel old(folder);
    expect_failure(navbake({scene, "-o", old.path, "--report", "/dev/full", "-q"}), 1,
                   "navbake: error: cannot write /dev/full: No space left on device");
    ProgramCall call;
    call.program = kNavbake;
    call.arguments = {scene, "-o", old.path, "--report", "-", "-q"};
    call.stdout_is_closed_pipe = true;
    expect_failure(run_program(call), 1, "navbake: error: standard output: cannot write (disk full or closed pipe?)");
    call.stdout_is_closed_pipe = false;
    call.stdout_file = "/dev/full";
    expect_failure(run_program(call), 1, "navbake: error: standard output: cannot write (disk full or closed pipe?)");
    for (const char* flag : {"--version", "--help", "--help-all"}) {
        call.arguments = {flag};
        expect_failure(run_program(call), 1, "navbake: error: standard output: cannot write (disk full or closed pipe?)");
    }
}

TEST(ExitCodes, TwoForFlagsAndConfig) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10));
    const OldLevel old(folder);
    expect_failure(navbake({"-o", old.path}), 2,
                   "navbake: error: no scene; give one or more .obj, .gltf, .glb or .png files, or one .gset, "
                   ".mesh, .geojson or .map file");
    expect_failure(navbake({folder / "none.objx", "-o", old.path}), 2,
                   "navbake: error: " + folder / "none.objx" +
                       ": no input format has this suffix; give .obj, .gltf, .glb, .png, .gset, .mesh, .geojson or .map");
    expect_failure(navbake({scene}), 2, "navbake: error: no output; give -o FILE");
    expect_failure(navbake({scene, "-o", "x.glb"}), 2,
                   "navbake: error: -o x.glb: -o writes only .nav files; give -o FILE.nav, and --export x.glb for this format");
    expect_failure(
        navbake({scene, "-o", "x.gltf"}), 2,
        "navbake: error: -o x.gltf: this is the suffix of an input, and -o writes only .nav files; give -o FILE.nav");
    expect_failure(navbake({scene, "-o", scene}), 2,
                   "navbake: error: -o " + scene + ": this is also an input; give another file");
    expect_failure(navbake({scene, "-o", old.path, "--report", old.path}), 2,
                   "navbake: error: --report " + old.path + ": the level is written to the same file; give another file");
    expect_failure(navbake({scene, "-o", old.path, "--report", scene}), 2,
                   "navbake: error: --report " + scene + ": this is also an input; give another file");
    expect_failure_with(navbake({scene, "-o", old.path, "-q", "-v"}), 2,
                        "--verbose: contradicts --quiet; leave one of them out");
}

TEST(ExitCodes, ThreeForInputs) {
    const TemporaryFolder folder;
    const OldLevel old(folder);
    expect_failure(navbake({folder / "none.obj", "-o", old.path}), 3,
                   "navbake: error: cannot read " + folder / "none.obj" + ": No such file or directory");
    expect_failure(navquery({folder / "none.nav", "--from", "0,0,0", "--to", "1,0,1"}), 3,
                   "navquery: error: cannot read " + folder / "none.nav" + ": No such file or directory");
}

TEST(ExitCodes, FourForWarningsUnderStrict) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10));
    const OldLevel old(folder);
    const Arguments bake{scene, "-o", old.path, "-q", "--strict", "--agent-radius", "0.1"};
    const ProgramResult result = navbake(bake);
    EXPECT_EQ(result.exit_code, 4);
    EXPECT_EQ(result.err,
              "navbake: warning: agent.radius 0.1 is less than a cell, so the width of narrow passages is only as accurate as "
              "the cells; lower voxels.cell_size to 0.05 or less [radius_below_cell]\n"
              "navbake: error: 1 warning under --strict; nothing was written\n");
}

TEST(ExitCodes, FiveForAnIncompletePath) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", three_materials("a", "b")), level = folder / "level.nav";
    expect_success(navbake({scene, "-o", level, "-q"}));
    const ProgramResult partial = navquery({level, "--from", "2,0,5", "--to", "45,0,5"});
    EXPECT_EQ(partial.exit_code, 5);
    EXPECT_EQ(partial.out.substr(0, 8), "partial:") << partial.out;
    EXPECT_EQ(partial.err, "");
    const ProgramResult none = navquery({level, "--from", "2,90,5", "--to", "45,0,5", "--snap", "1"});
    EXPECT_EQ(none.exit_code, 5);
    EXPECT_EQ(none.out,
              "none: no admitted polygon near the start (within the snap distance)\n"
              "the start lies 90.000 from the nearest ground; --snap is 1\n");
}

TEST(ExitCodes, OneHundredAndThirtyWhenInterrupted) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(300));
    const OldLevel old(folder);
    ProgramCall call;
    call.program = kNavbake;
    call.arguments = {scene, "-o", old.path, "-v"};
    call.interrupt_when = "rasterize";
    const ProgramResult result = run_program(call);
    EXPECT_EQ(result.exit_code, 130) << result.err;
    EXPECT_NE(result.err.find("navbake: error: interrupted\n"), std::string::npos) << result.err;
}

// Rasterizing 500 million cells takes many seconds. The interrupt must stop the program during this stage.
TEST(ExitCodes, InterruptStopsALongStage) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(4000));
    const OldLevel old(folder);
    ProgramCall call;
    call.program = kNavbake;
    call.arguments = {scene, "-o", old.path, "--cell-size", "0.2", "-v", "--max-memory", "100G"};
    call.interrupt_when = "rasterize";
    const ProgramResult result = run_program(call);
    EXPECT_EQ(result.exit_code, 130) << result.err;
    EXPECT_NE(result.err.find("navbake: error: interrupted\n"), std::string::npos) << result.err;
    EXPECT_EQ(result.err.find("filter_low_hanging"), std::string::npos) << result.err;
}

TEST(ExitCodes, MessagesHaveOneLineAndNoControlCharacters) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    expect_failure_with(navbake({"no\x1b[31m.obj", "-o", level}), 3, "no\\x1b[31m.obj");
    for (const ProgramResult& result :
         {navbake({"no\x1b[31m\n.obj", "-o", level}), navbake({kCourtyard, "--set", "agent.radius=1\n2", "-o", level})}) {
        EXPECT_NE(result.exit_code, 0);
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
        EXPECT_EQ(result.err.find('\x1b'), std::string::npos) << result.err;
    }
}

TEST(ExitCodes, ExistingLevelIsReplacedAtomically) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10)), level = folder.write("level.nav", "old");
    ASSERT_EQ(symlink(level.c_str(), (folder / "link.nav").c_str()), 0);
    expect_success(navbake({scene, "-o", folder / "link.nav", "-q"}));
    EXPECT_EQ(file_text(level).substr(0, 8), "NAVSPAN\n") << "the link's target is replaced";
    EXPECT_EQ(folder.names(), "level.nav link.nav scene.obj");
}

TEST(ExitCodes, ClosedStandardInputIsAccepted) {
    const TemporaryFolder folder;
    ProgramCall call;
    call.program = kNavbake;
    call.arguments = {folder.write("scene.obj", square(10)), "-o", folder / "level.nav", "--check"};
    const ProgramResult closed = run_program(call);
    expect_success(closed);
    call.input = "";
    expect_success(run_program(call));
}

}  // namespace
}  // namespace navspan::cli_test
