// navbench live LEVEL...: compares a live world loaded from a file (navbake --live) with Detour's TileCache.
//
// Both sides bake the level in tiles, and store and load the data that a game ships. They then add and remove boxes, one at a
// time, at corners of random polygons. The boxes are crates (cubes of one unit) and doors (two units wide). A result is the
// median processor time that one thread needs from a change until the mesh is up to date.
//
// Detour's layers are uncompressed for fast loading; the compressed size is also reported. TileCache builds no detail mesh.

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <utility>

#include "common/cli.h"
#include "io/export/zlib_pack.h"
#include "navbench/common.h"
#include "navbench/recast/tile_cache.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/live_world.h"
#include "navspan/core/hash.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan::tools {
namespace {

// Times of Detour and of navspan [ms].
struct TimePair {
    Times detour, ours;
};

struct LiveFigures {
    size_t tiles = 0, layers = 0;
    size_t layer_bytes = 0, packed_bytes = 0;                // sizes of Detour's layers: raw, and compressed with zlib
    size_t level_bytes = 0, kept_bytes = 0, live_bytes = 0;  // sizes of our level file: plain, with --keep-tiles, with --live
    TimePair load;
    std::array<TimePair, 2> add, remove;  // [0]: crates, [1]: doors
};
constexpr std::array<const char*, 2> kBoxes{"crate", "door"};

// Returns boxes at the first corners of random polygons.
std::vector<BoxObstacle> boxes_on_ground(const NavMesh& mesh, bool doors, int count) {
    RandomSequence random{1};
    std::vector<BoxObstacle> boxes;
    while (int(boxes.size()) < count && mesh.polygon_count() > 0) {
        const PolygonRef p = polygon_ref(mesh, uint32_t(random.next() % mesh.polygon_count()));
        const NavTile& tile = tile_of(mesh, p);
        const HalfEdge& corner = polygon_edges(tile, p.polygon)[0];
        const DVec3 at = to_world(tile.frame, {double(corner.x), double(tile.vertex_y[corner.vertex]), double(corner.z)});
        BoxObstacle& box = boxes.emplace_back();
        box.half_extents = doors ? DVec3{1, 1, 0.1} : DVec3{0.5, 0.5, 0.5};
        box.center = at + DVec3{0, box.half_extents.y, 0};
        box.yaw = doors ? 180 * random.unit() : 0;
    }
    return boxes;
}

void measure_box(const BoxObstacle& box, double radius, bench::TileCacheWorld& detour, LiveWorld& ours,
                 std::array<TimePair*, 2> times) {
    dtObstacleRef ref = 0;
    time_thread(times[0]->detour, [&] { ref = detour.add(box, radius); });
    time_thread(times[1]->detour, [&] { detour.remove(ref); });
    uint32_t id = 0;
    time_thread(times[0]->ours, [&] {
        id = checked(add_obstacle(ours, box));
        checked(update_world(ours));
    });
    time_thread(times[1]->ours, [&] {
        remove_obstacle(ours, id);
        checked(update_world(ours));
    });
}

LiveFigures measure_live(const TriangleSoup& soup, const BakeConfig& config, const BenchOptions& options) {
    const VoxelConfig voxels = checked(to_voxels(config));
    const bench::RecastWorld recast = checked(bench::recast_world(soup, voxels));
    bench::TileLayers layers = bench::tile_cache_layers(recast, config);
    const LiveWorld baked = checked(bake_live_world(soup, config, nav_mesh_info(config, "{}", "navbench")));
    const std::vector<std::byte> file = checked(serialize_live_world(baked));
    LiveFigures f;
    f.tiles = baked.mesh.tiles.size(), f.layers = layers.layers.size();
    f.layer_bytes = layers.bytes();
    for (const auto& layer : layers.layers)
        f.packed_bytes += zlib_pack(std::as_bytes(std::span(layer))).size();
    f.level_bytes = serialize_nav_mesh(*baked.mesh.mesh).size();
    f.kept_bytes = serialize_live_mesh(baked.mesh).size();
    f.live_bytes = file.size();
    const ConfigReader reader = [&config](const std::string&) -> Result<BakeConfig> { return config; };
    for (int round = 0; round < options.rounds; ++round) {
        time_thread(f.load.detour, [&] { bench::TileCacheWorld loaded(layers); });
        time_thread(f.load.ours, [&] { checked(parse_live_world(file, reader)); });
    }
    bench::TileCacheWorld detour(layers);
    LiveWorld ours = checked(parse_live_world(file, reader));
    for (size_t kind = 0; kind < kBoxes.size(); ++kind) {
        for (const BoxObstacle& box : boxes_on_ground(*baked.mesh.mesh, kind == 1, options.doors))
            measure_box(box, config.agent.radius, detour, ours, {&f.add[kind], &f.remove[kind]});
    }
    return f;
}

void report_times(const std::string& what, const TimePair& times, FigureRow& row) {
    const double detour = times.detour.median(), ours = times.ours.median();
    std::printf("  %-16s Detour %8.3f ms, navspan %8.3f ms, ratio %.2f\n", what.c_str(), detour, ours, detour / ours);
    row.emplace_back("detour_" + what + "_ms", detour);
    row.emplace_back("ours_" + what + "_ms", ours);
}

int bench_live_of(const std::string& path, const BenchOptions& options, std::vector<FigureRow>& rows) {
    Result<LoadedScene> scene = load_geometry(path, options.input);
    if (!scene) return report_error(scene.error());
    BakeConfig config;
    config.profile = options.profile == "recast" ? Profile::recast : Profile::accurate;
    config.voxels = {options.cell_size, options.cell_height};
    config.tiles.size = options.tile_cells * options.cell_size;
    if (const Result<Warnings> done = apply_area_rules(scene->soup, config); !done) return report_error(done.error());
    const LiveFigures f = measure_live(scene->soup, config, options);
    std::printf("%s, profile %s, tiles of %d cells of %g\n", path.c_str(), options.profile.c_str(), options.tile_cells,
                options.cell_size);
    std::printf("  Detour: %zu layers, %zu bytes, %zu compressed by zlib\n", f.layers, f.layer_bytes, f.packed_bytes);
    std::printf("  navspan: %zu tiles; level %zu bytes, --keep-tiles %zu, --live %zu (voxels and heights %zu)\n", f.tiles,
                f.level_bytes, f.kept_bytes, f.live_bytes, f.live_bytes - f.kept_bytes);
    FigureRow row{{"scene", path},
                  {"profile", options.profile},
                  {"tile_cells", options.tile_cells},
                  {"tiles", f.tiles},
                  {"layers", f.layers},
                  {"layer_bytes", f.layer_bytes},
                  {"packed_bytes", f.packed_bytes},
                  {"level_bytes", f.level_bytes},
                  {"kept_bytes", f.kept_bytes},
                  {"live_bytes", f.live_bytes}};
    report_times("load", f.load, row);
    for (size_t kind = 0; kind < kBoxes.size(); ++kind) {
        report_times(std::string(kBoxes[kind]) + "_added", f.add[kind], row);
        report_times(std::string(kBoxes[kind]) + "_removed", f.remove[kind], row);
    }
    rows.push_back(std::move(row));
    return 0;
}

}  // namespace

int bench_live(const BenchOptions& options) {
    std::vector<FigureRow> rows;
    for (const std::string& path : options.scenes) {
        if (const int code = bench_live_of(path, options, rows)) return code;
    }
    return write_rows(options, "Detour", rows) ? 0 : 1;
}

}  // namespace navspan::tools
