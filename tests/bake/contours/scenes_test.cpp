// Tests on real levels: contours satisfy their invariants, and no ring is dropped.

#include "support/scenes/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bake/contours/contours.h"
#include "bake/field/distance_field.h"
#include "bake/field/erode.h"
#include "bake/regions/regions.h"
#include "bake/voxelize/rasterize.h"
#include "bake/voxelize/walkable_triangles.h"
#include "check/stages/checks.h"
#include "core/angle.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/contours.h"
#include "navspan/bake/regions.h"
#include "navspan/io/obj.h"
#include "support/checks/short_calls.h"
#include "support/text/random.h"
#include "support/worlds/open_field.h"

namespace navspan {
namespace {

// Builds the compact field of a level and erodes it by `radius` [cell]. Without erosion, adjacent cells above and below a cliff
// can be in one region.
CompactHeightfield open_field(const TriangleSoup& soup, double cell_size, double cell_height, double radius) {
    const Lattice lattice{.origin = {}, .cell_size = cell_size, .cell_height = cell_height};
    const FilterParams params =
        support::recast_filters(int32_t(std::ceil(2 / cell_height - 1e-6)), int32_t(std::floor(0.9 / cell_height + 1e-6)));
    const Grid grid = *grid_of(soup, lattice);
    const WalkableTriangles walkable = mark_walkable_triangles(soup, 45);
    const Heightfield solid = *rasterize_triangles(soup, walkable.areas, lattice, grid, {params.link_climb});
    CompactHeightfield field = *filter_and_compact(solid, params).field;
    if (radius > 0) erode_walkable_area_euclidean(field, radius);
    return field;
}

// Checks the contours of all region methods on a field eroded by `radius` [cell].
void expect_sound_contours(const CompactHeightfield& field, double radius, const std::string& what) {
    const RegionMap maps[] = {build_regions_watershed(field, build_distance_field(field), {}),
                              build_regions_monotone(field, {}), build_regions_layers(field, {}),
                              build_regions_sheets(field, {})};
    for (const RegionMap& regions : maps) {
        for (const double max_error : {1.3, 4.0}) {
            const ContourParams params{.max_error = max_error, .clearance = radius};
            const ContourSet set = build_contours(field, regions, params);
            CheckReport report;
            check_contours(field, regions, set, params, report);
            EXPECT_TRUE(report.ok()) << what << " method " << &regions - maps << " error " << max_error << ": " << report.count
                                     << " broken, first: " << report.failures.front();
            for (const ContourIssue& t : set.issues)
                ADD_FAILURE() << what << " method " << &regions - maps << ": region " << t.region << " " << t.what;
        }
    }
}

TEST(ContoursOfScenes, KeepInvariantsAndDropNothing) {
    const std::vector<std::string> paths = support::all_scene_paths();
    if (paths.empty()) GTEST_SKIP() << "no scenes in data/scenes and NAVSPAN_SCENES is not set";
    for (const std::string& path : paths) {
        const Result<LoadedScene> scene = load_obj(std::vector<std::string>{path});
        ASSERT_TRUE(scene) << scene.error().message;
        expect_sound_contours(open_field(scene->soup, 0.3, 0.2, 2), 2, path);
        if (!support::kSanitized) expect_sound_contours(open_field(scene->soup, 0.3, 0.2, 0), 0, path + " without erosion");
    }
}

// Appends a ring with an irregular outer and inner border.
void add_floor(TriangleSoup& soup, double y) {
    support::Random random(9);
    constexpr uint32_t kCorners = 24;
    const auto first = uint32_t(soup.vertices.size());
    for (uint32_t k = 0; k < kCorners; ++k) {
        for (const double radius : {random.real(3, 5), random.real(8, 12)}) {
            const double angle = 360.0 * k / kCorners;
            soup.vertices.push_back({radius * cos_degrees(angle), y, -radius * sin_degrees(angle)});
        }
    }
    for (uint32_t k = 0; k < kCorners; ++k) {
        const uint32_t inner = first + 2 * k, next = first + 2 * ((k + 1) % kCorners);
        soup.triangles.insert(soup.triangles.end(), {{inner, inner + 1, next + 1}, {inner, next + 1, next}});
    }
}

TEST(ContourScenes, EveryStoreyOfATallBuildingHasThePolygonsOfOneStorey) {
    constexpr uint32_t kStoreys = 100;
    for (const Profile profile : {Profile::accurate, Profile::recast}) {
        BakeConfig config;
        config.profile = profile;
        TriangleSoup one, all;
        add_floor(one, 0);
        for (uint32_t k = 0; k < kStoreys; ++k)
            add_floor(all, 4.0 * k);
        const Result<NavMesh> floor = bake_nav_mesh(one, config, nav_mesh_info(config, "{}", "test"));
        const Result<NavMesh> building = bake_nav_mesh(all, config, nav_mesh_info(config, "{}", "test"));
        ASSERT_TRUE(floor.ok() && building.ok());
        EXPECT_GT(floor->polygon_count(), 10u);
        EXPECT_EQ(building->polygon_count(), kStoreys * floor->polygon_count());
        EXPECT_EQ(building->islands.size(), kStoreys * floor->islands.size());
    }
}

}  // namespace
}  // namespace navspan
