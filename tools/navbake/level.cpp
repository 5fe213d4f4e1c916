#include "navbake/level.h"

#include <filesystem>
#include <memory>
#include <span>
#include <utility>

#include "bake/config/wanted_links.h"
#include "bake/world/shard.h"
#include "core/append.h"
#include "core/memory.h"
#include "core/standard_input.h"
#include "io/report/tile_notes.h"
#include "navbake/check_options.h"
#include "navbake/finish.h"
#include "navbake/input/input.h"
#include "navbake/memory.h"
#include "navbake/output/depfile.h"
#include "navbake/verify.h"
#include "navbake/watch.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/live_world.h"
#include "navspan/io/config_json.h"
#include "navspan/navmesh/live_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "viewer/page.h"

namespace navspan::tools {
namespace {

using Options = NavbakeOptions;

const std::string kToolVersion = std::string("navspan ") + NAVSPAN_VERSION;

NavMeshInfo mesh_info(const BakeConfig& config) {
    return nav_mesh_info(config, config_json(config), kToolVersion);
}

// Makes a level from a polygon mesh, a plan or a grid map, without a bake.
Status read_polygons(const Options& options, LevelBake& bake, StageTimer& laps) {
    Result<NavMesh> mesh =
        mesh_from_polygon_file(options.inputs[0], soup_source(options.scene).scale, mesh_info(bake.report.config),
                               !options.report.empty(), reading_budget(options), bake.report);
    if (!mesh) return mesh.error();
    if (mesh->polygon_count() == 0 && !options.allow_empty) {
        const InputFormat& format = *level_of_polygons(options.inputs);
        const std::string what =
            format.content == InputContent::polygons
                ? ": has no polygons; use --allow-empty "
                : ": no ground is left in the " + std::string(format.noun) + "; lower agent.radius, or use --allow-empty ";
        return Error{ErrorKind::failed, input_name(options.inputs[0]) + what + "to write the empty mesh"};
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
    std::vector<NavMesh> meshes;
    meshes.push_back(*std::move(mesh));
    return finish_meshes(options, bake, std::move(meshes), laps);
}

// Adds warnings about units and orientation to the report. Their advice also becomes the advice for empty meshes.
void add_input_warnings(LevelBake& bake, Warnings warnings) {
    if (!warnings.empty()) {
        bake.report.input_advice = warnings.front().advice;
        for (BakeReport& agent : bake.report.agents)
            agent.input_advice = warnings.front().advice;
    }
    append_moved(bake.report.warnings, std::move(warnings));
}

Status load_triangles(const Options& options, LevelBake& bake, StageTimer& laps) {
    SceneFlags flags = options.scene;
    flags.threads = options.threads;
    const MemoryBudget budget = reading_budget(options);
    flags.max_bytes = uint64_t(budget.bytes);
    flags.memory_setting = budget.setting;
    Result<LoadedScene> scene = load_scene_files(options.inputs, flags, !options.report.empty());
    if (!scene) return scene.error();
    bake.soup = std::move(scene->soup);
    bake.report.files.insert(bake.report.files.end(), scene->files.begin(), scene->files.end());
    if (const Status apart = check_outputs(options, bake.report.files); !apart) return apart;
    if (const Status valid = check_depfile(options, bake.report.files); !valid) return valid;
    append_moved(bake.report.warnings, std::move(scene->warnings));
    Result<Warnings> unmatched = apply_area_rules(bake.soup, bake.report.config);
    if (!unmatched) return unmatched.error();
    append_moved(bake.report.warnings, *std::move(unmatched));
    add_input_warnings(bake, warnings_about_input(options, bake.soup, bake.report.config));
    append_moved(bake.report.warnings, config_warnings(bake.report.config));
    log_new_warnings(bake);  // before the bake, which may be long
    laps.lap("load");
    return Done{};
}

// Opens the cache if requested.
Result<std::optional<TileCache>> open_cache(const Options& options) {
    if (options.cache.empty()) return std::optional<TileCache>();
    Result<TileCache> cache = TileCache::open({options.cache, options.cache_max_bytes});
    if (!cache) return cache.error();
    return std::optional<TileCache>(*std::move(cache));
}

// Bakes the tiles of one shard, without linking them.
Status bake_into_shard(const Options& options, const BakeOptions& run, std::span<const AgentBake> agents, LevelBake& bake) {
    const NavMeshInfo info = mesh_info(bake.report.config);
    NavFileSummary facts;
    if (writes_file(options)) {
        Result<BakedShardFile> shard = bake_shard_file(bake.soup, agents, info, *options.shard, options.output, run);
        if (!shard) return shard.error();
        facts.bytes = shard->bytes;
        bake.level.emplace(std::move(shard->file));
    } else {
        const Result<BakedShard> shard = bake_shard(bake.soup, agents, info, *options.shard, run);
        if (!shard) return shard.error();
        bake.bytes = serialize_shard(shard->info, shard->tiles);
        facts.bytes = bake.bytes.size();
    }
    bake.facts.assign(agents.size(), facts);
    return Done{};
}

Status take(Result<BakedFile> file, LevelBake& bake) {
    if (!file) return file.error();
    bake.facts = std::move(file->facts);
    bake.level.emplace(std::move(file->file));
    return Done{};
}

Status take(Result<std::vector<NavMesh>> made, std::vector<NavMesh>& meshes) {
    if (!made) return made.error();
    meshes = *std::move(made);
    return Done{};
}

// Bakes a level with replaceable tiles: a live world with --live, else a live mesh.
Status bake_live(const Options& options, const TriangleSoup& soup, const AgentBake& agent, const BakeOptions& run,
                 LiveWorld& world) {
    if (options.live) {
        Result<LiveWorld> made = bake_live_world(soup, agent.config, agent.info, run);
        if (!made) return made.error();
        world = *std::move(made);
        return Done{};
    }
    Result<LiveMesh> made = bake_live_mesh(soup, agent.config, agent.info, run);
    if (!made) return made.error();
    world.mesh = *std::move(made);
    return Done{};
}

// Serializes the result of bake_live.
Status write_live(const Options& options, const LiveWorld& world, LevelBake& bake) {
    Result<std::vector<std::byte>> bytes = options.live ? serialize_live_world(world) : serialize_live_mesh(world.mesh);
    if (!bytes) return bytes.error();
    bake.bytes = *std::move(bytes);
    bake.facts[0].bytes = bake.bytes.size();
    return Done{};
}

// Warns if the peak memory exceeds --max-memory: the estimate before the bake was too low.
void warn_of_memory(const Options& options, Warnings& warnings) {
    const uint64_t peak = options.max_memory ? peak_memory_bytes() : 0;
    if (peak <= options.max_memory) return;
    warnings.push_back({"max_memory_passed",
                        "the bake took " + with_thousands(peak) +
                            " bytes of memory, more than --max-memory, because the estimate was too low; lower tiles.size",
                        {}});
}

// Runs all stages, tile by tile in a tiled bake. Links the tiles, except for a shard.
Status run_stages(const Options& options, const BakeOptions& run, std::span<const AgentBake> agents, LevelBake& bake,
                  std::vector<NavMesh>& meshes, LiveWorld& world) {
    if (options.shard) return bake_into_shard(options, run, agents, bake);
    if (options.keep_tiles || options.live) {
        BakeOptions watched = run;
        watched.observer = agents[0].observer;
        const Status baked = bake_live(options, bake.soup, agents[0], watched, world);
        if (baked) meshes.push_back(*world.mesh.mesh);
        return baked;
    }
    if (streams(options)) return take(bake_agents_to_file(bake.soup, agents, options.output, run), bake);
    return take(bake_agents(bake.soup, agents, run), meshes);
}

// Observers of the bake of one agent's mesh.
struct AgentWatch {
    BakeWatch watch;
    Warnings linking;
    AgentWatch(const Options& options, LevelBake& bake, size_t agent)
        : watch(watch_options(options, bake, agent), report_of(bake, agent), bake.soup) {}

    static WatchOptions watch_options(const Options& options, const LevelBake& bake, size_t agent) {
        const std::string name = bake.report.agents.empty() ? "" : bake.report.agents[agent].config.agent.name;
        const bool own_folder = !name.empty() && !options.pictures.empty();
        return {.verbosity = options.verbosity(),
                .pictures = own_folder ? (std::filesystem::path(options.pictures) / name).string() : options.pictures,
                .page = !options.html.empty(),
                .check = options.check,
                .agent = name,
                .counts_tiles = agent == 0};
    }
    AgentBake bake(const BakeConfig& config, BakeReport& report) {
        return {config, mesh_info(config),
                MeshObserver{.probe = [this](const TileWindow* window, size_t tiles) { return watch.probe(window, tiles); },
                             .warnings = &linking,
                             .pruned = &report.pruned_islands,
                             .unplaced = &report.unplaced_links,
                             .notes = [this](size_t i) { return watch.notes(i); },
                             .reused = [this](size_t i, std::span<const std::byte> notes) { return watch.reused(i, notes); }}};
    }
};

// Adds the observers' results to the report, the checks and the drawings.
Status finish_watches(std::span<const std::unique_ptr<AgentWatch>> watches, LevelBake& bake) {
    Status pictures = Done{};
    for (size_t a = 0; a < watches.size(); ++a) {
        BakeWatch& watch = watches[a]->watch;
        watch.finish();
        if (std::optional<Warning> little = little_ground_warning(report_of(bake, a)))
            report_of(bake, a).warnings.push_back(*std::move(little));
        append_moved(report_of(bake, a).warnings, std::move(watches[a]->linking));
        if (pictures) pictures = watch.pictures();
        for (const std::string& failure : watch.checks().failures)
            fail(bake.checks, failure);
        bake.checks.count += watch.checks().count - watch.checks().failures.size();
        if (a == 0) bake.drawings = watch.take_drawings();  // the page shows the first agent only
    }
    merge_agent_reports(bake.report);
    return pictures;
}

// Makes a level from triangles: runs the stages with observers and the tile cache, then finishes the meshes.
Status build_mesh(const Options& options, LevelBake& bake, StageTimer& laps) {
    Result<std::optional<TileCache>> opened = open_cache(options);
    if (!opened) return opened.error();
    std::optional<TileCache>& cache = *opened;
    std::vector<std::unique_ptr<AgentWatch>> watches;
    std::vector<AgentBake> agents;
    for (const BakeConfig& config : configs_of_agents(bake.report.config)) {
        AgentWatch& watch = *watches.emplace_back(std::make_unique<AgentWatch>(options, bake, agents.size()));
        agents.push_back(watch.bake(config, report_of(bake, agents.size())));
    }
    const BakeOptions run{.threads = options.threads,
                          .max_memory = memory_limit(options),
                          .memory_setting = kMemorySetting,
                          .warns_about_level = false,  // load_triangles has added these warnings
                          .before_link = [&] { laps.restart(); },
                          .cache = cache ? &*cache : nullptr,
                          .rebake = options.check || !options.pictures.empty() || !options.html.empty()};
    std::vector<NavMesh> meshes;
    LiveWorld world;
    const Status baked = run_stages(options, run, agents, bake, meshes, world);
    const Status pictures = finish_watches(watches, bake);
    if (cache) {
        cache->trim();
        append_moved(bake.report.warnings, cache->warnings());
    }
    if (!baked) return baked;
    if (!pictures) return pictures;
    warn_of_memory(options, bake.report.warnings);
    if (options.shard) return Done{};
    laps.lap("link");
    if (!meshes.empty() && options.verify) {
        if (const Status verified = verify_level(options, bake, meshes.front()); !verified) return verified;
        laps.lap("verify");
    }
    const Status finished = meshes.empty() ? Status(Done{}) : finish_meshes(options, bake, std::move(meshes), laps);
    return finished && world.mesh.mesh ? write_live(options, world, bake) : finished;
}

// Links the tiles of all shards into a level.
Status merge_mesh(const Options& options, LevelBake& bake, StageTimer& laps) {
    const Result<std::vector<ShardFile>> shards = open_shards(options.inputs);
    if (!shards) return shards.error();
    const ShardInfo& info = shards->front().info();
    const std::string path = shards->front().path().string();
    if (info.tool_version != kToolVersion) {
        return Error{ErrorKind::input, path + ": was baked by " + info.tool_version + ", this is " + kToolVersion +
                                           "; bake and merge with the same version"};
    }
    Result<BakeConfig> config = parse_config(info.config, path);
    const Status valid = config ? check_config(*config) : Status(config.error());
    if (!valid) return Error{ErrorKind::input, valid.error().message};
    bake.report.config = *std::move(config);
    if (const Status fits = check_combination(options, bake.report.config); !fits) return fits;
    create_agent_reports(bake.report);
    for (const std::string& input : options.inputs)
        bake.report.files.emplace_back().path = input;
    laps.lap("load");
    const std::vector<BakeConfig> configs = configs_of_agents(bake.report.config);
    std::vector<std::vector<BakeReport>> tiles(configs.size());
    std::vector<AgentBake> agents;
    for (size_t a = 0; a < configs.size(); ++a) {
        // With one agent, keep the config text of the shards unchanged.
        const std::string text = configs.size() == 1 ? info.config : config_json(configs[a]);
        BakeReport& report = report_of(bake, a);
        agents.push_back({.config = configs[a],
                          .info = nav_mesh_info(configs[a], text, info.tool_version),
                          .observer = {.warnings = &report.warnings,
                                       .pruned = &report.pruned_islands,
                                       .unplaced = &report.unplaced_links,
                                       .reused = [&own = tiles[a]](size_t, std::span<const std::byte> notes) {
                                           return read_tile_notes(notes, own.emplace_back()).ok();
                                       }}});
    }
    std::vector<NavMesh> meshes;
    const Status merged = streams(options) ? take(merge_shards_to_file(*shards, agents, options.output, options.threads), bake)
                                           : take(merge_shards(*shards, agents, options.threads), meshes);
    if (!merged) return merged;
    for (size_t a = 0; a < configs.size(); ++a)
        add_tile_reports(report_of(bake, a), tiles[a]);
    merge_agent_reports(bake.report);
    laps.lap("link");
    return meshes.empty() ? Status(Done{}) : finish_meshes(options, bake, std::move(meshes), laps);
}

}  // namespace

void log_new_warnings(LevelBake& bake) {
    const Warnings& all = bake.report.warnings;
    report_warnings({all.begin() + std::ptrdiff_t(bake.logged_warnings), all.end()});
    bake.logged_warnings = all.size();
}

Status make_level(const Options& options, LevelBake& bake, StageTimer& laps) {
    if (!options.html.empty()) {
        // Read the viewer's WebAssembly module before the long bake, to report errors early.
        Result<std::vector<std::byte>> queries = read_viewer_queries(options.viewer_wasm);
        if (!queries) return queries.error();
        bake.page_queries = *std::move(queries);
    }
    if (options.merge) return merge_mesh(options, bake, laps);
    create_agent_reports(bake.report);
    if (level_of_polygons(options.inputs)) return read_polygons(options, bake, laps);
    const Status loaded = load_triangles(options, bake, laps);
    return loaded ? build_mesh(options, bake, laps) : loaded;
}

}  // namespace navspan::tools
