// Bakes our own scenes with random configs whose values are at the limits of their ranges. Each bake must satisfy every
// invariant or return a one-line error that says what to change.

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bake/world/nav_tile.h"
#include "check/stages/checks.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/io/config_json.h"
#include "support/scenes/own_scenes.h"
#include "support/text/random.h"

namespace navspan {
namespace {

using support::Random;
using Choices = std::vector<const char*>;

TriangleSoup load(const std::string& name) {
    for (const support::OwnScene& scene : support::own_scenes()) {
        if (scene.name == name) return support::soup_of(scene);
    }
    return {};
}

void expect_sound_bake(TriangleSoup soup, const BakeConfig& config, const std::string& what) {
    ASSERT_TRUE(apply_area_rules(soup, config).ok()) << what;
    CheckProbe checks;
    Result<NavTile> tile = bake_tile(soup, config, &checks);
    if (!tile) {
        EXPECT_NE(tile.error().kind, ErrorKind::interrupted) << what;
        EXPECT_EQ(tile.error().message.find('\n'), std::string::npos) << what;
        return;
    }
    const Result<NavMesh> mesh = link_tiles({*std::move(tile)}, nav_mesh_info(config, "{}", "test"));
    ASSERT_TRUE(mesh.ok()) << what << mesh.error().message;
    check_nav_mesh(*mesh, checks.report);
    EXPECT_TRUE(checks.report.ok()) << what << checks.report.failures.front();
}

const std::vector<std::pair<const char*, Choices>>& extremes() {
    static const std::vector<std::pair<const char*, Choices>> all{
        {"profile", {"\"recast\"", "\"accurate\""}},
        {"voxels.cell_height", {"0.01", "0.1", "0.5", "3", "50"}},
        {"agent.radius", {"0", "0.01", "0.3", "1", "3", "30"}},
        {"agent.height", {"0.001", "0.1", "0.5", "1.9", "4", "1000"}},
        {"agent.max_climb", {"0", "0.01", "0.3", "1", "2", "5", "100"}},
        {"agent.max_slope", {"0", "10", "60", "89.9"}},
        {"filters.low_hanging", {"false", "true"}},
        {"filters.low_height", {"false", "true"}},
        {"filters.ledges", {"\"off\"", "\"plain\"", "\"slope_aware\""}},
        {"erosion.method", {"\"chamfer\"", "\"euclidean\""}},
        {"erosion.median_filter", {"false", "true"}},
        {"regions.method", {"\"watershed\"", "\"monotone\"", "\"layers\"", "\"sheets\""}},
        {"regions.min_area", {"0", "1", "1e6"}},
        {"regions.merge_area", {"0", "1", "1e6"}},
        {"contours.max_error", {"0", "0.3", "5", "1000"}},
        {"contours.max_edge_length", {"0", "0.1", "3"}},
        {"contours.walls", {"\"one_sided\"", "\"two_sided\""}},
        {"contours.refine", {"false", "true"}},
        {"polygons.max_vertices", {"3", "12", "255"}},
        {"detail.sample_distance", {"0", "0.5", "50"}},
        {"detail.max_error", {"0", "0.01", "50"}},
        {"detail.heights", {"\"voxels\"", "\"triangles\""}},
    };
    return all;
}

TEST(FuzzBakeConfig, ExtremeConfigsKeepEveryInvariant) {
    const std::vector<const char*> names{"courtyard", "maze", "terrain", "tower", "field"};
    std::vector<TriangleSoup> soups;
    for (const char* name : names)
        soups.push_back(load(name));
    for (uint64_t seed = 0; seed < support::rounds(400); ++seed) {
        Random random(seed);
        BakeConfig config;
        std::ostringstream what;
        const size_t scene = size_t(random.between(0, int32_t(names.size()) - 1));
        const char* const sizes[] = {"0.5", "0.7", "1", "2", "100"};
        const char* const cell_size = sizes[random.between(0, 4)];
        ASSERT_TRUE(set_config_value(config, "voxels.cell_size", cell_size).ok());
        what << "seed " << seed << ": " << names[scene] << " voxels.cell_size=" << cell_size;
        for (const auto& [path, choices] : extremes()) {
            if (!random.chance(0.4)) continue;
            const char* const value = choices[size_t(random.between(0, int32_t(choices.size()) - 1))];
            ASSERT_TRUE(set_config_value(config, path, value).ok()) << path << " " << value;
            what << ' ' << path << '=' << value;
        }
        what << '\n';
        if (!to_voxels(config).ok()) continue;
        expect_sound_bake(soups[scene], config, what.str());
    }
}

// An agent that climbs higher than it is tall can step to floors far above. A walk around a corner can then end on a different
// floor.
TEST(FuzzBakeConfig, ClimbAboveTheAgentHeightKeepsEveryInvariant) {
    BakeConfig config;
    config.agent.height = 0.01;
    config.agent.max_climb = 100;
    config.agent.radius = 0;
    expect_sound_bake(load("courtyard"), config, "");
}

}  // namespace
}  // namespace navspan
