// Runs the stages of a bake in order.
//
// In: the triangles in the window of a tile with their areas, or the solid voxels of the window; the config.
// Out: the tile.
// Idea: Each stage reads products of earlier stages and makes one product. If there is a probe, it is called before and after
// each stage and can read these products. Timers, pictures and checks are probes.
// Source: Mononen, Recast (2009), for the order of the stages.
// Weak cases: none known.

#include "navspan/bake/bake_tile.h"

#include <array>
#include <cassert>
#include <optional>
#include <utility>
#include <vector>

#include "bake/config/check_soup.h"
#include "bake/contours/contours.h"
#include "bake/detail/height_source.h"
#include "bake/detail/mesh.h"
#include "bake/field/compact_gaps.h"
#include "bake/field/distance_field.h"
#include "bake/field/erode.h"
#include "bake/field/mark_volumes.h"
#include "bake/field/open_spans.h"
#include "bake/jumps/generate_links.h"
#include "bake/polygons/poly_mesh.h"
#include "bake/regions/regions.h"
#include "bake/voxelize/rasterize.h"
#include "bake/voxelize/soup_view.h"
#include "bake/voxelize/walkable_triangles.h"
#include "bake/world/bake_valid_tile.h"
#include "bake/world/check_window.h"
#include "bake/world/nav_tile.h"
#include "core/angle.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/filters.h"

namespace navspan {
namespace {

class ProbedStages {
public:
    ProbedStages(BakeProbe* probe, BakeProducts& products) : probe_(probe), products_(products) {}

    /// Runs a stage that makes a product, then points `shown` to the product. Does nothing if a stage has failed.
    template <class T, class Make>
    void make(Stage stage, T& product, const T*& shown, Make make) {
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
    /// Runs a stage that changes fields in place. `change` returns the number of changed spans.
    template <class Change>
    void change(Stage stage, Change change) {
        run(stage, [&] { products_.changed = change(); });
    }
    const std::optional<Error>& error() const { return error_; }
    bool needs_fates() const { return probe_ && probe_->needs_fates(); }

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
        if (probe_ && !error_) probe_->after(stage, products_);
    }

    BakeProbe* probe_;
    BakeProducts& products_;
    std::optional<Error> error_;
};

// The level, and the window to bake.
struct Input {
    const SoupView& soup;
    const BakeConfig& config;
    const TileWindow* window;  // null: the whole level
    Heightfield* kept;         // solid voxels to use instead of voxelizing the soup, or null
    const SolidSource& solid;  // may return solid voxels that several agents share
    Workers* workers;          // threads that share the work of large tiles, or null
};

struct Work {
    Workers* workers = nullptr;  // null if the tile is small
    WalkableTriangles walkable;
    std::optional<ListedTriangles> listed;  // the triangles that matter; nullopt: all
    std::optional<GroundTriangles> ground;
    Heightfield solid;
    CompactHeightfield open;
    NeighbourRows rows;  // neighbour rows of `open`, for erosion and distances
    std::vector<GeneratedLink> links;
    DistanceField distance;
    RegionMap regions;
    ContourSet contours;
    PolyMesh mesh;
    DetailMesh detail;
    NavTile tile;
};

Result<Grid> input_grid(const Input& in, const VoxelConfig& v) {
    if (in.kept) return in.kept->grid;
    if (in.window) return cropped_tile_grid(in.soup, v.lattice, *in.window, v.walkable_height);
    return grid_of(in.soup, v.lattice, v.walkable_height);
}

bool is_large(const Input& in, const Grid& grid) {
    constexpr size_t kSharedCells = 1 << 17, kTriangleCost = 8;  // a triangle takes about as long as kTriangleCost cells
    return cell_count(grid) + kTriangleCost * in.soup.size() >= kSharedCells;
}

Result<Heightfield> solid_voxels(const Input& in, const Work& work, const VoxelConfig& v, const Grid& grid) {
    if (in.kept) return std::move(*in.kept);
    if (std::optional<Heightfield> made = in.solid ? in.solid(grid) : std::nullopt) {
        if (const Status valid = check_voxels(*made, grid); !valid) return valid.error();
        return *std::move(made);
    }
    return rasterize_triangles(work.ground->soup, work.ground->areas, v.lattice, grid, {.area_merge_height = v.walkable_climb},
                               work.workers);
}

// Leaves out copies of triangles that change nothing.
void list_triangles(const Input& in, Work& work, const Lattice& lattice, const Grid& grid) {
    work.listed = without_copies(in.soup, work.walkable.areas, lattice.cell_size, grid);
    if (work.listed) {
        work.ground.emplace(GroundTriangles{in.soup.part(work.listed->listed), work.listed->areas, lattice});
    } else {
        work.ground.emplace(GroundTriangles{in.soup, work.walkable.areas, lattice});
    }
}

// Runs three filters and builds the compact heightfield in a single pass. The probe still sees four stages.
void filter(ProbedStages& stages, Work& work, const VoxelConfig& v, BakeProducts& p) {
    std::optional<FilteredField> filtered;
    std::vector<SpanFate> fates;
    stages.change(Stage::filter_low_hanging, [&] {
        filtered = filter_columns(work.solid, filter_params(v), stages.needs_fates() ? &fates : nullptr, work.workers);
        p.fates = fates;
        return filtered->changed.low_hanging;
    });
    stages.change(Stage::filter_ledges, [&] { return filtered->changed.ledges; });
    stages.change(Stage::filter_low_height, [&] { return filtered->changed.low_height; });
    p.heightfield = nullptr;
    p.fates = {};
    stages.make(Stage::compact_heightfield, work.open, p.compact, [&] {
        if (!generates_links(v)) work.solid = {};
        return std::move(filtered->field);
    });
}

uint32_t apply_erosion(Work& work, const VoxelConfig& v, uint32_t& smoothed) {
    const bool chamfer = v.erosion == ErosionMethod::chamfer;
    work.rows = list_neighbour_rows(work.open, work.workers);
    const uint32_t removed = chamfer ? erode_walkable_area_chamfer(work.open, work.rows, v.walkable_radius, work.workers)
                                     : erode_walkable_area_euclidean(work.open, work.rows, v.radius, work.workers);
    smoothed = v.median_filter ? filter_median_area(work.open) : 0;
    return removed;
}

uint32_t apply_volumes(CompactHeightfield& field, const BakeConfig& config, const Lattice& lattice) {
    std::vector<uint8_t> areas;
    areas.reserve(config.volumes.size());
    for (const AreaVolume& volume : config.volumes)
        areas.push_back(area_id_of(config.areas, volume.area));
    return mark_volumes(field, lattice, config.volumes, areas);
}

std::vector<GeneratedLink> find_links(const Work& work, const VoxelConfig& v, const CellRectangle& own) {
    GenerateLinksParams params = generate_links_params(v);
    params.own = own;
    return generate_links(work.solid, work.open, params);
}

// Builds the distance field if the partition is watershed. Frees the neighbour rows.
DistanceField build_distances(Work& work, const VoxelConfig& v) {
    const NeighbourRows rows = std::exchange(work.rows, {});
    return v.region_method == RegionMethod::watershed ? build_distance_field(work.open, rows, work.workers) : DistanceField{};
}

RegionMap build_regions(Work& work, const TileWindow* window, const VoxelConfig& v) {
    if (window) close_tile(work.open, {window->x0 - work.open.grid.x0, window->z0 - work.open.grid.z0, window->size});
    const RegionParams params{
        .min_area = v.min_region_area, .merge_area = v.merge_region_area, .whole_islands = v.whole_islands};
    switch (v.region_method) {
        case RegionMethod::watershed:
            return build_regions_watershed(work.open, work.distance, params, work.workers);
        case RegionMethod::monotone:
            return build_regions_monotone(work.open, params, work.workers);
        case RegionMethod::layers:
            return build_regions_layers(work.open, params, work.workers);
        case RegionMethod::sheets:
            break;
    }
    return build_regions_sheets(work.open, params, work.workers);
}

DetailMesh build_detail(Work& work, const VoxelConfig& v, BakeProducts& p) {
    if (v.heights == HeightSource::triangles) p.ground = &*work.ground;
    return build_detail_mesh(work.mesh, work.open, work.regions, p.ground, {v.detail_sample_distance, v.detail_max_error},
                             work.workers);
}

Result<NavTile> pack_tile(const Input& in, const Work& work, const VoxelConfig& v) {
    Result<NavTile> tile = build_nav_tile(work.mesh, work.detail, v.lattice, in.config.areas);
    if (tile && in.window) fit_to_window(*tile, work.mesh, work.open, work.regions, *in.window);
    if (tile) tile->agent = {nav_agent(in.config)};
    if (tile) add_tile_links(*tile, work.links, work.mesh.grid, v, in.config);
    return tile;
}

}  // namespace

const char* stage_name(Stage stage) {
    constexpr std::array<const char*, kStageCount> names{"mark_walkable",  "rasterize",         "filter_low_hanging",
                                                         "filter_ledges",  "filter_low_height", "compact_heightfield",
                                                         "erode",          "mark_volumes",      "generate_links",
                                                         "distance_field", "regions",           "contours",
                                                         "poly_mesh",      "detail_mesh",       "nav_tile"};
    return size_t(stage) < kStageCount ? names[size_t(stage)] : "unknown";
}

ContourParams contour_params(const VoxelConfig& config) {
    return {.max_error = config.contour_max_error,
            .max_edge_length = config.max_edge_length,
            .split_wall_edges = config.split_wall_edges,
            .split_area_edges = config.split_area_edges,
            .walls = config.walls,
            .clearance = config.erosion == ErosionMethod::euclidean ? config.radius : 0,
            .refine = config.refine_contours};
}

PolyMeshParams poly_mesh_params(const VoxelConfig& config) {
    return {.max_vertices = config.max_vertices, .seam_height_error = config.detail_max_error};
}

FilterParams filter_params(const VoxelConfig& config) {
    FilterParams params{
        .low_hanging = config.low_hanging,
        .ledge_test = config.ledges,
        .low_height = config.low_height,
        .agent = {.walkable_height = config.walkable_height,
                  .walkable_climb = config.walkable_climb,
                  .max_climb = config.max_climb,
                  .max_slope_rise = tan_degrees(config.max_slope) * config.lattice.cell_size / config.lattice.cell_height},
        .link_climb = config.walkable_climb};
    // Spans must stay linked over every step that the ledge test accepts.
    if (config.ledges == LedgeTest::slope_aware) params.link_climb = slope_aware_climb(params.agent);
    return params;
}

Heightfield solid_after(Stage stage, const BakeProducts& products) {
    if (!products.heightfield) return {};
    const auto after = [&](Filter last) { return filtered_heightfield(*products.heightfield, products.fates, last); };
    switch (stage) {
        case Stage::filter_low_hanging:
            return after(Filter::low_hanging);
        case Stage::filter_ledges:
            return after(Filter::ledges);
        case Stage::filter_low_height:
            return after(Filter::low_height);
        default:
            return *products.heightfield;
    }
}

namespace {

Result<NavTile> run_stages(const Input& in, BakeProbe* probe) {
    const Result<VoxelConfig> voxels = to_voxels(in.config);
    if (!voxels) return voxels.error();
    const VoxelConfig& v = *voxels;
    const Result<Grid> grid = input_grid(in, v);
    if (!grid) return grid.error();

    const SkipPagePreparation skip(in.window != nullptr);  // a tile reuses the memory of earlier tiles
    BakeProducts p{.config = &v, .soup = in.soup.whole(), .grid = &*grid, .own = own_cells(*grid, in.window)};
    ProbedStages stages(probe, p);
    Work w;
    w.workers = is_large(in, *grid) ? in.workers : nullptr;
    stages.make(Stage::mark_walkable, w.walkable, p.walkable, [&] { return mark_walkable_triangles(in.soup, v.max_slope); });
    stages.make(Stage::rasterize, w.solid, p.heightfield, [&] {
        list_triangles(in, w, v.lattice, *grid);
        return solid_voxels(in, w, v, *grid);
    });
    filter(stages, w, v, p);
    stages.change(Stage::erode, [&] { return apply_erosion(w, v, p.smoothed); });
    stages.change(Stage::mark_volumes, [&] { return apply_volumes(w.open, in.config, v.lattice); });
    if (generates_links(v)) {
        p.heightfield = &w.solid;
        stages.make(Stage::generate_links, w.links, p.links, [&] { return find_links(w, v, p.own); });
        p.heightfield = nullptr;
        w.solid = {};
    }
    stages.make(Stage::distance_field, w.distance, p.distance, [&] { return build_distances(w, v); });
    stages.make(Stage::regions, w.regions, p.regions, [&] { return build_regions(w, in.window, v); });
    stages.make(Stage::contours, w.contours, p.contours,
                [&] { return build_contours(w.open, w.regions, contour_params(v), w.workers); });
    stages.make(Stage::poly_mesh, w.mesh, p.poly_mesh, [&] { return build_poly_mesh(w.contours, poly_mesh_params(v)); });
    stages.make(Stage::detail_mesh, w.detail, p.detail, [&] { return build_detail(w, v, p); });
    stages.make(Stage::nav_tile, w.tile, p.tile, [&] { return pack_tile(in, w, v); });
    if (stages.error()) return *stages.error();
    return std::move(w.tile);
}

}  // namespace

Result<NavTile> bake_valid_tile(const SoupView& soup, const BakeConfig& config, BakeProbe* probe, const TileWindow* window,
                                const SolidSource& solid, Workers* workers) {
    return run_stages({soup, config, window, nullptr, solid, workers}, probe);
}

Result<NavTile> bake_valid_voxels(Heightfield solid, const SoupView& soup, const BakeConfig& config, const TileWindow& window,
                                  BakeProbe* probe) {
    return run_stages({soup, config, &window, &solid, nullptr, nullptr}, probe);
}

namespace {

// Validates the arguments of a bake. With a window, also tests the distance of the triangles from the origin. (Without a
// window, grid_of tests it.)
Result<CheckedSoup> check_input(const TriangleSoup& soup, const BakeConfig& config, const TileWindow* window) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error();
    if (const Status valid = window ? check_window(*window) : Done{}; !valid) return valid.error();
    Result<CheckedSoup> checked = CheckedSoup::make(soup, config);
    if (!checked || !window) return checked;
    if (const Status near = check_on_lattice(**checked, voxels->lattice); !near) return near.error();
    return checked;
}

}  // namespace

Result<NavTile> bake_tile(const TriangleSoup& soup, const BakeConfig& config, BakeProbe* probe, const TileWindow* window,
                          const SolidSource& solid, Workers* workers) {
    const Result<CheckedSoup> checked = check_input(soup, config, window);
    if (!checked) return checked.error();
    return bake_valid_tile(**checked, config, probe, window, solid, workers);
}

Result<NavTile> bake_voxels(Heightfield solid, const TriangleSoup& soup, const BakeConfig& config, const TileWindow& window,
                            BakeProbe* probe) {
    const Result<CheckedSoup> checked = check_input(soup, config, &window);
    if (!checked) return checked.error();
    const int32_t side = window.size + 2 * window.halo;
    const Grid grid{.x0 = window.x0 - window.halo, .z0 = window.z0 - window.halo, .y0 = 0, .width = side, .depth = side};
    if (const Status valid = check_voxels(solid, grid); !valid) return valid.error();
    return bake_valid_voxels(std::move(solid), **checked, config, window, probe);
}

}  // namespace navspan
