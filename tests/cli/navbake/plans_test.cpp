// Tests navbake with floor plans (.geojson) as levels. Options that do not apply to plans must be errors.

#include "cli/programs.h"

namespace navspan::cli_test {
namespace {

const std::string kOffice = support::source_path("data/plans/office.geojson");

TEST(Plans, AGeojsonFileBecomesALevel) {
    const TemporaryFolder folder;
    const std::string level = folder / "office.nav";
    for (const char* way : {"merge", "meadow"}) {
        expect_success(navbake({kOffice, "-o", level, "--agent-radius", "0.3", "--plan-partition", way, "--check", "-q"}));
        const ProgramResult result = navquery({level, "--from", "20,0,-13", "--to", "9,0,-15"});
        expect_success(result);
        EXPECT_EQ(result.out.substr(0, 16), "complete\nlength ") << result.out;
    }
    expect_success(
        navbake({kOffice, "-o", level, "--agent-radius", "0.3", "--plan-triangulation", "monotone", "--check", "-q"}));
}

TEST(Plans, RefusesOptionsThatDoNotApply) {
    const TemporaryFolder folder;
    const std::string level = folder / "office.nav";
    const auto refused = [&](const Arguments& more, const std::string& line) {
        Arguments arguments{kOffice, "-o", level, "-q"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        expect_failure(navbake(arguments), 2, "navbake: error: " + line);
    };
    refused({"--voxels-cell-size", "0.2"}, "voxels.cell_size: " + kOffice +
                                               " is a plan, and only agent, areas, rules, plan, polygons and off_mesh_links "
                                               "apply to it; leave it out");
    refused({"--suggest"}, "--suggest needs triangles, not a plan; give a level of triangles");
    refused({"--plan-partition", "meadow", "--plan-triangulation", "ears"},
            "plan.triangulation: partition meadow does not triangulate; leave it out, or set plan.partition to merge");
    refused({"--up", "z"}, "--up: makes no sense with a plan; leave it out");
    refused({kOffice}, "a plan is a whole level; give one .geojson file, or .obj, .gltf, .glb or .png files, not both");
    EXPECT_EQ(folder.names(), "");
}

TEST(Plans, BadPlansAreRefusedWithTheirPosition) {
    const TemporaryFolder folder;
    const std::string level = folder / "a.nav";
    const std::string tie =
        folder.write("a.geojson", R"({"type": "Polygon", "coordinates": [[[0,0],[4,4],[4,0],[0,4],[0,0]]]})");
    expect_failure(navbake({tie, "-o", level, "-q"}), 3,
                   "navbake: error: " + tie +
                       ": the edge from coordinates[0][0] at 0, 0 crosses or touches the edge from position 2 at 4, 0");
    const std::string small =
        folder.write("b.geojson", R"({"type": "Polygon", "coordinates": [[[0,0],[1,0],[1,1],[0,1],[0,0]]]})");
    expect_failure(navbake({small, "-o", level, "-q"}), 1,
                   "navbake: error: " + small +
                       ": no ground is left in the plan; lower agent.radius, or use --allow-empty to write the empty mesh");
    expect_success(navbake({small, "-o", level, "-q", "--allow-empty"}));
}

TEST(Plans, PlanKeysAreUnusedForTriangleInput) {
    const TemporaryFolder folder;
    const ProgramResult baked =
        navbake({folder.write("a.obj", square(10)), "-o", folder / "a.nav", "--plan-partition", "meadow"});
    expect_success(baked);
    EXPECT_NE(baked.err.find("plan.partition only has an effect on floor plans; leave it out"), std::string::npos);
}

}  // namespace
}  // namespace navspan::cli_test
