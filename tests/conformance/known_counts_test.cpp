// Tests that our stages, if they start from librecast's voxels, give exactly the known counts of Recast (known_counts).
//
// The voxels are made as in RecastDemo. Coordinates are floats relative to the world's origin. Every face is triangulated as a
// fan around its first corner, even if the face is concave.

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bake/contours/contours.h"
#include "bake/field/distance_field.h"
#include "bake/field/erode.h"
#include "bake/polygons/poly_mesh.h"
#include "bake/regions/regions.h"
#include "bake/voxelize/rasterize.h"
#include "bake/voxelize/walkable_triangles.h"
#include "navbench/recast/stages.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/bake/filters.h"
#include "navspan/bake/regions.h"
#include "support/bakes/counts.h"
#include "support/checks/short_calls.h"
#include "support/scenes/scenes.h"
#include "support/text/random.h"

namespace navspan::support {
namespace {

TriangleSoup read_as_fans(const std::string& path) {
    TriangleSoup soup;
    std::ifstream file(path);
    for (std::string line, kind, corner; std::getline(file, line);) {
        std::istringstream words(line);
        words >> kind;
        if (kind == "v") {
            DVec3 v;
            words >> v.x >> v.y >> v.z;
            soup.vertices.push_back(v);
        } else if (kind == "f") {
            std::vector<uint32_t> corners;
            while (words >> corner)
                corners.push_back(uint32_t(std::stoul(corner) - 1));
            for (size_t k = 2; k < corners.size(); ++k)
                soup.triangles.push_back({corners[0], corners[k - 1], corners[k]});
        }
        kind.clear();
    }
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    return soup;
}

Heightfield demo_solid(const TriangleSoup& soup, const VoxelConfig& config, const Grid& grid) {
    RecastBake bake = recast_input(soup, config, grid);
    bake.own_vertices.clear();
    for (const DVec3& v : soup.vertices)
        bake.own_vertices.insert(bake.own_vertices.end(), {float(v.x), float(v.y), float(v.z)});
    bake.vertices = bake.own_vertices;
    const float corner[3] = {bake.cs * float(grid.x0), bake.ch * float(grid.y0), bake.cs * float(grid.z0)};
    for (int k = 0; k < 3; ++k) {
        bake.bmin[k] = corner[k];
        bake.bmax[k] += corner[k];
    }
    recast_mark_walkable(bake);
    recast_rasterize(bake);
    return heightfield_of(*bake.solid, grid);
}

// Runs the stages after rasterization on a solid field and counts their products.
Counts count_from_solid(const Heightfield& solid, BakeProducts products, const VoxelConfig& config) {
    Counts counts{};
    const auto count = [&](Stage stage) { count_stage(stage, products, counts); };
    count(Stage::mark_walkable);
    products.heightfield = &solid;
    count(Stage::rasterize);
    std::vector<SpanFate> fates;
    CompactHeightfield field = *filter_and_compact(solid, filter_params(config), &fates).field;
    products.fates = fates;
    count(Stage::filter_low_hanging);
    count(Stage::filter_ledges);
    count(Stage::filter_low_height);

    products.compact = &field;
    count(Stage::compact_heightfield);
    erode_walkable_area_chamfer(field, config.walkable_radius);
    count(Stage::erode);
    const bool watershed = config.region_method == RegionMethod::watershed;
    const DistanceField distance = watershed ? build_distance_field(field) : DistanceField{};
    products.distance = &distance;
    count(Stage::distance_field);

    const RegionParams params{config.min_region_area, config.merge_region_area, false};
    const RegionMap regions = watershed ? build_regions_watershed(field, distance, params)
                              : config.region_method == RegionMethod::monotone ? build_regions_monotone(field, params)
                                                                               : build_regions_layers(field, params);
    products.regions = &regions;
    count(Stage::regions);
    const ContourSet contours = build_contours(field, regions,
                                               {.max_error = config.contour_max_error,
                                                .max_edge_length = config.max_edge_length,
                                                .walls = WallSimplification::two_sided,
                                                .refine = false});
    products.contours = &contours;
    count(Stage::contours);
    const PolyMesh mesh = build_poly_mesh(contours, {.max_vertices = config.max_vertices});
    products.poly_mesh = &mesh;
    count(Stage::poly_mesh);
    return counts;
}

TEST(KnownCountsConformance, CountsFromRecastVoxelsAreExact) {
    const auto folder = scenes_folder();
    if (!folder) GTEST_SKIP() << "NAVSPAN_SCENES is not set";
    for (const KnownCounts& known : known_counts()) {
        if (kSanitized && known.cell_size < 0.2) continue;
        SCOPED_TRACE(known_name(known));
        const TriangleSoup soup = read_as_fans(*folder + "/" + known.scene + ".obj");
        VoxelConfig config = recast_settings(known.cell_size, known.cell_height);
        config.region_method = known.method;
        const Grid grid = *grid_of(soup, config.lattice);
        const WalkableTriangles walkable = mark_walkable_triangles(soup, config.max_slope);
        const BakeProducts products{.config = &config, .soup = &soup, .grid = &grid, .walkable = &walkable};
        const Counts counts = count_from_solid(demo_solid(soup, config, grid), products, config);
        for (size_t k = 0; k < kCounts; ++k) {
            // The known area is rounded to two decimals.
            const double digits = Count(k) == Count::area ? 0.0051 : 0;
            EXPECT_NEAR(counts[k], known.counts[k], digits) << count_name(Count(k));
        }
    }
}

}  // namespace
}  // namespace navspan::support
