// Reads GeoJSON plans with random damage. The reader must return a valid mesh or a one-line error, and never crash.

#include "navspan/io/floor_plan.h"

#include <gtest/gtest.h>

#include "support/text/random.h"

namespace navspan {
namespace {

const std::string kPlanSample =
    R"({"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"name": "floor"}, "geometry": {"type": "Polygon", "coordinates":
[[[0, 0], [24, 0], [24, 16.5], [12, 20], [0, 16], [0, 0]], [[4, 4], [4, 8], [8, 8], [8, 4], [4, 4]]]}},
{"type": "Feature", "properties": {"area": "mud", "cost": 2}, "geometry": {"type": "MultiPolygon", "coordinates":
[[[[10, 1], [14, 1], [14, 9], [10, 1]]], [[[-3, 9], [7, 11], [3, 14], [-3, 9]]]]}},
{"type": "Feature", "properties": {"kind": "obstacle"}, "geometry": {"type": "Polygon", "coordinates":
[[[16, 2], [22, 2], [22, 9], [18, 4], [16, 2]]]}}]})";

void expect_sound_plan(const std::string& text, double radius) {
    BakeConfig config;
    config.agent.radius = radius;
    const auto one_line = [](const Error& error) {
        EXPECT_NE(error.kind, ErrorKind::interrupted);
        for (const char c : error.message)
            ASSERT_TRUE(c >= ' ' && c <= '~') << error.message;
    };
    const Result<FloorPlan> floor = parse_floor_plan(text, "fuzz.geojson");
    if (!floor) return one_line(floor.error());
    Warnings warnings;
    const Result<NavMesh> mesh = nav_mesh_from_floor_plan(*floor, config, "fuzz.geojson", {}, warnings);
    if (!mesh) return one_line(mesh.error());
    const Status valid = validate_nav_mesh(*mesh);
    EXPECT_TRUE(valid.ok()) << valid.error().message;
}

TEST(FuzzFloorPlan, EveryPrefixIsReadOrRefused) {
    expect_sound_plan(kPlanSample, 0.25);
    for (size_t n = 0; n < kPlanSample.size(); ++n) {
        SCOPED_TRACE(n);
        expect_sound_plan(kPlanSample.substr(0, n), 0.25);
    }
}

TEST(FuzzFloorPlan, RandomDamageIsReadOrRefused) {
    const std::string alphabet = "0123456789.-+eE[]{},:\" \nnulaF";
    for (uint64_t seed = 1; seed <= support::rounds(5000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        support::Random random(seed);
        std::string text = kPlanSample;
        // Most changes replace digits, so that many plans remain readable.
        for (int k = random.between(1, 4); k > 0; --k) {
            const bool digits = random.chance(0.8);
            const size_t at = size_t(random.between(0, int32_t(text.size()) - 1));
            if (digits && (text[at] < '0' || text[at] > '9')) continue;
            text[at] =
                digits ? char('0' + random.between(0, 9)) : alphabet[size_t(random.between(0, int32_t(alphabet.size()) - 1))];
        }
        expect_sound_plan(text, seed % 3 ? 0 : 0.5);
    }
}

}  // namespace
}  // namespace navspan
