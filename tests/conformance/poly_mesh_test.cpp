// Compares our polygon mesh with librecast's polygon mesh in two tests.
//
// In the first test, both meshes are built from librecast's contours. Regions without holes must give the same polygons. For
// regions with holes, only the total areas must be equal, because librecast joins each hole to the outline of its region by a
// bridge (a pair of edges), and our code treats these edges as walls.
//
// In the second test, both libraries start from the same solid field. All regions must give the same polygons.

#include "navspan/bake/poly_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "bake/contours/contours.h"
#include "bake/field/distance_field.h"
#include "bake/field/erode.h"
#include "bake/polygons/poly_mesh.h"
#include "bake/regions/regions.h"
#include "bake/voxelize/rasterize.h"
#include "field_pair.h"
#include "navbench/recast/stages.h"
#include "navspan/io/scene.h"
#include "polygon/ring.h"
#include "support/checks/short_calls.h"
#include "support/scenes/scenes.h"
#include "support/worlds/open_field.h"

namespace navspan::support {
namespace {

ContourSet contours_from(const rcContourSet& from, const Grid& grid) {
    ContourSet set;
    set.grid = grid;
    std::vector<const rcContour*> order;
    for (int i = 0; i < from.nconts; ++i) {
        if (from.conts[i].nverts >= 3) order.push_back(&from.conts[i]);
    }
    std::stable_sort(order.begin(), order.end(), [](const rcContour* a, const rcContour* b) { return a->reg < b->reg; });
    for (const rcContour* c : order) {
        set.contours.push_back(
            {.region = c->reg, .area = c->area, .first = uint32_t(set.vertices.size()), .count = uint32_t(c->nverts)});
        for (int i = 0; i < c->nverts; ++i) {
            const int* v = c->verts + 4 * i;
            set.vertices.push_back({v[0], v[2], v[1], uint32_t(v[3] & RC_CONTOUR_REG_MASK), (v[3] & RC_AREA_BORDER) != 0});
        }
    }
    return set;
}

// The corners of a polygon in order, starting with the smallest.
using Corners = std::vector<std::pair<int32_t, int32_t>>;

Corners from_smallest(Corners corners) {
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    return corners;
}

using Polygons = std::map<uint32_t, std::multiset<Corners>>;  // region id -> its polygons

Polygons polygons_of(const PolyMesh& mesh) {
    Polygons result;
    for (const PolyMeshPolygon& p : mesh.polygons) {
        Corners corners;
        for (const uint32_t v : polygon_indices(mesh, p))
            corners.emplace_back(mesh.vertices[v].x, mesh.vertices[v].z);
        result[p.region].insert(from_smallest(corners));
    }
    return result;
}

Polygons polygons_of(const rcPolyMesh& mesh) {
    Polygons result;
    for (int p = 0; p < mesh.npolys; ++p) {
        Corners corners;
        const unsigned short* polygon = mesh.polys + 2 * size_t(p) * size_t(mesh.nvp);
        for (int k = 0; k < mesh.nvp && polygon[k] != RC_MESH_NULL_IDX; ++k) {
            corners.emplace_back(mesh.verts[3 * polygon[k]], mesh.verts[3 * polygon[k] + 2]);
        }
        result[mesh.regs[p]].insert(from_smallest(corners));
    }
    return result;
}

int64_t area_of(const std::multiset<Corners>& polygons) {
    int64_t area = 0;
    for (const Corners& corners : polygons) {
        std::vector<LatticePoint> ring;
        for (const auto& [x, z] : corners)
            ring.push_back({x, z});
        area += doubled_area(ring);
    }
    return area;
}

std::set<uint32_t> regions_with_holes(const ContourSet& contours) {
    std::set<uint32_t> result;
    for (const Contour& contour : contours.contours) {
        std::set<std::pair<int32_t, int32_t>> points;
        for (uint32_t i = contour.first; i < contour.first + contour.count; ++i) {
            points.emplace(contours.vertices[i].x, contours.vertices[i].z);
        }
        if (points.size() != contour.count) result.insert(contour.region);
    }
    return result;
}

void compare_poly_mesh(RecastBake& bake, int32_t max_vertices) {
    SCOPED_TRACE("max_vertices " + std::to_string(max_vertices));
    bake.config.max_vertices = max_vertices;
    recast_poly_mesh(bake);
    const ContourSet contours = contours_from(*bake.contours, bake.grid);
    const PolyMesh mesh = build_poly_mesh(contours, {.max_vertices = max_vertices});
    const std::set<uint32_t> holed = regions_with_holes(contours);
    const Polygons ours = polygons_of(mesh), theirs = polygons_of(*bake.mesh);
    ASSERT_EQ(ours.size(), theirs.size());
    for (const auto& [region, polygons] : theirs) {
        const auto mine = ours.find(region);
        ASSERT_NE(mine, ours.end()) << "region " << region;
        EXPECT_EQ(area_of(mine->second), area_of(polygons)) << "region " << region;
        if (holed.count(region)) continue;
        EXPECT_EQ(mine->second.size(), polygons.size()) << "region " << region;
        EXPECT_TRUE(mine->second == polygons) << "region " << region;
    }
    EXPECT_TRUE(mesh.issues.empty());
    EXPECT_EQ(mesh.vertices.size(), size_t(bake.mesh->nverts));
}

// True if librecast takes too long to merge the triangles of a contour: a minute for a thousand triangles. Tests then compare
// only the unmerged triangles.
bool merges_slowly(const rcContourSet& contours) {
    constexpr int kMost = 600;
    return std::any_of(contours.conts, contours.conts + contours.nconts, [](const rcContour& c) { return c.nverts > kMost; });
}

// True if librecast's contours overlap themselves: its watershed makes one region of the tower's whole ramp.
bool overlaps_itself(const std::string& path, RegionMethod method) {
    return scene_name(path) == "tower" && method == RegionMethod::watershed;
}

TEST(PolyMeshConformance, SamePolygonsFromTheSameContours) {
    const auto paths = all_scene_paths();
    if (paths.empty()) GTEST_SKIP() << "no scenes in data/scenes and NAVSPAN_SCENES is not set";
    for (const std::string& path : paths) {
        const TriangleSoup soup = load_scene(path);
        VoxelConfig config = recast_settings(0.3, 0.2);
        const Result<Grid> grid = grid_of(soup, config.lattice);
        ASSERT_TRUE(grid) << grid.error().message;
        for (const RegionMethod method : {RegionMethod::watershed, RegionMethod::monotone, RegionMethod::layers}) {
            if (overlaps_itself(path, method)) continue;
            SCOPED_TRACE(scene_name(path) + " partition " + std::to_string(int(method)));
            config.region_method = method;
            RecastBake bake = recast_input(soup, config, *grid);
            recast_run(bake, recast_contours);
            for (const int32_t max_vertices : {3, 6, 12}) {
                if (max_vertices == 3 || !merges_slowly(*bake.contours)) compare_poly_mesh(bake, max_vertices);
            }
        }
    }
}

std::multiset<Corners> all_of(const Polygons& polygons) {
    std::multiset<Corners> result;
    for (const auto& [region, part] : polygons)
        result.insert(part.begin(), part.end());
    return result;
}

void compare_from_solid(const Heightfield& solid, const TriangleSoup& soup, const VoxelConfig& config) {
    RecastBake bake = recast_input(soup, config, solid.grid);
    set_solid(bake, solid);
    recast_compact(bake);
    recast_erode(bake);
    if (config.region_method == RegionMethod::watershed) recast_distance(bake);
    recast_regions(bake);
    recast_contours(bake);
    if (merges_slowly(*bake.contours)) bake.config.max_vertices = 3;
    recast_poly_mesh(bake);

    CompactHeightfield field =
        open_field(solid, {.walkable_height = config.walkable_height, .walkable_climb = config.walkable_climb});
    erode_walkable_area_chamfer(field, config.walkable_radius);
    const RegionParams params{config.min_region_area, config.merge_region_area};
    const RegionMap regions = config.region_method == RegionMethod::watershed
                                  ? build_regions_watershed(field, build_distance_field(field), params)
                              : config.region_method == RegionMethod::monotone ? build_regions_monotone(field, params)
                                                                               : build_regions_layers(field, params);
    ContourParams contour_params{.max_error = config.contour_max_error, .max_edge_length = config.max_edge_length};
    contour_params.walls = WallSimplification::two_sided;
    contour_params.refine = false;
    const PolyMesh mesh =
        build_poly_mesh(build_contours(field, regions, contour_params), {.max_vertices = bake.config.max_vertices});

    const std::multiset<Corners> ours = all_of(polygons_of(mesh)), theirs = all_of(polygons_of(*bake.mesh));
    EXPECT_EQ(ours.size(), theirs.size());
    EXPECT_EQ(area_of(ours), area_of(theirs));
    EXPECT_TRUE(ours == theirs);
    EXPECT_EQ(mesh.vertices.size(), size_t(bake.mesh->nverts));
    EXPECT_TRUE(mesh.issues.empty());
}

TEST(PolyMeshConformance, SamePolygonsFromTheSameSolidField) {
    const auto paths = all_scene_paths();
    if (paths.empty()) GTEST_SKIP() << "no scenes in data/scenes and NAVSPAN_SCENES is not set";
    for (const std::string& path : paths) {
        const TriangleSoup soup = load_scene(path);
        VoxelConfig config = recast_settings(0.3, 0.2);
        const Heightfield solid = filtered_solid(soup, config);
        for (const RegionMethod method : {RegionMethod::watershed, RegionMethod::monotone, RegionMethod::layers}) {
            if (overlaps_itself(path, method)) continue;
            SCOPED_TRACE(scene_name(path) + " partition " + std::to_string(int(method)));
            config.region_method = method;
            compare_from_solid(solid, soup, config);
        }
    }
}

}  // namespace
}  // namespace navspan::support
