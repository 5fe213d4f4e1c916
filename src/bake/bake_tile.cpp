// The one pipeline. Each line takes the products it needs and gives the next; nothing here decides anything about geometry.
// The probe sees every product as soon as it exists; timers, pictures and checks live behind it.

#include "navspan/bake/bake_tile.h"

#include <array>
#include <utility>

#include "navspan/bake/erode.h"
#include "navspan/bake/filters.h"
#include "navspan/bake/nav_tile.h"
#include "navspan/bake/rasterize.h"
#include "navspan/core/angle.h"

namespace navspan {
namespace {

// Runs a stage between the probe's two calls.
class Watched {
public:
    Watched(BakeProbe* probe, BakeProducts& products) : probe_(probe), products_(products) {}

    template <class Run>
    void operator()(Stage stage, Run run) {
        if (stopped_) return;
        if (probe_ && probe_->cancelled()) {
            stopped_ = true;
            return;
        }
        if (probe_) probe_->before(stage);
        products_.changed = 0;
        run();
        if (probe_) probe_->after(stage, products_);
    }
    bool stopped() const { return stopped_; }

private:
    BakeProbe* probe_;
    BakeProducts& products_;
    bool stopped_ = false;
};

LedgeParams ledge_params(const VoxelConfig& config) {
    return {.walkable_height = config.walkable_height,
            .walkable_climb = config.walkable_climb,
            .max_climb = config.max_climb,
            .max_slope_rise = tan_degrees(config.max_slope) * config.lattice.cell_size / config.lattice.cell_height};
}

uint32_t apply_ledge_filter(Heightfield& field, const VoxelConfig& config) {
    switch (config.ledges) {
        case LedgeTest::off:
            return 0;
        case LedgeTest::plain:
            return filter_ledges(field, ledge_params(config));
        case LedgeTest::slope_aware:
            break;
    }
    return filter_ledges_slope_aware(field, ledge_params(config));
}

// what the ledge test calls a legal step is one for the links too
int32_t link_climb(const VoxelConfig& config) {
    return config.ledges == LedgeTest::slope_aware ? slope_aware_climb(ledge_params(config)) : config.walkable_climb;
}

uint32_t apply_erosion(CompactHeightfield& field, const VoxelConfig& config) {
    const uint32_t removed = config.erosion == ErosionMethod::chamfer
                                 ? erode_walkable_area_chamfer(field, config.walkable_radius)
                                 : erode_walkable_area_euclidean(field, config.radius);
    if (config.median_filter) filter_median_area(field);
    return removed;
}

uint8_t area_id(const BakeConfig& config, const std::optional<std::string>& name) {
    if (!name) return kNullArea;
    for (const AreaConfig& area : config.areas) {
        if (area.name == *name) return area.id;
    }
    return kNullArea;
}

uint32_t apply_volumes(CompactHeightfield& field, const BakeConfig& config, const Lattice& lattice) {
    uint32_t changed = 0;
    for (const AreaVolume& volume : config.volumes) {
        changed += mark_volume(field, lattice, volume, area_id(config, volume.area));
    }
    return changed;
}

RegionMap build_regions(const CompactHeightfield& field, const DistanceField& distance, const VoxelConfig& config) {
    const RegionParams params{.min_area = config.min_region_area, .merge_area = config.merge_region_area};
    switch (config.region_method) {
        case RegionMethod::watershed:
            return build_regions_watershed(field, distance, params);
        case RegionMethod::monotone:
            return build_regions_monotone(field, params);
        case RegionMethod::layers:
            break;
    }
    return build_regions_layers(field, params);
}

}  // namespace

const char* stage_name(Stage stage) {
    constexpr std::array<const char*, kStageCount> names{
        "mark_walkable", "rasterize",    "filter_low_hanging", "filter_ledges", "filter_low_height", "compact_heightfield",
        "erode",         "mark_volumes", "distance_field",     "regions",       "contours",          "poly_mesh",
        "detail_mesh",   "nav_tile"};
    return names[size_t(stage)];
}

ContourParams contour_params(const VoxelConfig& config) {
    return {.max_error = config.contour_max_error,
            .max_edge_length = config.max_edge_length,
            .split_wall_edges = config.split_wall_edges,
            .split_area_edges = config.split_area_edges,
            .walls = config.walls,
            .refine = config.refine_contours};
}

Result<NavTile> bake_tile(const TriangleSoup& soup, const BakeConfig& config, BakeProbe* probe) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    const VoxelConfig& v = *voxels;
    const Result<Grid> grid = grid_of(soup, v.lattice);
    if (!grid) return grid.error();

    BakeProducts products{.config = &v, .soup = &soup, .grid = &*grid};
    Watched run(probe, products);

    WalkableTriangles walkable;
    run(Stage::mark_walkable, [&] {
        walkable = mark_walkable_triangles(soup, v.max_slope);
        products.walkable = &walkable;
    });
    Result<Heightfield> solid = Heightfield{};
    run(Stage::rasterize, [&] {
        solid = rasterize_triangles(soup, walkable.areas, v.lattice, *grid, {.area_merge_height = v.walkable_climb});
        products.heightfield = solid ? &*solid : nullptr;
    });
    if (!solid) return solid.error();
    run(Stage::filter_low_hanging, [&] {
        if (v.low_hanging) products.changed = filter_low_hanging_obstacles(*solid, v.walkable_climb);
    });
    run(Stage::filter_ledges, [&] { products.changed = apply_ledge_filter(*solid, v); });
    run(Stage::filter_low_height, [&] {
        if (v.low_height) products.changed = filter_low_height(*solid, v.walkable_height);
    });
    CompactHeightfield compact;
    run(Stage::compact_heightfield, [&] {
        compact = build_compact_heightfield(*solid, {v.walkable_height, link_climb(v)});
        products.compact = &compact;
        products.heightfield = nullptr;
        *solid = {};
    });
    run(Stage::erode, [&] { products.changed = apply_erosion(compact, v); });
    run(Stage::mark_volumes, [&] { products.changed = apply_volumes(compact, config, v.lattice); });
    DistanceField distance;
    run(Stage::distance_field, [&] {
        if (v.region_method == RegionMethod::watershed) distance = build_distance_field(compact);
        products.distance = &distance;
    });
    RegionMap regions;
    run(Stage::regions, [&] {
        regions = build_regions(compact, distance, v);
        products.regions = &regions;
    });
    ContourSet contours;
    run(Stage::contours, [&] {
        contours = build_contours(compact, regions, contour_params(v));
        products.contours = &contours;
    });
    PolyMesh mesh;
    run(Stage::poly_mesh, [&] {
        mesh = build_poly_mesh(contours, {.max_vertices = v.max_vertices});
        products.poly_mesh = &mesh;
    });
    TriangleHeights heights;
    DetailMesh detail;
    run(Stage::detail_mesh, [&] {
        if (v.heights == HeightSource::triangles) {
            heights = bin_walkable_triangles(soup, walkable.areas, v.lattice, *grid);
            products.heights = &heights;
        }
        detail = build_detail_mesh(mesh, compact, regions, products.heights, {v.detail_sample_distance, v.detail_max_error});
        products.detail = &detail;
    });
    Result<NavTile> tile = NavTile{};
    run(Stage::nav_tile, [&] {
        tile = build_nav_tile(mesh, detail, v.lattice, config.areas);
        products.tile = tile ? &*tile : nullptr;
    });
    if (run.stopped()) return Error{ErrorKind::interrupted, "interrupted"};
    return tile;
}

}  // namespace navspan
