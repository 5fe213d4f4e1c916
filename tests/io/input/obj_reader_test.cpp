// Compares the reader of plain OBJ files with tinyobjloader: both must give the same soup, names, warnings and messages.

#include "io/input/obj_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "navspan/io/obj.h"
#include "support/checks/obj_readers.h"
#include "support/text/damaged_text.h"
#include "support/text/random.h"

namespace navspan {
namespace {

using support::Random;

// Returns a random number in one of the forms that exporters write.
std::string random_number(Random& random) {
    std::array<char, 64> text{};
    const double value = random.real(-0.5, 0.5) * std::pow(10.0, random.between(-3, 6));
    constexpr std::array<const char*, 6> kForms{"%.0f", "%.3f", "%.6f", "%g", "%.17g", "%e"};
    std::snprintf(text.data(), text.size(), kForms[size_t(random.between(0, 5))], value);
    return (random.chance(0.05) && value >= 0 ? "+" : "") + std::string(text.data());
}

std::string random_corner(Random& random, int vertices) {
    const std::string index =
        std::to_string(random.chance(0.3) ? -random.between(1, vertices) : random.between(1, vertices + 2));
    constexpr std::array<const char*, 7> kForms{"", "", "/3", "/3/4", "//5", "/", "/-1/-2"};
    return index + kForms[size_t(random.between(0, 6))];
}

std::string random_statement(Random& random, int& vertices) {
    constexpr std::array<const char*, 12> kOthers{
        "vn 0 1 0", "vt 0.5 0.5", "g",        "g walls  inner", "o House 1", "usemtl stone # 1",
        "s off",    "# note \\",  "mtllib x", "l 1 2",          "",          "surf 1 2"};
    const int kind = random.between(0, 20);
    if (kind < 9 || vertices < 3) {
        ++vertices;
        std::string line = "v";
        for (int k = random.chance(0.1) ? 6 : 3; k > 0; --k)
            line += (random.chance(0.1) ? "\t " : " ") + random_number(random);
        return line;
    }
    if (kind < 18) {
        std::string line = "f";
        for (int k = random.chance(0.3) ? random.between(4, 6) : 3; k > 0; --k)
            line += " " + random_corner(random, vertices);
        return line + (random.chance(0.05) ? " # face" : "") + (random.chance(0.02) ? " \\\n" : "");
    }
    return kOthers[size_t(random.between(0, random.chance(0.1) ? 11 : 10))];
}

std::string random_obj_file(Random& random, int statements) {
    std::string text = random.chance(0.1) ? "\xef\xbb\xbf" : "";
    const std::string end = random.chance(0.2) ? "\r\n" : "\n";
    int vertices = 0;
    for (int k = 0; k < statements; ++k)
        text += random_statement(random, vertices) + end;
    for (int k = 0; k < 8; ++k, ++vertices)
        text += "v " + std::to_string(k) + " 0 1" + end;
    return text;
}

TEST(ObjReaders, AgreeOnRandomFiles) {
    for (uint64_t seed = 1; seed <= 3000; ++seed) {
        Random random(seed);
        const SceneOptions options{.up = random.chance(0.5) ? UpAxis::z : UpAxis::y, .scale = random.chance(0.5) ? 0.01 : 1};
        const std::string text = random_obj_file(random, random.between(1, 60));
        ASSERT_EQ(support::obj_reader_difference(text, options), "") << "seed " << seed << "\n" << text;
    }
}

TEST(ObjReaders, AgreeOnDamagedFiles) {
    const std::string alphabet = "0123456789.-+eE/ \t\r\n\\#vfgous";
    for (uint64_t seed = 1; seed <= support::rounds(20000); ++seed) {
        Random random(seed);
        const std::string text =
            support::damaged(random_obj_file(random, random.between(1, 12)), random, {.letters = alphabet, .most_changes = 4});
        ASSERT_EQ(support::obj_reader_difference(text), "") << "seed " << seed << "\n" << text;
    }
}

TEST(ObjReaders, AgreeOnFilesOfSeveralBlocks) {
    for (uint64_t seed = 1; seed <= support::rounds(4); ++seed) {
        Random random(seed);
        std::string text = random_obj_file(random, 1);
        int vertices = 9;
        while (text.size() < 5 * kObjBlock) {
            std::string line = random_statement(random, vertices);
            if (line.starts_with("surf") || line.ends_with('\n')) continue;
            text += line + "\n";
        }
        for (const unsigned threads : {1u, 2u, 3u, 8u})
            ASSERT_EQ(support::obj_reader_difference(text, {.threads = threads}), "")
                << "seed " << seed << ", " << threads << " threads";
        ASSERT_EQ(support::obj_reader_difference(text + "f 1 2 3 \\\n 4\nsurf\n" + text), "") << "seed " << seed;
        ASSERT_EQ(support::obj_reader_difference(text + "f 1 2 x\n" + text), "") << "seed " << seed;
        ASSERT_EQ(support::obj_reader_difference(text + "f 1 2 3"), "") << "seed " << seed;
    }
}

// Source with a wrong estimate of the number of unread bytes.
struct WrongSizeSource : TextSource {
    WrongSizeSource(const std::string& text, uint64_t unread) : TextSource(text), unread_(unread) {}
    uint64_t unread() const override { return unread_; }

private:
    uint64_t unread_;
};

TEST(ObjReaders, ReadTheWholeFileIfItsEstimatedSizeIsWrong) {
    const std::string plain = "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\nf 3 2 1\n", unusual = "f 1 2 \\\n 3\nf -1 -2 -3";
    for (const std::string& text : {plain, plain + unusual}) {
        for (const uint64_t unread : {uint64_t{0}, uint64_t{1}, uint64_t{30}, uint64_t{10} * kObjBlock, ~uint64_t{0}}) {
            TriangleSoup soup;
            ObjGroupIds ids;
            ObjSoup to(soup, ids);
            WrongSizeSource source(text, unread);
            Warnings warnings;
            ASSERT_TRUE(read_obj(source, "a.obj", {.threads = 2}, to, warnings));
            EXPECT_EQ(soup.triangles, support::read_general(text, {}).soup.triangles) << text << unread;
        }
    }
}

TEST(ObjReaders, AgreeOnUnusualNumbers) {
    for (const char* number : {"0",
                               "-0",
                               "+1",
                               "+-1",
                               "1.",
                               ".5",
                               ".",
                               "-",
                               "1e",
                               "1e+",
                               "1e-5",
                               "1E5",
                               "9007199254740993",
                               "9007199254740992",
                               "123456789012345678901234567890",
                               "0.1234567890123456789",
                               "1e22",
                               "1e23",
                               "1e-22",
                               "1e-23",
                               "1e-400",
                               "1e400",
                               "0.00000000000000000000000001",
                               "1e00005",
                               "inf",
                               "nan",
                               "0x1",
                               "1,5",
                               "1#2",
                               "4.35",
                               "0.3",
                               "1e99999999999999999999",
                               "1e-99999999999999999999",
                               "999999999.9999999",
                               "1000000000",
                               "1000000001"})
        EXPECT_EQ(support::obj_reader_difference("v 0 " + std::string(number) + " 1\nv 0 0 1\nv 1 0 0\nf 1 2 3\n"), "")
            << number;
    const std::string tiny = "0." + std::string(400, '0') + "1";
    EXPECT_EQ(support::read_general("v " + tiny + " 0 1\n", {}).error, "");
    EXPECT_EQ(support::read_general("v 1" + std::string(400, '0') + " 0 1\n", {}).error.substr(0, 21),
              "a.obj:1: coordinate \"");
}

}  // namespace
}  // namespace navspan
