// The one pipeline. Each line takes the products it needs and gives the next; nothing here decides anything about geometry.
// The probe sees every product as soon as it exists; timers, pictures and checks live behind it.

#include "navspan/bake/bake_tile.h"

#include <array>
#include <optional>
#include <utility>

#include "navspan/bake/compact_filtered.h"
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

    /// A stage that makes a product, which the probe then finds in `shown`.
    template <class T, class Make>
    void make(Stage stage, T& product, const T*& shown, Make make) {
        run(stage, [&] {
            product = make();
            shown = &product;
        });
    }
    /// The same for a stage that may fail; after a failure no stage runs any more.
    template <class T, class Make>
    void try_make(Stage stage, T& product, const T*& shown, Make make) {
        run(stage, [&] {
            Result<T> result = make();
            if (!result) {
                error_ = result.error();
                return;
            }
            product = *std::move(result);
            shown = &product;
        });
    }
    /// A stage that changes area ids and says how many.
    template <class Change>
    void change(Stage stage, Change change) {
        run(stage, [&] { products_.changed = change(); });
    }
    const std::optional<Error>& error() const { return error_; }

private:
    template <class Run>
    void run(Stage stage, Run run) {
        if (error_) return;
        if (probe_ && probe_->cancelled()) {
            error_ = Error{ErrorKind::interrupted, "interrupted"};
            return;
        }
        if (probe_) probe_->before(stage);
        products_.changed = 0;
        run();
        if (probe_) probe_->after(stage, products_);
    }

    BakeProbe* probe_;
    BakeProducts& products_;
    std::optional<Error> error_;
};

uint32_t apply_low_hanging_filter(Heightfield& field, const VoxelConfig& config) {
    return config.low_hanging ? filter_low_hanging_obstacles(field, config.walkable_climb) : 0;
}

uint32_t apply_low_height_filter(Heightfield& field, const VoxelConfig& config) {
    return config.low_height ? filter_low_height(field, config.walkable_height) : 0;
}

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

// the filters and the compact heightfield in one pass, unless somebody looks at what is between them
std::optional<FilteredCompactHeightfield> open_in_one_pass(const Heightfield& field, const VoxelConfig& config,
                                                           const BakeProbe* probe) {
    if ((probe && probe->looks_at_filters()) || !config.low_height || config.ledges == LedgeTest::off) return std::nullopt;
    return build_filtered_compact_heightfield(field,
                                              {.low_hanging = config.low_hanging,
                                               .slope_aware = config.ledges == LedgeTest::slope_aware,
                                               .ledges = ledge_params(config)},
                                              {config.walkable_height, link_climb(config)});
}

uint32_t apply_erosion(CompactHeightfield& field, const NeighbourRows& rows, const VoxelConfig& config) {
    return config.erosion == ErosionMethod::chamfer ? erode_walkable_area_chamfer(field, rows, config.walkable_radius)
                                                    : erode_walkable_area_euclidean(field, config.radius);
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

// only the watershed needs distances
DistanceField build_distances(const CompactHeightfield& field, const NeighbourRows& rows, const VoxelConfig& config) {
    return config.region_method == RegionMethod::watershed ? build_distance_field(field, rows) : DistanceField{};
}

RegionMap build_regions(const CompactHeightfield& field, const DistanceField& distance, const VoxelConfig& config) {
    const RegionParams params{
        .min_area = config.min_region_area, .merge_area = config.merge_region_area, .whole_islands = config.whole_islands};
    switch (config.region_method) {
        case RegionMethod::watershed:
            return build_regions_watershed(field, distance, params);
        case RegionMethod::monotone:
            return build_regions_monotone(field, params);
        case RegionMethod::layers:
            return build_regions_layers(field, params);
        case RegionMethod::sheets:
            break;
    }
    return build_regions_sheets(field, params);
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

PolyMeshParams poly_mesh_params(const VoxelConfig& config) {
    return {.max_vertices = config.max_vertices, .seam_height_error = config.detail_max_error};
}

namespace {

// @param kept  solid voxels made before, instead of those of the soup, or null
Result<NavTile> run_stages(const TriangleSoup& soup, const BakeConfig& config, BakeProbe* probe, const TileWindow* window,
                           Heightfield* kept) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    const VoxelConfig& v = *voxels;
    const Result<Grid> grid = kept     ? Result<Grid>(kept->grid)
                              : window ? tile_grid(soup, v.lattice, *window, v.walkable_height)
                                       : grid_of(soup, v.lattice, v.walkable_height);
    if (!grid) return grid.error();

    BakeProducts p{.config = &v, .soup = &soup, .grid = &*grid};
    Watched stages(probe, p);
    WalkableTriangles walkable;
    Heightfield solid;
    CompactHeightfield open;
    NeighbourRows rows;
    DistanceField distance;
    RegionMap regions;
    ContourSet contours;
    PolyMesh mesh;
    TriangleHeights heights;
    DetailMesh detail;
    NavTile tile;

    stages.make(Stage::mark_walkable, walkable, p.walkable, [&] { return mark_walkable_triangles(soup, v.max_slope); });
    stages.try_make(Stage::rasterize, solid, p.heightfield, [&]() -> Result<Heightfield> {
        if (kept) return std::move(*kept);
        return rasterize_triangles(soup, walkable.areas, v.lattice, *grid, {.area_merge_height = v.walkable_climb});
    });
    std::optional<FilteredCompactHeightfield> opened;
    stages.change(Stage::filter_low_hanging, [&] {
        opened = open_in_one_pass(solid, v, probe);
        return opened ? opened->changed.low_hanging : apply_low_hanging_filter(solid, v);
    });
    stages.change(Stage::filter_ledges, [&] { return opened ? opened->changed.ledges : apply_ledge_filter(solid, v); });
    stages.change(Stage::filter_low_height,
                  [&] { return opened ? opened->changed.low_height : apply_low_height_filter(solid, v); });
    stages.try_make(Stage::compact_heightfield, open, p.compact, [&]() -> Result<CompactHeightfield> {
        if (opened) return std::move(opened->field);
        if (const Status few = check_open_span_count(solid); !few) return few.error();
        return build_compact_heightfield(solid, {v.walkable_height, link_climb(v)});
    });
    p.heightfield = nullptr;
    solid = {};
    stages.change(Stage::erode, [&] {
        if (v.erosion == ErosionMethod::chamfer || v.region_method == RegionMethod::watershed) rows = list_neighbour_rows(open);
        const uint32_t removed = apply_erosion(open, rows, v);
        p.smoothed = v.median_filter ? filter_median_area(open) : 0;
        return removed;
    });
    stages.change(Stage::mark_volumes, [&] { return apply_volumes(open, config, v.lattice); });
    stages.make(Stage::distance_field, distance, p.distance, [&] { return build_distances(open, rows, v); });
    rows = {};
    stages.make(Stage::regions, regions, p.regions, [&] {
        if (window) close_tile(open, {window->halo, window->halo, window->size});
        return build_regions(open, distance, v);
    });
    stages.make(Stage::contours, contours, p.contours, [&] { return build_contours(open, regions, contour_params(v)); });
    stages.make(Stage::poly_mesh, mesh, p.poly_mesh, [&] { return build_poly_mesh(contours, poly_mesh_params(v)); });
    stages.make(Stage::detail_mesh, detail, p.detail, [&] {
        if (v.heights == HeightSource::triangles) {
            heights = bin_walkable_triangles(soup, walkable.areas, v.lattice, *grid);
            p.heights = &heights;
        }
        return build_detail_mesh(mesh, open, regions, p.heights, {v.detail_sample_distance, v.detail_max_error});
    });
    stages.try_make(Stage::nav_tile, tile, p.tile, [&] {
        Result<NavTile> packed = build_nav_tile(mesh, detail, v.lattice, config.areas);
        if (packed && window) fit_to_window(*packed, mesh, open, regions, *window);
        return packed;
    });
    if (stages.error()) return *stages.error();
    return tile;
}

}  // namespace

Result<NavTile> bake_tile(const TriangleSoup& soup, const BakeConfig& config, BakeProbe* probe, const TileWindow* window) {
    return run_stages(soup, config, probe, window, nullptr);
}

Result<NavTile> bake_voxels(Heightfield solid, const TriangleSoup& soup, const BakeConfig& config, const TileWindow& window,
                            BakeProbe* probe) {
    return run_stages(soup, config, probe, &window, &solid);
}

}  // namespace navspan
