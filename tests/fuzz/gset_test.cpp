// Reads .gset files with random damage. The reader must return either a one-line error or a scene with a valid config. It must
// never crash.

#include "io/input/gset.h"

#include <gtest/gtest.h>

#include "support/text/damaged_text.h"

namespace navspan {
namespace {

const std::string kGsetSample =
    "f level.obj\ns 0.3 0.2 2 0.6 0.9 45 8 20 12 1.3 6.000000 6 1 0 -2.8 -4 -9 64 15 30 32\nc 1 0 2 5 1.5 2 0.6 1 5 8\r\n"
    "c 5 1.5 2 9 0 2 0.4 0 0 1\nv 4 1 -1 3\n0 0 0\n4 0 0\n4 0 4\n0 0 4\nv 3 0 -1 3\n1 0 0\n4 0 0\n4 0 4\n# the end\n";

void expect_sound_gset(const std::string& text) {
    const Result<GsetScene> scene = parse_gset(text, "fuzz.gset");
    if (!scene) {
        EXPECT_EQ(scene.error().kind, ErrorKind::input);
        for (const char c : scene.error().message)
            ASSERT_TRUE(c >= ' ' && c <= '~') << scene.error().message;
        return;
    }
    EXPECT_FALSE(scene->geometry.empty());
    BakeConfig config = scene->settings.value_or(BakeConfig{});
    add_gset_lists(*scene, config);
    const Status sound = check_config(config);
    EXPECT_TRUE(sound.ok()) << sound.error().message;
    EXPECT_EQ(config.off_mesh_links.size(), scene->links.size());
    EXPECT_EQ(config.volumes.size(), scene->volumes.size());
}

TEST(FuzzGset, EveryPrefixIsReadOrRefused) {
    for (size_t n = 0; n <= kGsetSample.size(); ++n) {
        SCOPED_TRACE(n);
        expect_sound_gset(kGsetSample.substr(0, n));
    }
}

TEST(FuzzGset, RandomDamageIsReadOrRefused) {
    const std::string alphabet = "0123456789.-+eE \t\r\n#fscv";
    for (uint64_t seed = 1; seed <= 20000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        support::Random random(seed);
        const std::string text = support::damaged(kGsetSample, random, {.letters = alphabet, .most_changes = 6});
        expect_sound_gset(text);
    }
}

}  // namespace
}  // namespace navspan
