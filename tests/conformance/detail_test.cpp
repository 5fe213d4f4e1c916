// Tests our detail mesh on librecast's polygons, regions and field, and measures librecast's detail mesh for comparison. The
// two triangulations differ, because librecast reads heights only on a coarse grid of samples.

#include "navbench/recast/detail.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "bake/detail/mesh.h"
#include "bake/field/open_spans.h"
#include "bake/voxelize/rasterize.h"
#include "check/stages/checks.h"
#include "core/predicates.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/io/obj.h"
#include "support/scenes/scenes.h"

namespace navspan {
namespace {

using namespace support;

VoxelConfig demo_voxels(RegionMethod regions) {
    VoxelConfig config;  // RecastDemo's defaults
    config.ledges = LedgeTest::plain;
    config.erosion = ErosionMethod::chamfer;
    config.region_method = regions;
    config.heights = HeightSource::voxels;
    return config;
}

// Builds 60 x 60 wu of ground with hills, the wall of a terrace, and steps.
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

// Height errors of librecast's detail mesh. A cell centre inside a polygon is measured if the cell has a floor in the region of
// the polygon. The voxel that librecast adds to all heights is subtracted first.
struct RecastDetailErrors {
    double largest = 0, mean = 0;  // absolute difference between the mesh and the floor [vx]
    uint64_t cells = 0, over = 0;  // `cells`: measured cells; `over`: cells whose error exceeds the limit
};

RecastDetailErrors recast_detail_errors(const RecastBake& bake, const DetailInput& input, double wanted) {
    const rcPolyMeshDetail& detail = *bake.detail;
    std::vector<std::vector<uint32_t>> spans_of_region(size_t(input.regions.region_count) + 1);
    std::vector<LatticePoint> cell_of(input.field.span_count());
    for_each_open_span(input.field, [&](int32_t x, int32_t z, uint32_t i) {
        cell_of[i] = {x, z};
        spans_of_region[input.regions.region[i]].push_back(i);
    });
    RecastDetailErrors errors;
    for (size_t p = 0; p < input.mesh.polygons.size(); ++p) {
        const PolyMeshPolygon& polygon = input.mesh.polygons[p];
        const auto indices = polygon_indices(input.mesh, polygon);
        const unsigned* part = detail.meshes + p * 4;
        const float* verts = detail.verts + size_t(part[0]) * 3;
        for (const uint32_t i : spans_of_region[polygon.region]) {
            const LatticePoint centre{2 * cell_of[i].x + 1, 2 * cell_of[i].z + 1};
            bool inside = true;
            for (uint32_t k = 0; k < polygon.count && inside; ++k) {
                const PolyMeshVertex &a = input.mesh.vertices[indices[k]],
                                     &b = input.mesh.vertices[indices[(k + 1) % polygon.count]];
                inside = is_left({2 * a.x, 2 * a.z}, {2 * b.x, 2 * b.z}, centre);
            }
            if (!inside) continue;
            const double x = (cell_of[i].x + 0.5) * bake.cs + bake.bmin[0], z = (cell_of[i].z + 0.5) * bake.cs + bake.bmin[2];
            double best_out = 1e9, best_y = 0;
            for (unsigned t = 0; t < part[3]; ++t) {
                const unsigned char* tri = detail.tris + (size_t(part[2]) + t) * 4;
                const float *a = verts + tri[0] * 3, *b = verts + tri[1] * 3, *c = verts + tri[2] * 3;
                const double det = double(b[0] - a[0]) * (c[2] - a[2]) - double(b[2] - a[2]) * (c[0] - a[0]);
                if (det == 0) continue;
                const double v = ((x - a[0]) * (c[2] - a[2]) - (z - a[2]) * (c[0] - a[0])) / det;
                const double w = ((b[0] - a[0]) * (z - a[2]) - (b[2] - a[2]) * (x - a[0])) / det;
                const double out = std::max({-v, -w, v + w - 1});
                if (out < best_out) best_out = out, best_y = a[1] + v * (b[1] - a[1]) + w * (c[1] - a[1]);
            }
            const double y = (best_y - bake.bmin[1]) / bake.ch - 1;
            const double error = std::fabs(y - input.field.floor[i]);
            errors.largest = std::max(errors.largest, error);
            errors.mean += error;
            ++errors.cells;
            errors.over += error > wanted + 1e-3;
        }
    }
    if (errors.cells) errors.mean /= double(errors.cells);
    return errors;
}

void compare_detail(const TriangleSoup& soup, const VoxelConfig& config, const std::string& name) {
    const Result<Grid> grid = grid_of(soup, config.lattice);
    ASSERT_TRUE(grid.ok()) << grid.error().message;
    RecastBake bake = recast_input(soup, config, *grid);
    recast_run(bake);
    const DetailInput input = detail_input_of(bake);
    const GroundTriangles triangles{soup, bake.areas, config.lattice};
    const DetailParams params{config.detail_sample_distance, config.detail_max_error};
    const RecastDetailErrors theirs = recast_detail_errors(bake, input, params.max_error);
    for (const GroundTriangles* source : {static_cast<const GroundTriangles*>(nullptr), &triangles}) {
        const DetailMesh detail = build_detail_mesh(input.mesh, input.field, input.regions, source, params);
        CheckReport report;
        check_detail_mesh(detail, {input.mesh, input.field, input.regions, source}, params, report);
        EXPECT_TRUE(report.ok()) << name << ": " << report.failures[0];
        EXPECT_LE(detail.max_error, float(params.max_error));
        // Our mesh needs more triangles, because it keeps the error of every cell within the limit.
        EXPECT_LT(detail.triangles.size(), 5 * size_t(bake.detail->ntris) + 100) << name;
        std::printf(
            "%s, %s: %zu triangles, largest error %.2f vx; librecast %d, %.2f, mean %.2f, over the limit %llu of %llu\n",
            name.c_str(), source ? "triangles" : "voxels", detail.triangles.size(), double(detail.max_error),
            bake.detail->ntris, theirs.largest, theirs.mean, static_cast<unsigned long long>(theirs.over),
            static_cast<unsigned long long>(theirs.cells));
    }
}

TEST(DetailConformance, ErrorBoundHoldsAtEveryCellUnlikeRecast) {
    for (const RegionMethod method : {RegionMethod::watershed, RegionMethod::monotone, RegionMethod::layers}) {
        compare_detail(hills(), demo_voxels(method), "hills");
    }
}

TEST(DetailConformance, ErrorBoundHoldsAtEveryCellOfTheScenes) {
    if (!support::scenes_folder()) GTEST_SKIP() << "NAVSPAN_SCENES is not set";
    for (const std::string& file : support::further_scene_paths()) {
        const auto scene = load_obj(std::vector<std::string>{file});
        ASSERT_TRUE(scene.ok()) << scene.error().message;
        compare_detail(scene->soup, demo_voxels(RegionMethod::watershed), std::filesystem::path(file).filename().string());
    }
}

}  // namespace
}  // namespace navspan
