// Golden fingerprints of every stage on every scene of data/scenes, in both profiles. Stages are compared in pipeline order, so
// the first that differs is named. After a wanted change: NAVSPAN_UPDATE_GOLDEN=1 build/tests/navspan_pipeline_test, and say in
// the commit why the result changed.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <map>
#include <sstream>

#include "navspan/io/obj.h"
#include "support/fingerprint.h"

namespace navspan {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = NAVSPAN_SOURCE_DIR;

std::vector<fs::path> scene_files() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(kRoot / "data/scenes")) {
        if (entry.path().extension() == ".obj") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string fingerprints_of(const fs::path& file) {
    const std::vector<std::string> paths{file.string()};
    const Result<LoadedScene> scene = load_obj(paths);
    EXPECT_TRUE(scene.ok());
    std::ostringstream text;
    for (const auto& [name, profile] : {std::pair{"accurate", Profile::accurate}, std::pair{"recast", Profile::recast}}) {
        BakeConfig config;
        config.profile = profile;
        support::FingerprintProbe probe;
        EXPECT_TRUE(bake_tile(scene->soup, config, &probe).ok());
        for (const auto& [stage, hash] : probe.stages) {
            text << name << ' ' << stage << ' ' << std::hex << std::setw(16) << std::setfill('0') << hash << std::dec << '\n';
        }
    }
    return text.str();
}

std::string read_text(const fs::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Golden, EveryStageOfEverySceneIsAsItWas) {
    const bool update = std::getenv("NAVSPAN_UPDATE_GOLDEN") != nullptr;
    for (const fs::path& file : scene_files()) {
        const fs::path golden = kRoot / "tests/golden" / file.stem().concat(".txt");
        const std::string now = fingerprints_of(file);
        if (update) {
            std::ofstream(golden) << now;
            continue;
        }
        std::istringstream expected(read_text(golden)), actual(now);
        std::string want, have;
        while (std::getline(actual, have)) {
            ASSERT_TRUE(std::getline(expected, want)) << golden << " ends before: " << have;
            ASSERT_EQ(have, want) << file.filename() << ": the first stage that differs";
        }
    }
}

}  // namespace
}  // namespace navspan
