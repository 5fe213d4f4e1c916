// Reads config files with random damage. The reader must return a valid config or a one-line error, and never crash.

#include <gtest/gtest.h>

#include "bake/config/keys.h"
#include "navspan/io/config_json.h"
#include "support/text/damaged_text.h"

namespace navspan {
namespace {

std::string sample(bool with_agents = false) {
    BakeConfig config;
    config.areas.push_back({"water", 2, 10, 2});
    config.rules = {{"*water*", "water"}, {"lava", std::nullopt}};
    AreaVolume box, prism;
    box.max = {1, 2, 3};
    prism.shape = VolumeShape::prism;
    prism.points = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
    config.volumes = {box, prism};
    config.off_mesh_links = {{.start = {1, 2, 3}, .end = {4, 5, 6}, .radius = 1, .cost = 2, .area = "water", .flags = 3}};
    config.island_seeds = {{1, 2, 3}, {-4, 5.5, 6}};
    if (with_agents) config.agents = {{.name = "human"}, {.radius = 1.2, .name = "ogre"}};
    return config_json(config);
}

// Checks that the reader returns a one-line error or a config. Writing and reading a config must not change it. explain_config
// must accept the config or return an error.
void expect_sound_config(const std::string& text) {
    const Result<BakeConfig> config = parse_config(text, "fuzz.json");
    if (!config) {
        EXPECT_EQ(config.error().kind, ErrorKind::usage);
        EXPECT_EQ(config.error().message.find('\n'), std::string::npos) << config.error().message;
        return;
    }
    const std::string again = config_json(*config);
    const Result<BakeConfig> back = parse_config(again, "again.json");
    ASSERT_TRUE(back.ok()) << back.error().message;
    EXPECT_EQ(config_json(*back), again);
    (void)config_warnings(*config);
    const Result<std::string> explained = explain_config(*config);
    EXPECT_TRUE(explained.ok() || explained.error().kind == ErrorKind::usage);
}

TEST(FuzzConfig, EveryPrefixIsReadOrRefused) {
    for (const std::string& text : {sample(), sample(true)}) {
        for (size_t n = 0; n <= text.size(); ++n)
            expect_sound_config(text.substr(0, n));
    }
}

TEST(FuzzConfig, RandomDamageIsReadOrRefused) {
    const std::string alphabet = "0123456789.-+eE{}[],:\" ntfrue";
    for (uint64_t seed = 1; seed <= 2000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        support::Random random(seed);
        const std::string text = support::damaged(sample(seed % 2 == 0), random, {.letters = alphabet});
        expect_sound_config(text);
        if (HasFailure()) return;
    }
}

TEST(FuzzConfig, EveryKeyAcceptsOrRefusesEveryTypeOfValue) {
    const std::vector<std::string> values{"null", "true", "0",          "-1", "1e308", "5e-324", "\"\"",  "\"plain\"", "[]",
                                          "{}",   "[1]",  "{\"id\":1}", "x",  "",      "\xff",   "1e999", "[[[[",      "63"};
    std::vector<std::string> paths{"areas",
                                   "areas.x",
                                   "areas.x.id",
                                   "rules",
                                   "rules.x",
                                   "rules.",
                                   "volumes",
                                   "volumes[0]",
                                   "volumes[9].x",
                                   "volumes[",
                                   "off_mesh_links",
                                   "off_mesh_links[0].cost",
                                   "island_seeds",
                                   "island_seeds[0]",
                                   "island_seeds[0].x",
                                   "agent",
                                   "agents",
                                   "agents[0]",
                                   "agents[1].name",
                                   "agents[",
                                   "agents.",
                                   "agents.ogre",
                                   "agents.ogre.radius",

                                   "",
                                   ".",
                                   "[",
                                   "tiles.size",
                                   "threads",
                                   "areas."};
    for (const ConfigKey& key : config_keys())
        paths.push_back(key.path);
    for (const std::string& path : paths) {
        for (const std::string& value : values) {
            for (const bool with_agents : {false, true}) {
                BakeConfig config;
                if (with_agents) config.agents = {{.name = "human"}, {.radius = 1.2, .name = "ogre"}};
                const Status done = set_config_value(config, path, value);
                EXPECT_TRUE(done.ok() || done.error().kind == ErrorKind::usage);
                if (check_config(config).ok()) expect_sound_config(config_json(config));
            }
        }
    }
}

}  // namespace
}  // namespace navspan
