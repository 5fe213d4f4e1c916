// Reads OBJ files with random damage. The reader must return a valid soup or a one-line error, and never crash.

#include "navspan/io/obj.h"

#include <gtest/gtest.h>

#include "support/scenes/loaded_scenes.h"
#include "support/text/damaged_text.h"

namespace navspan {
namespace {

const std::string kObjSample =
    "# a level\nmtllib level.mtl\no House\nv 0 0 0\nv 0 0 1.5e1\nv 1 -0.25 1\nv 1 0 0 1.0\nv 2 0 .5\nvn 0 1 0\nvt 0 0\n"
    "g walls inner\nusemtl stone\nf 1 2 3\nf 1/1/1 3/1/1 \\\n 4/1/1\nf -1 -2 -3\r\ns off\nusemtl water\nf 1 2 3 4 5\n"
    "f 1//1 2//1 5//1\nl 1 2\n";

void expect_sound_obj(const std::string& text) {
    const std::array<ObjText, 1> files{{{"fuzz.obj", text}}};
    EXPECT_EQ(support::result_error(parse_obj(files)), "");
}

TEST(FuzzObj, EveryPrefixIsReadOrRefused) {
    for (size_t n = 0; n <= kObjSample.size(); ++n) {
        SCOPED_TRACE(n);
        expect_sound_obj(kObjSample.substr(0, n));
    }
}

TEST(FuzzObj, RandomDamageIsReadOrRefused) {
    const std::string alphabet = "0123456789.-+eE/ \t\r\n\\#vfgous";
    for (uint64_t seed = 1; seed <= 20000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        support::Random random(seed);
        const std::string text = support::damaged(kObjSample, random, {.letters = alphabet, .most_changes = 8});
        expect_sound_obj(text);
        if (HasFailure()) return;
    }
}

TEST(FuzzObj, GarbageIsRefused) {
    for (uint64_t seed = 1; seed <= 2000; ++seed) {
        support::Random random(seed);
        std::string text;
        for (int k = random.between(0, 300); k > 0; --k)
            text += char(random.between(-128, 127));
        const std::array<ObjText, 1> files{{{"fuzz.obj", text}}};
        EXPECT_FALSE(parse_obj(files).ok()) << "seed " << seed;
    }
}

}  // namespace
}  // namespace navspan
