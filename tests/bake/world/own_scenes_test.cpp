#include "support/scenes/own_scenes.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "support/scenes/places.h"

namespace navspan::support {
namespace {

std::string file_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(OwnScenes, CommittedFilesEqualGeneratorOutput) {
    for (const OwnScene& scene : own_scenes()) {
        const std::string path = support::source_path("data/scenes/" + scene.name + ".obj");
        const bool same = file_text(path) == scene.text;
        EXPECT_TRUE(same) << path << " is out of date: build and run navspan_make_scenes";
        EXPECT_LT(scene.text.size(), 400u * 1024) << scene.name;
    }
}

}  // namespace
}  // namespace navspan::support
