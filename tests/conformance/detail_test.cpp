// Our detail mesh on librecast's own polygons, regions and field, with librecast's measured beside it. The two triangulations
// are not the same: librecast looks at a coarse grid of samples only.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "bake/voxelize/rasterize.h"
#include "check/stages/checks.h"
#include "navbench/recast/detail.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/io/obj.h"

namespace navspan {
namespace {

using namespace support;

VoxelConfig demo_voxels(RegionMethod regions) {
    VoxelConfig config;  // RecastDemo's numbers
    config.ledges = LedgeTest::plain;
    config.erosion = ErosionMethod::chamfer;
    config.region_method = regions;
    config.heights = HeightSource::voxels;
    return config;
}

// Hills, a terrace wall and steps, 60 x 60 units.
TriangleSoup hills() {
    TriangleSoup soup;
    constexpr uint32_t kSide = 41;
    for (uint32_t z = 0; z < kSide; ++z) {
        for (uint32_t x = 0; x < kSide; ++x) {
            const double u = (x - 25.0) / 6, v = (z - 14.0) / 5, w = (x - 8.0) / 4, t = (z - 30.0) / 7;
            const double terrace = x > 30 && z > 22 ? 3.1 : 0;
            const double steps = x < 10 && z < 12 ? 0.35 * double(z / 2) : 0;
            soup.vertices.push_back({x * 1.5, 6 / (1 + u * u + v * v) - 4 / (1 + w * w + t * t) + terrace + steps, z * 1.5});
        }
    }
    for (uint32_t z = 0; z + 1 < kSide; ++z) {
        for (uint32_t x = 0; x + 1 < kSide; ++x) {
            const uint32_t a = z * kSide + x;
            soup.triangles.push_back({a, a + kSide, a + kSide + 1});
            soup.triangles.push_back({a, a + kSide + 1, a + 1});
        }
    }
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    return soup;
}

void compare_detail(const TriangleSoup& soup, const VoxelConfig& config, const std::string& name) {
    const Result<Grid> grid = grid_of(soup, config.lattice);
    ASSERT_TRUE(grid.ok()) << grid.error().message;
    RecastBake bake = recast_input(soup, config, *grid);
    recast_run(bake);
    const DetailInput input = detail_input_of(bake);
    const TriangleHeights heights = bin_walkable_triangles(soup, bake.areas, config.lattice, *grid);
    const DetailParams params{config.detail_sample_distance, config.detail_max_error};
    const DetailErrors theirs = recast_detail_errors(bake, input, params.max_error);
    for (const TriangleHeights* source : {static_cast<const TriangleHeights*>(nullptr), &heights}) {
        const DetailMesh detail = build_detail_mesh(input.mesh, input.field, input.regions, source, params);
        CheckReport report;
        check_detail_mesh(detail, {input.mesh, input.field, input.regions, source}, params, report);
        EXPECT_TRUE(report.ok()) << name << ": " << report.failures[0];
        EXPECT_LE(detail.max_error, float(params.max_error));
        // keeping every cell within the error takes more triangles, but of the same order
        EXPECT_LT(detail.triangles.size(), 5 * size_t(bake.detail->ntris) + 100) << name;
        std::printf(
            "%s, %s: %zu triangles, largest error %.2f vx; librecast %d, %.2f, mean %.2f, over the limit %llu of %llu\n",
            name.c_str(), source ? "triangles" : "voxels", detail.triangles.size(), double(detail.max_error),
            bake.detail->ntris, theirs.largest, theirs.mean, static_cast<unsigned long long>(theirs.over),
            static_cast<unsigned long long>(theirs.cells));
    }
}

TEST(DetailConformance, ErrorHoldsAtEveryCellWhereRecastsDoesNot) {
    for (const RegionMethod method : {RegionMethod::watershed, RegionMethod::monotone, RegionMethod::layers}) {
        compare_detail(hills(), demo_voxels(method), "hills");
    }
}

TEST(DetailConformance, ErrorHoldsAtEveryCellOfTheScenes) {
    const char* const folder = std::getenv("NAVSPAN_SCENES");
    if (!folder) GTEST_SKIP() << "NAVSPAN_SCENES is not set";
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".obj") files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    for (const std::string& file : files) {
        const auto scene = load_obj(std::vector<std::string>{file});
        ASSERT_TRUE(scene.ok()) << scene.error().message;
        compare_detail(scene->soup, demo_voxels(RegionMethod::watershed), std::filesystem::path(file).filename().string());
    }
}

}  // namespace
}  // namespace navspan
