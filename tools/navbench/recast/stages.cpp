// A thin wrapper around librecast with a function for each stage. Takes our input types and returns librecast's objects.
//
// librecast runs on our grid, so both libraries use the same cells and indices. recast_input makes coordinates relative to the
// grid's corner before rounding to floats. Far from the origin, rounding would otherwise shift lattice lines, and the libraries
// would disagree.

#include "navbench/recast/stages.h"

#include <stdexcept>
#include <string>

namespace navspan::support {

void require_recast(bool succeeded, const char* call) {
    if (!succeeded) throw std::runtime_error(std::string("librecast failed in ") + call);
}

RecastBake recast_input(const TriangleSoup& soup, const VoxelConfig& config, const Grid& grid) {
    RecastBake bake;
    bake.config = config;
    bake.grid = grid;
    const Lattice& lattice = config.lattice;
    const DVec3 corner = grid_corner(lattice, grid);
    bake.own_vertices.reserve(soup.vertices.size() * 3);
    for (const DVec3& v : soup.vertices) {
        const DVec3 p = v - corner;
        bake.own_vertices.insert(bake.own_vertices.end(), {float(p.x), float(p.y), float(p.z)});
    }
    bake.own_triangles.reserve(soup.triangles.size() * 3);
    for (const auto& t : soup.triangles)
        bake.own_triangles.insert(bake.own_triangles.end(), {int(t[0]), int(t[1]), int(t[2])});
    bake.own_areas = soup.areas;
    bake.vertices = bake.own_vertices, bake.triangles = bake.own_triangles, bake.wanted_areas = bake.own_areas;
    bake.cs = float(lattice.cell_size);
    bake.ch = float(lattice.cell_height);
    bake.bmax[0] = float(lattice.cell_size * grid.width);
    bake.bmax[1] = float(lattice.cell_height * RC_SPAN_MAX_HEIGHT);
    bake.bmax[2] = float(lattice.cell_size * grid.depth);
    return bake;
}

void recast_mark_walkable(RecastBake& bake) {
    bake.areas.assign(bake.wanted_areas.size(), 0);
    rcMarkWalkableTriangles(&bake.context, float(bake.config.max_slope), bake.vertices.data(), int(bake.vertices.size() / 3),
                            bake.triangles.data(), int(bake.triangles.size() / 3), bake.areas.data());
    for (size_t i = 0; i < bake.areas.size(); ++i) {
        if (bake.areas[i] != RC_NULL_AREA) bake.areas[i] = bake.wanted_areas[i];
    }
}

void recast_create_solid(RecastBake& bake) {
    bake.solid.reset(rcAllocHeightfield());
    require_recast(bake.solid && rcCreateHeightfield(&bake.context, *bake.solid, bake.grid.width, bake.grid.depth, bake.bmin,
                                                     bake.bmax, bake.cs, bake.ch),
                   "rcCreateHeightfield");
}

void recast_rasterize(RecastBake& bake) {
    recast_create_solid(bake);
    require_recast(
        rcRasterizeTriangles(&bake.context, bake.vertices.data(), int(bake.vertices.size() / 3), bake.triangles.data(),
                             bake.areas.data(), int(bake.triangles.size() / 3), *bake.solid, bake.config.walkable_climb),
        "rcRasterizeTriangles");
}

void recast_filter_low_hanging(RecastBake& bake) {
    rcFilterLowHangingWalkableObstacles(&bake.context, bake.config.walkable_climb, *bake.solid);
}

void recast_filter_ledges(RecastBake& bake) {
    rcFilterLedgeSpans(&bake.context, bake.config.walkable_height, bake.config.walkable_climb, *bake.solid);
}

void recast_filter_low_height(RecastBake& bake) {
    rcFilterWalkableLowHeightSpans(&bake.context, bake.config.walkable_height, *bake.solid);
}

void recast_compact(RecastBake& bake) {
    bake.compact.reset(rcAllocCompactHeightfield());
    require_recast(bake.compact && rcBuildCompactHeightfield(&bake.context, bake.config.walkable_height,
                                                             bake.config.walkable_climb, *bake.solid, *bake.compact),
                   "rcBuildCompactHeightfield");
}

void recast_erode(RecastBake& bake) {
    require_recast(rcErodeWalkableArea(&bake.context, bake.config.walkable_radius, *bake.compact), "rcErodeWalkableArea");
}

void recast_median(RecastBake& bake) {
    require_recast(rcMedianFilterWalkableArea(&bake.context, *bake.compact), "rcMedianFilterWalkableArea");
}

void recast_distance(RecastBake& bake) {
    require_recast(rcBuildDistanceField(&bake.context, *bake.compact), "rcBuildDistanceField");
}

void recast_regions(RecastBake& bake) {
    const int border = bake.border, min_area = int(bake.config.min_region_area),
              merge_area = int(bake.config.merge_region_area);
    switch (bake.config.region_method) {
        case RegionMethod::watershed:
            return require_recast(rcBuildRegions(&bake.context, *bake.compact, border, min_area, merge_area), "rcBuildRegions");
        case RegionMethod::monotone:
            return require_recast(rcBuildRegionsMonotone(&bake.context, *bake.compact, border, min_area, merge_area),
                                  "rcBuildRegionsMonotone");
        case RegionMethod::layers:
            return require_recast(rcBuildLayerRegions(&bake.context, *bake.compact, border, min_area), "rcBuildLayerRegions");
        case RegionMethod::sheets:
            return require_recast(false, "regions: librecast has no sheets");
    }
}

void recast_contours(RecastBake& bake) {
    bake.contours.reset(rcAllocContourSet());
    const int flags = (bake.config.split_wall_edges ? int(RC_CONTOUR_TESS_WALL_EDGES) : 0) |
                      (bake.config.split_area_edges ? int(RC_CONTOUR_TESS_AREA_EDGES) : 0);
    require_recast(bake.contours && rcBuildContours(&bake.context, *bake.compact, float(bake.config.contour_max_error),
                                                    bake.config.max_edge_length, *bake.contours, flags),
                   "rcBuildContours");
}

void recast_poly_mesh(RecastBake& bake) {
    bake.mesh.reset(rcAllocPolyMesh());
    require_recast(bake.mesh && rcBuildPolyMesh(&bake.context, *bake.contours, bake.config.max_vertices, *bake.mesh),
                   "rcBuildPolyMesh");
}

void recast_detail(RecastBake& bake) {
    bake.detail.reset(rcAllocPolyMeshDetail());
    const double samples = bake.config.detail_sample_distance;
    require_recast(bake.detail && rcBuildPolyMeshDetail(&bake.context, *bake.mesh, *bake.compact,
                                                        samples < 0.9 ? 0.0f : float(samples) * bake.cs,
                                                        float(bake.config.detail_max_error) * bake.ch, *bake.detail),
                   "rcBuildPolyMeshDetail");
}

std::array<RecastStage, 13> recast_stages(const VoxelConfig& config) {
    return {{
        {Stage::mark_walkable, recast_mark_walkable, true},
        {Stage::rasterize, recast_rasterize, true},
        {Stage::filter_low_hanging, recast_filter_low_hanging, config.low_hanging},
        {Stage::filter_ledges, recast_filter_ledges, config.ledges != LedgeTest::off},
        {Stage::filter_low_height, recast_filter_low_height, config.low_height},
        {Stage::compact_heightfield, recast_compact, true},
        {Stage::erode, recast_erode, true},
        {Stage::erode, recast_median, config.median_filter},
        {Stage::distance_field, recast_distance, config.region_method == RegionMethod::watershed},
        {Stage::regions, recast_regions, true},
        {Stage::contours, recast_contours, true},
        {Stage::poly_mesh, recast_poly_mesh, true},
        {Stage::detail_mesh, recast_detail, true},
    }};
}

void recast_run(RecastBake& bake, void (*last)(RecastBake&)) {
    for (const auto& [stage, run, on] : recast_stages(bake.config)) {
        if (on) run(bake);
        if (run == last) return;
    }
}

Heightfield heightfield_of(const rcHeightfield& solid, const Grid& grid) {
    Heightfield field;
    field.grid = grid;
    const size_t columns = size_t(solid.width) * size_t(solid.height);
    field.first.reserve(columns + 1);
    for (size_t c = 0; c < columns; ++c) {
        field.first.push_back(uint32_t(field.spans.size()));
        for (const rcSpan* s = solid.spans[c]; s; s = s->next) {
            field.spans.push_back({.bottom = uint16_t(s->smin),
                                   .top = uint16_t(s->smax),
                                   .area = uint8_t(s->area),
                                   .fate = s->area ? SpanFate::walkable : SpanFate::steep});
        }
    }
    field.first.push_back(uint32_t(field.spans.size()));
    return field;
}

}  // namespace navspan::support
