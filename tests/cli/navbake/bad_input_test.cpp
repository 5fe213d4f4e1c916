// Tests invalid scenes, levels and flags. Each must give the right exit code and a one-line message, but no output file and no
// crash.

#include <unistd.h>

#include "cli/programs.h"
#include "navspan/navmesh/nav_file.h"
#include "support/text/random.h"

namespace navspan::cli_test {
namespace {

struct BadScene {
    const char* name;
    std::string text;
    int exit_code;
    const char* message;  // expected error message after the file name
};

std::vector<BadScene> bad_scenes() {
    const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 0 1\n";
    return {
        {"empty.obj", "", 3, ": the file is empty"},
        {"binary.obj", std::string("glTF\0\0\0\2\1\xff\xfe\0\0", 13), 3,
         ": this is a binary file, not a Wavefront OBJ; export the scene as OBJ text"},
        {"no_faces.obj", triangle, 3, ": no triangles: 3 vertices but no faces (f lines); export the scene with its faces"},
        {"only_comments.obj", "# nothing\n", 3, ": no triangles: "},
        {"cut_face.obj", triangle + "f 1 2", 3,
         ":4: the face has 2 corners; it needs at least 3; the file ends in this line and seems cut off, so export or copy it "
         "again"},
        {"cut_vertex.obj", triangle + "f 1 3 2\nv 1 0", 3, ":5: "},
        {"beyond.obj", triangle + "f 1 2 9\n", 3, ":4: face index 9 is out of range: the file has 3 vertices"},
        {"before.obj", triangle + "f -4 -2 -1\n", 3, ":4: face index -4 is out of range"},
        {"zero.obj", triangle + "f 0 1 2\n", 3, ":4: face index 0 "},
        {"nan.obj", "v 0 0 0\nv nan 0 1\nv 0 0 1\nf 1 2 3\n", 3, ":2: coordinate \"nan\" is not finite; correct the vertex"},
        {"infinite.obj", "v 0 0 0\nv 0 -inf 1\nv 0 0 1\nf 1 2 3\n", 3,
         ":2: coordinate \"-inf\" is not finite; correct the vertex"},
        {"word.obj", "v 0 0 0\nv 1 abc 1\nv 0 0 1\nf 1 2 3\n", 3, ":2: "},
        {"far.obj", "v 0 0 0\nv 1e30 0 0\nv 0 0 1\nf 1 3 2\n", 3,
         ":2: coordinate \"1e30\" is farther than 1e9 units from the origin; correct the vertex or shrink the scene with "
         "--scale"},
    };
}

TEST(BadScenes, ErrorIsOneLineWithFileAndLine) {
    const TemporaryFolder folder;
    for (const BadScene& bad : bad_scenes()) {
        SCOPED_TRACE(bad.name);
        const std::string scene = folder.write(bad.name, bad.text);
        const ProgramResult result = navbake({scene, "-o", folder / "level.nav"});
        expect_failure_with(result, bad.exit_code, "navbake: error: " + scene + bad.message);
        unlink(scene.c_str());
        EXPECT_EQ(folder.names(), "");
    }
}

TEST(BadScenes, FolderIsNotAScene) {
    const TemporaryFolder folder;
    expect_failure(navbake({folder.path(), "-o", folder / "level.nav"}), 3,
                   "navbake: error: cannot read " + folder.path().string() + ": it is a folder");
}

TEST(BadScenes, ErrorNamesTheInvalidFileAmongSeveral) {
    const TemporaryFolder folder;
    const std::string good = folder.write("good.obj", square(10)), bad = folder.write("bad.obj", "v 0 0 0\nf 1 1 2\n");
    expect_failure_with(navbake({good, bad, "-o", folder / "level.nav"}), 3, bad + ":2: face index 2 is out of range");
}

// With a limit on the address space, the test fails if memory is allocated before the size is checked.
TEST(BadScenes, RefusesATooLargeGridBeforeAllocating) {
    const TemporaryFolder folder;
    ProgramCall call;
    call.program = kNavbake;
    if (!kUnderAddressSanitizer) call.address_space = uint64_t{2} << 30;
    for (const auto& [width, depth] : {std::pair{"1e6", "1e6"}, std::pair{"1e6", "1e5"}, std::pair{"4e5", "4e5"}}) {
        const std::string w = width, d = depth;
        const std::string text = "v 0 0 0\nv " + w + " 0 0\nv " + w + " 0 " + d + "\nv 0 0 " + d + "\nf 4 3 2 1\n";
        call.arguments = {folder.write("scene.obj", text), "-o", folder / "level.nav", "-q"};
        const ProgramResult result = run_program(call);
        expect_failure_with(result, 1, "navbake: error: the bake may take ");
        EXPECT_NE(result.err.find(" of memory but needs about "), std::string::npos) << result.err;
        EXPECT_NE(result.err.find("; set tiles.size (--suggest prints a value), raise voxels.cell_size, or check the level for "
                                  "stray vertices, or allow more with --max-memory"),
                  std::string::npos)
            << result.err;
        // With a higher limit, the memory of the machine is too small.
        call.arguments.insert(call.arguments.end(), {"--max-memory", "1000000G"});
        const ProgramResult more = run_program(call);
        expect_failure_with(more, 1, "navbake: error: the grid would have ");
        EXPECT_NE(more.err.find(" MB are available; raise voxels.cell_size (now 0.3), set tiles.size (--suggest prints a "
                                "value), or check"),
                  std::string::npos)
            << more.err;
        EXPECT_EQ(folder.names(), "scene.obj");
    }
}

TEST(BadScenes, ReportsOutOfMemory) {
    if (kUnderAddressSanitizer) GTEST_SKIP() << "the address space cannot be limited";
    const TemporaryFolder folder;
    // Eight steep triangles, 3000 wu high and 2400 wu long. Baking them needs more memory than the limit of 600 MiB.
    std::string text;
    for (int i = 0; i < 8; ++i) {
        const std::string x = std::to_string(300 * i);
        text += "v " + x + " 0 0\nv " + x + " 0 2400\nv " + std::to_string(300 * i + 300) + " 3000 0\nf -3 -2 -1\n";
    }
    ProgramCall call;
    call.program = kNavbake;
    call.arguments = {folder.write("scene.obj", text), "-o", folder / "level.nav", "-q", "--agent-max-slope", "89.9"};
    call.address_space = uint64_t{600} << 20;
    const ProgramResult result = run_program(call);
    EXPECT_EQ(result.exit_code, 1) << result.err;
    EXPECT_NE(result.err.find("navbake: error: "), std::string::npos) << result.err;
    EXPECT_EQ(folder.names(), "scene.obj");
}

TEST(BadScenes, ErrorsForTooTallAndTooLongLevelsNameTheLimitToRaise) {
    const TemporaryFolder folder;
    const std::string tall = folder.write("tall.obj", "v 0 0 0\nv 1 1e6 0\nv 0 0 1\nf 1 3 2\n");
    expect_failure_with(navbake({tall, "-o", folder / "level.nav", "-q"}), 1, "; raise voxels.cell_height (now 0.2) to ");
    const std::string stretched = folder.write("long.obj", "v 0 0 0\nv 4e7 0 0\nv 0 0 0.1\nf 1 3 2\n");
    expect_failure_with(navbake({stretched, "-o", folder / "level.nav", "-q"}), 1, "; raise voxels.cell_size (now 0.3)");
}

TEST(BadFlags, AreReportedInOneLine) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10));
    const auto bake = [&](Arguments more) {
        more.insert(more.begin(), {scene, "-o", folder / "level.nav"});
        return navbake(more);
    };
    expect_failure(bake({"--up", "w"}), 2,
                   "navbake: error: --up: w is not an axis that can point up; give y, z, x, -y, -z or -x; see --help");
    for (const char* scale : {"0", "-1", "nan", "inf", "abc", "1x", ""}) {
        expect_failure(bake({"--scale", scale}), 2,
                       std::string("navbake: error: --scale: ") + scale + " is not a number above 0; see --help");
    }
    expect_failure(bake({"--agent-radus", "1"}), 2,
                   "navbake: error: --agent-radus: unknown flag; did you mean --agent-radius?");
    expect_failure(bake({"--height", "1"}), 2,
                   "navbake: error: --height: unknown flag; did you mean --heightmap-height, --agent-height or --cell-height?");
    expect_failure(bake({"--wibble"}), 2, "navbake: error: --wibble: unknown flag; see --help");
    expect_failure(bake({"--agent-radius"}), 2, "navbake: error: --agent-radius: its value is missing; give it; see --help");
    expect_failure(bake({"--agent-radius", "1", "--agent-radius", "2"}), 2,
                   "navbake: error: --agent-radius: it is given more than once; give it once; see --help");
    for (const char* threads : {"-1", "x", "1.5", "1025"})
        expect_failure_with(bake({"--threads", threads}), 2, "navbake: error: --threads: ");
    expect_failure(
        bake({"--tile-size", "3"}), 2,
        "navbake: error: tiles.size: 3 makes 10 cells, and the minimum is 16; raise it, or set it to 0 for one tile");
    EXPECT_EQ(folder.names(), "scene.obj");
}

using Bytes = std::vector<std::byte>;

Bytes bytes_of(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

TEST(BadLevels, RefusesEveryTruncation) {
    const BakedSquare baked;
    const Bytes whole = bytes_of(file_text(baked.level));
    ASSERT_TRUE(parse_nav_mesh(whole).ok());
    for (size_t length = 0; length < whole.size(); ++length) {
        const Result<NavMesh> cut = parse_nav_mesh(std::span(whole).first(length));
        ASSERT_FALSE(cut.ok()) << "cut after " << length << " bytes";
        ASSERT_EQ(cut.error().kind, ErrorKind::input);
        ASSERT_EQ(cut.error().message.find('\n'), std::string::npos);
    }
}

TEST(BadLevels, RefusesEveryChangedByte) {
    const BakedSquare baked;
    Bytes bytes = bytes_of(file_text(baked.level));
    for (size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] ^= std::byte{0x10};
        ASSERT_FALSE(parse_nav_mesh(bytes).ok()) << "byte " << i;
        bytes[i] ^= std::byte{0x10};
    }
}

TEST(BadLevels, ErrorNamesTheDefect) {
    const BakedSquare baked;
    const std::string good = file_text(baked.level);
    const auto query = [&](const std::string& text) {
        return navquery({baked.folder.write("bad.nav", text), "--from", "2,0,2", "--to", "8,0,8"});
    };
    const std::string prefix = "navquery: error: " + baked.folder / "bad.nav" + ": ";
    for (const size_t length : {size_t{0}, size_t{1}, size_t{8}, size_t{63}, size_t{64}, good.size() / 2, good.size() - 1}) {
        SCOPED_TRACE(length);
        expect_failure_with(query(good.substr(0, length)), 3, prefix);
    }
    std::string changed = good;
    changed[good.size() / 2] ^= 1;
    expect_failure_with(query(changed), 3, prefix);
    std::string version = good;
    version[8] = 7;
    expect_failure_with(query(version), 3, "version 7");
    expect_failure_with(query(square(10)), 3, prefix + "not a .nav file");
    expect_failure_with(navquery({baked.folder.path(), "--from", "2,0,2", "--to", "8,0,8"}), 3, "it is a folder");
}

// Scenes of random OBJ fragments may give any known exit code, but must not crash or hang.
TEST(BadScenes, RandomTextNeverCrashes) {
    const uint64_t seed = 20;
    support::Random random(seed);
    const std::vector<std::string> pieces{
        "v 0 0 0\n",    "v 4 0 0\n",        "v 4 0 4\n",     "v 0 1 4\n", "v 1e9 0 -1e9\n", "f 1 3 2\n",
        "f -1 -2 -3\n", "f 1/1/1 2//2 3\n", "f 4 3 2 1\n",   "o house\n", "usemtl\n",       "g a b c\n",
        "\n",           "# f 1 2 3\n",      "v 1 2\\\n 3\n", "l 1 2\n",   "s off\n",        "\t v 1 1 1\r\n"};
    const TemporaryFolder folder;
    for (int round = 0; round < 40; ++round) {
        std::string text;
        for (int n = random.between(3, 25); n > 0; --n)
            text += pieces[size_t(random.between(0, int32_t(pieces.size()) - 1))];
        ProgramCall call;
        call.program = kNavbake;
        call.arguments = {folder.write("scene.obj", text), "-o", folder / "level.nav", "-q", "--check"};
        const ProgramResult result = run_program(call);
        EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 1 || result.exit_code == 3)
            << "seed " << seed << ", exit " << result.exit_code << "\n"
            << result.err << text;
        EXPECT_EQ(folder.names(), result.exit_code == 0 ? "level.nav scene.obj" : "scene.obj");
        unlink((folder / "level.nav").c_str());
    }
}

}  // namespace
}  // namespace navspan::cli_test
