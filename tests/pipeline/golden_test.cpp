// Tests that bakes give the recorded (golden) fingerprints, and reports the first stage that differs. Every scene of
// data/scenes is baked with both profiles. There is a fingerprint for each stage of the untiled bake, and one fingerprint for
// all tiles of a tiled bake. One scene with volumes is also baked with every partition.
//
// The bake revision is a part of the key of a cached tile, so a fingerprint may change only together with the revision. After
// an intended change:
//   1. Raise kBakeRevision (src/bake/world/tile_key.h).
//   2. Run NAVSPAN_UPDATE_GOLDEN=1 build-test/tests/navspan_pipeline_test.
//   3. State in the commit message why the result changed.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <map>
#include <sstream>

#include "bake/world/tile_key.h"
#include "bake/world/tile_plan.h"
#include "navspan/core/hash.h"
#include "navspan/io/obj.h"
#include "support/bakes/fingerprint.h"
#include "support/scenes/places.h"

namespace navspan {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = support::source_path("");

std::vector<fs::path> scene_files() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(kRoot / "data/scenes")) {
        if (entry.path().extension() == ".obj") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

// Bakes a scene in tiles and returns one fingerprint of all tiles and their borders.
uint64_t fingerprint_of_tiles(const TriangleSoup& soup, BakeConfig config) {
    config.tiles.size = 64 * config.voxels.cell_size;
    const Result<TilePlan> plan = plan_tiles(soup, *to_voxels(config));
    EXPECT_TRUE(plan.ok());
    Hasher128 hasher;
    for (size_t t = 0; t < plan->tiles.size(); ++t) {
        const Result<NavTile> tile = bake_tile(tile_soup(soup, *plan, t), config, nullptr, &plan->tiles[t]);
        EXPECT_TRUE(tile.ok());
        hasher.add(support::fingerprint(*tile));
        hasher.add(support::fingerprint(tile->border));
    }
    return hasher.finish().high;
}

void write_line(const std::string& name, const std::string& stage, uint64_t hash, std::ostream& text) {
    text << name << ' ' << stage << ' ' << std::hex << std::setfill('0') << std::setw(16) << hash << std::dec << '\n';
}

// Writes one line for each stage of an untiled bake, and one line for all tiles of a tiled bake.
void write_fingerprints(const TriangleSoup& soup, const BakeConfig& config, const std::string& name, std::ostream& text) {
    support::FingerprintProbe probe;
    EXPECT_TRUE(bake_tile(soup, config, &probe).ok());
    probe.stages.emplace_back("tiles", fingerprint_of_tiles(soup, config));
    for (const auto& [stage, hash] : probe.stages)
        write_line(name, stage, hash, text);
}

void write_links_fingerprint(const TriangleSoup& soup, std::ostream& text) {
    BakeConfig jumping;
    jumping.links.drop_height = 4, jumping.links.jump_distance = 5, jumping.links.jump_height = 1.2;
    support::FingerprintProbe probe;
    EXPECT_TRUE(bake_tile(soup, jumping, &probe).ok());
    for (const auto& [stage, hash] : probe.stages)
        if (stage == stage_name(Stage::generate_links)) write_line("jumping", stage, hash, text);
}

const std::pair<const char*, Profile> kProfiles[] = {{"accurate", Profile::accurate}, {"recast", Profile::recast}};

std::string fingerprints_of(const TriangleSoup& soup) {
    std::ostringstream text;
    for (const auto& [name, profile] : kProfiles) {
        BakeConfig config;
        config.profile = profile;
        write_fingerprints(soup, config, name, text);
    }
    write_links_fingerprint(soup, text);
    return text.str();
}

std::string fingerprints_of_partitions(const TriangleSoup& soup) {
    const std::pair<const char*, RegionMethod> methods[] = {{"watershed", RegionMethod::watershed},
                                                            {"monotone", RegionMethod::monotone},
                                                            {"layers", RegionMethod::layers},
                                                            {"sheets", RegionMethod::sheets}};
    std::ostringstream text;
    for (const auto& [profile_name, profile] : kProfiles) {
        for (const auto& [method_name, method] : methods) {
            BakeConfig config;
            config.profile = profile;
            config.regions.method = method;
            config.areas.push_back({"water", 5, 2.0, 2});
            AreaVolume pond{.shape = VolumeShape::cylinder, .area = "water"};
            pond.center = {20, -10, 20}, pond.radius = 6, pond.height = 30;
            AreaVolume hole{.shape = VolumeShape::box, .area = std::nullopt};
            hole.min = {30, -10, 5}, hole.max = {36, 30, 12};
            config.volumes = {pond, hole};
            write_fingerprints(soup, config, std::string(profile_name) + ' ' + method_name, text);
        }
    }
    return text.str();
}

TriangleSoup load_scene(const fs::path& file) {
    const std::vector<std::string> paths{file.string()};
    Result<LoadedScene> scene = load_obj(paths);
    EXPECT_TRUE(scene.ok());
    return std::move(scene->soup);
}

std::string read_text(const fs::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct Golden {
    uint32_t revision = 0;  // 0 if there is no golden file
    std::string fingerprints;
};

Golden read_golden(const fs::path& path) {
    std::istringstream text(read_text(path));
    std::string word;
    Golden golden;
    text >> word >> golden.revision >> std::ws;
    golden.fingerprints = {std::istreambuf_iterator<char>(text), {}};
    return golden;
}

std::string first_difference(const std::string& was, const std::string& is) {
    std::istringstream expected(was), actual(is);
    std::string want, have;
    while (std::getline(actual, have)) {
        if (!std::getline(expected, want)) return "new: " + have;
        if (have != want) return "was " + want + ", is " + have;
    }
    return std::getline(expected, want) ? "gone: " + want : "";
}

// Compares the fingerprints with the golden file. With NAVSPAN_UPDATE_GOLDEN=1, updates the file instead.
void expect_golden(const std::string& name, const std::string& now) {
    const fs::path path = kRoot / "tests/golden" / (name + ".txt");
    const Golden golden = read_golden(path);
    const std::string difference = first_difference(golden.fingerprints, now);
    if (golden.revision == kBakeRevision) {
        ASSERT_EQ(difference, "") << name << ": the tiles changed, but the bake revision is still " << kBakeRevision
                                  << "; raise kBakeRevision in src/bake/world/tile_key.h, then update the goldens";
    } else if (std::getenv("NAVSPAN_UPDATE_GOLDEN")) {
        std::ofstream(path) << "revision " << kBakeRevision << '\n' << now;
    } else {
        FAIL() << path << " is of bake revision " << golden.revision << ", the bake has revision " << kBakeRevision
               << ": update the goldens; first difference: " << difference;
    }
}

TEST(Golden, NoStageOfAnySceneChangesWithoutANewBakeRevision) {
    for (const fs::path& file : scene_files())
        expect_golden(file.stem().string(), fingerprints_of(load_scene(file)));
}

TEST(Golden, NoPartitionAndNoVolumeChangesWithoutANewBakeRevision) {
    expect_golden("partitions", fingerprints_of_partitions(load_scene(kRoot / "data/scenes/courtyard.obj")));
}

}  // namespace
}  // namespace navspan
