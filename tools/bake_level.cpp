#include "bake_level.h"

#include <iterator>
#include <span>
#include <utility>

#include "bake_page.h"
#include "bake_verify.h"
#include "bake_watch.h"
#include "grid_input.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_live_mesh.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/bake_shard.h"
#include "navspan/bake/nav_tile.h"
#include "navspan/bake/wanted_links.h"
#include "navspan/check/landmarks.h"
#include "navspan/check/links.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/io/config_json.h"
#include "navspan/io/load_scene.h"
#include "navspan/io/tile_notes.h"
#include "navspan/navmesh/live_file.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/query/landmarks.h"
#include "polygon_input.h"

namespace navspan::tools {
namespace {

using Options = NavbakeOptions;

const std::string kToolVersion = std::string("navspan ") + NAVSPAN_VERSION;

ObjOptions input_options(const Options& options) {
    return {.up = options.up == "z" ? UpAxis::z : UpAxis::y,
            .scale = options.scale,
            .flip = options.flip,
            .hash = !options.report.empty()};
}

void add_warnings(Warnings& to, Warnings from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

NavMeshInfo mesh_info(const BakeConfig& config) {
    return nav_mesh_info(config, config_json(config), kToolVersion);
}

// the mesh in the forms that --export asks for
Status export_all(const Options& options, LevelBake& bake, const NavMesh& mesh, Laps& laps) {
    for (const std::string& path : options.exports) {
        Result<ExportedFile> file = export_mesh(mesh, path);
        if (!file) return Error{file.error().kind, "--export " + path + ": " + file.error().message};
        add_warnings(bake.report.warnings, std::move(file->warnings));
        bake.exports.push_back(*std::move(file));
    }
    if (!options.exports.empty()) laps.lap("export");
    return Done{};
}

// what is alike for meshes that are in memory
Status finish_mesh(const Options& options, LevelBake& bake, NavMesh mesh, Laps& laps) {
    if (options.landmarks) {
        Result<NavMesh> steered = with_landmarks(mesh, options.landmarks);
        if (!steered) return steered.error();
        mesh = *std::move(steered);
        laps.lap("landmarks");
    }
    if (const Status exported = export_all(options, bake, mesh, laps); !exported) return exported;
    if (!options.html.empty()) {
        Result<ExportedFile> page = bake_page(options, mesh, std::exchange(bake.drawings, {}));
        if (!page) return page.error();
        bake.exports.push_back(*std::move(page));
        laps.lap("page");
    }
    bake.bytes = serialize_nav_mesh(mesh);
    bake.facts = nav_file_facts(mesh, bake.bytes.size());
    if (options.check) {
        check_nav_mesh(mesh, bake.checks);
        check_landmarks(mesh, bake.checks);
        // a link that went with an island may have ground on another one
        if (bake.report.pruned_islands.empty()) check_links(mesh, wanted_links(bake.report.config), bake.checks);
    }
    return Done{};
}

// a level of finished polygons: there is nothing to bake
Status read_polygons(const Options& options, LevelBake& bake, Laps& laps) {
    if (const Status valid = validate_polygon_flags(options, bake.report.config); !valid) return valid;
    Result<NavMesh> mesh = mesh_from_polygon_file(options.inputs[0], options.scale, mesh_info(bake.report.config),
                                                  !options.report.empty(), bake.report);
    if (!mesh) return mesh.error();
    if (mesh->polygon_count() == 0 && !options.allow_empty) {
        const char* what = is_plan(options.inputs[0]) ? ": no ground is left of the plan; lower agent.radius, or --allow-empty "
                                                      : ": holds no polygons; --allow-empty ";
        return Error{ErrorKind::failed, options.inputs[0] + what + "writes the empty mesh"};
    }
    laps.lap("load");
    if (options.verify) {
        if (const Status verified = verify_grid_map(options, bake, *mesh); !verified) return verified;
        laps.lap("verify");
    }
    if (!bake.report.config.off_mesh_links.empty()) {
        Result<NavMesh> linked = with_links(*mesh, place_links(*mesh, wanted_links(bake.report.config), &bake.report.warnings));
        if (!linked) return linked.error();
        mesh = *std::move(linked);
    }
    return finish_mesh(options, bake, *std::move(mesh), laps);
}

Status load_triangles(const Options& options, LevelBake& bake, Laps& laps) {
    Result<LoadedScene> scene = load_scene(options.inputs, input_options(options), options.heightmap);
    if (!scene) return scene.error();
    bake.soup = std::move(scene->soup);
    bake.report.files.insert(bake.report.files.end(), scene->files.begin(), scene->files.end());
    add_warnings(bake.report.warnings, std::move(scene->warnings));
    Result<Warnings> unmatched = apply_area_rules(bake.soup, bake.report.config);
    if (!unmatched) return unmatched.error();
    add_warnings(bake.report.warnings, *std::move(unmatched));
    add_warnings(bake.report.warnings, config_warnings(bake.report.config));
    laps.lap("load");
    return Done{};
}

// the cache that was asked for, or none
Result<std::optional<TileCache>> open_cache(const Options& options) {
    if (options.cache.empty()) return std::optional<TileCache>();
    Result<TileCache> cache = TileCache::open({options.cache, options.cache_max_bytes});
    if (!cache) return cache.error();
    return std::optional<TileCache>(*std::move(cache));
}

// one shard's tiles; nothing is linked
Status bake_into_shard(const Options& options, const BakeOptions& run, LevelBake& bake) {
    const BakeConfig& config = bake.report.config;
    const NavMeshInfo info = mesh_info(config);
    if (options.output != "-" && !is_device(options.output)) {
        Result<BakedShardFile> shard = bake_shard_file(bake.soup, config, info, *options.shard, options.output, run);
        if (!shard) return shard.error();
        bake.facts.bytes = shard->bytes;
        bake.level.emplace(std::move(shard->file));
        return Done{};
    }
    const Result<BakedShard> shard = bake_shard(bake.soup, config, info, *options.shard, run);
    if (!shard) return shard.error();
    bake.bytes = serialize_shard(shard->info, shard->tiles);
    bake.facts.bytes = bake.bytes.size();
    return Done{};
}

// keeps a level's file that was made tile by tile
Status take(Result<BakedFile> file, LevelBake& bake) {
    if (!file) return file.error();
    bake.facts = std::move(file->facts);
    bake.level.emplace(std::move(file->file));
    return Done{};
}

// keeps a mesh
Status take(Result<NavMesh> made, std::optional<NavMesh>& mesh) {
    if (!made) return made.error();
    mesh = *std::move(made);
    return Done{};
}

// keeps a mesh and the tiles it was made of
Status take(Result<LiveMesh> made, std::optional<LiveMesh>& live, std::optional<NavMesh>& mesh) {
    if (!made) return made.error();
    live = *std::move(made);
    mesh = *live->mesh;
    return Done{};
}

// a peak above what --max-memory allows is told: the estimate that let the bake begin was wrong
void warn_of_memory(const Options& options, Warnings& warnings) {
    const uint64_t peak = options.max_memory ? peak_memory_bytes() : 0;
    if (peak <= options.max_memory) return;
    warnings.push_back({"max_memory_passed",
                        "the bake took " + with_thousands(peak) +
                            " bytes of memory, more than --max-memory: it was estimated too low; lower tiles.size",
                        {}});
}

// the stages, tile by tile where there are tiles; what comes out is linked, but for a shard's tiles
Status run_stages(const Options& options, const BakeOptions& run, LevelBake& bake, std::optional<NavMesh>& mesh,
                  std::optional<LiveMesh>& live) {
    const BakeConfig& config = bake.report.config;
    const NavMeshInfo info = mesh_info(config);
    if (options.shard) return bake_into_shard(options, run, bake);
    if (options.keep_tiles) return take(bake_live_mesh(bake.soup, config, info, run), live, mesh);
    if (streams(options)) return take(bake_nav_file(bake.soup, config, info, options.output, run), bake);
    return take(bake_nav_mesh(bake.soup, config, info, run), mesh);
}

// runs the stages under what watches them, with the cache
Status build_mesh(const Options& options, LevelBake& bake, Laps& laps) {
    Result<std::optional<TileCache>> opened = open_cache(options);
    if (!opened) return opened.error();
    std::optional<TileCache>& cache = *opened;
    BakeWatch watch(
        {.verbosity = options.verbosity(), .pictures = options.pictures, .page = !options.html.empty(), .check = options.check},
        bake.report);
    Warnings linking;
    const BakeOptions run{.threads = options.threads,
                          .max_memory = double(options.max_memory),
                          .probe = [&](const TileWindow* window, size_t tiles) { return watch.probe(window, tiles); },
                          .before_link = [&] { laps.restart(); },
                          .warnings = &linking,
                          .pruned = &bake.report.pruned_islands,
                          .cache = cache ? &*cache : nullptr,
                          .rebake = options.check || !options.pictures.empty() || !options.html.empty(),
                          .notes = [&](size_t i) { return watch.notes(i); },
                          .reused = [&](size_t i, std::span<const std::byte> notes) { return watch.reused(i, notes); }};
    std::optional<NavMesh> mesh;
    std::optional<LiveMesh> live;
    const Status baked = run_stages(options, run, bake, mesh, live);
    watch.finish(bake.soup);
    add_warnings(bake.report.warnings, std::move(linking));
    if (cache) {
        cache->trim();
        add_warnings(bake.report.warnings, cache->warnings());
    }
    if (!baked) return baked;
    if (!watch.pictures()) return watch.pictures();
    bake.checks = watch.checks();
    bake.drawings = watch.take_drawings();
    warn_of_memory(options, bake.report.warnings);
    if (options.shard) return Done{};
    laps.lap("link");
    if (mesh && options.verify) {
        if (const Status verified = verify_level(options, bake, *mesh); !verified) return verified;
        laps.lap("verify");
    }
    const Status finished = mesh ? finish_mesh(options, bake, *std::move(mesh), laps) : Status(Done{});
    if (finished && live) {
        bake.bytes = serialize_live_mesh(*live);
        bake.facts.bytes = bake.bytes.size();
    }
    return finished;
}

// links the tiles of all shards
Status merge_mesh(const Options& options, LevelBake& bake, Laps& laps) {
    const Result<std::vector<ShardFile>> shards = open_shards(options.inputs);
    if (!shards) return shards.error();
    const ShardInfo& info = shards->front().info();
    const std::string path = shards->front().path().string();
    if (info.tool_version != kToolVersion) {
        return Error{ErrorKind::input, path + ": was baked by " + info.tool_version + ", this is " + kToolVersion +
                                           ": bake and merge with the same version"};
    }
    Result<BakeConfig> config = parse_config(info.config, path);
    const Status valid = config ? check_config(*config) : Status(config.error());
    if (!valid) return Error{ErrorKind::input, valid.error().message};
    bake.report.config = *std::move(config);
    for (const std::string& input : options.inputs)
        bake.report.files.emplace_back().path = input;
    laps.lap("load");
    std::vector<BakeReport> tiles;
    const auto note = [&](std::span<const std::byte> notes) { return read_tile_notes(notes, tiles.emplace_back()).ok(); };
    const NavMeshInfo says = nav_mesh_info(bake.report.config, info.config, info.tool_version);
    const BakeConfig& baked = bake.report.config;
    Warnings& warnings = bake.report.warnings;
    std::vector<PrunedIsland>& pruned = bake.report.pruned_islands;
    std::optional<NavMesh> mesh;
    const Status merged =
        streams(options)
            ? take(merge_shards_to_file(*shards, baked, says, options.output, options.threads, note, &warnings, &pruned), bake)
            : take(merge_shards(*shards, baked, says, options.threads, note, &warnings, &pruned), mesh);
    if (!merged) return merged;
    add_tile_reports(bake.report, tiles);
    laps.lap("link");
    return mesh ? finish_mesh(options, bake, *std::move(mesh), laps) : Status(Done{});
}

}  // namespace

Status make_level(const Options& options, LevelBake& bake, Laps& laps) {
    if (options.merge) return merge_mesh(options, bake, laps);
    if (has_polygons(options)) return read_polygons(options, bake, laps);
    const Status loaded = load_triangles(options, bake, laps);
    return loaded ? build_mesh(options, bake, laps) : loaded;
}

}  // namespace navspan::tools
