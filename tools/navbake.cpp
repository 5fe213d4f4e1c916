// navbake: bakes a navigation mesh from level geometry.

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bake_options.h"
#include "bake_verdict.h"
#include "bake_watch.h"
#include "cli_common.h"
#include "depfile.h"
#include "navbake_export.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_live_mesh.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/bake_shard.h"
#include "navspan/bake/nav_tile.h"
#include "navspan/check/landmarks.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/core/file.h"
#include "navspan/core/hash.h"
#include "navspan/io/config_json.h"
#include "navspan/io/obj.h"
#include "navspan/io/report.h"
#include "navspan/io/tile_notes.h"
#include "navspan/navmesh/live_file.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nav_file_facts.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/landmarks.h"
#include "polygon_input.h"

namespace navspan::tools {
namespace {

using Options = NavbakeOptions;

const std::string kToolVersion = std::string("navspan ") + NAVSPAN_VERSION;

// what a bake hands from step to step
struct Bake {
    TriangleSoup soup;
    std::optional<PendingFile> level;  // the level beside its place, but for standard output
    std::vector<std::byte> bytes;      // or here, where it was made in memory
    NavFileFacts facts;
    CheckReport checks;
    BakeReport report;  // config and warnings included
};

// Milliseconds since the last lap, into the report.
class Laps {
public:
    explicit Laps(BakeReport& report) : report_(report) {}
    void lap(const char* name) {
        const auto now = std::chrono::steady_clock::now();
        report_.stages_ms.emplace_back(name, std::chrono::duration<double, std::milli>(now - start_).count());
        start_ = now;
    }
    void restart() { start_ = std::chrono::steady_clock::now(); }

private:
    BakeReport& report_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

ObjOptions input_options(const Options& options) {
    return {.up = options.up == "z" ? UpAxis::z : UpAxis::y,
            .scale = options.scale,
            .flip = options.flip,
            .hash = !options.report.empty()};
}

int fail(const Error& error) {
    log_error(error.message);
    return exit_code(error);
}

void add_warnings(Warnings& to, Warnings from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

NavMeshInfo mesh_info(const BakeConfig& config) {
    return nav_mesh_info(config, config_json(config), kToolVersion);
}

// what is alike for meshes that are in memory
Status finish_mesh(const Options& options, Bake& bake, NavMesh mesh, Laps& laps) {
    if (options.landmarks) {
        Result<NavMesh> steered = with_landmarks(mesh, options.landmarks);
        if (!steered) return steered.error();
        mesh = *std::move(steered);
        laps.lap("landmarks");
    }
    bake.bytes = serialize_nav_mesh(mesh);
    bake.facts = nav_file_facts(mesh, bake.bytes.size());
    if (options.check) {
        check_nav_mesh(mesh, bake.checks);
        check_landmarks(mesh, bake.checks);
    }
    return Done{};
}

// a level of finished polygons: there is nothing to bake
Status read_polygons(const Options& options, Bake& bake, Laps& laps) {
    if (const Status valid = validate_polygon_flags(options, bake.report.config); !valid) return valid;
    InputFile& file = bake.report.files.emplace_back();
    Result<NavMesh> mesh =
        mesh_from_polygon_file(options.inputs[0], mesh_info(bake.report.config), !options.report.empty(), file);
    if (!mesh) return mesh.error();
    if (mesh->polygon_count() == 0 && !options.allow_empty) {
        return Error{ErrorKind::failed, options.inputs[0] + ": holds no polygons; --allow-empty writes the empty mesh"};
    }
    laps.lap("load");
    return finish_mesh(options, bake, *std::move(mesh), laps);
}

Status load_scene(const Options& options, Bake& bake, Laps& laps) {
    Result<LoadedScene> scene = load_obj(options.inputs, input_options(options));
    if (!scene) return scene.error();
    bake.soup = std::move(scene->soup);
    bake.report.files = std::move(scene->files);
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
Status bake_into_shard(const Options& options, const BakeOptions& run, Bake& bake) {
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
Status take(Result<BakedFile> file, Bake& bake) {
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

// runs the stages, tile by tile where there are tiles, and links what comes out
Status build_mesh(const Options& options, Bake& bake, Laps& laps) {
    Result<std::optional<TileCache>> opened = open_cache(options);
    if (!opened) return opened.error();
    std::optional<TileCache>& cache = *opened;
    BakeWatch watch({.verbosity = options.verbosity(), .pictures = options.pictures, .check = options.check}, bake.report);
    const BakeOptions run{.threads = options.threads,
                          .max_memory = double(options.max_memory),
                          .probe = [&](const TileWindow* window, size_t tiles) { return watch.probe(window, tiles); },
                          .before_link = [&] { laps.restart(); },
                          .cache = cache ? &*cache : nullptr,
                          .rebake = options.check || !options.pictures.empty(),
                          .notes = [&](size_t i) { return watch.notes(i); },
                          .reused = [&](size_t i, std::span<const std::byte> notes) { return watch.reused(i, notes); }};
    const NavMeshInfo info = mesh_info(bake.report.config);
    std::optional<NavMesh> mesh;
    std::optional<LiveMesh> live;
    const BakeConfig& config = bake.report.config;
    const Status baked = options.shard        ? bake_into_shard(options, run, bake)
                         : options.keep_tiles ? take(bake_live_mesh(bake.soup, config, info, run), live, mesh)
                         : streams(options)   ? take(bake_nav_file(bake.soup, config, info, options.output, run), bake)
                                              : take(bake_nav_mesh(bake.soup, config, info, run), mesh);
    watch.finish(bake.soup);
    if (cache) {
        cache->trim();
        add_warnings(bake.report.warnings, cache->warnings());
    }
    if (!baked) return baked;
    if (!watch.pictures()) return watch.pictures();
    bake.checks = watch.checks();
    if (const double peak = double(peak_memory_bytes()); options.max_memory && peak > double(options.max_memory)) {
        bake.report.warnings.push_back({"max_memory_passed",
                                        "the bake took " + with_thousands(uint64_t(peak)) +
                                            " bytes of memory, more than --max-memory: it was "
                                            "estimated too low; lower tiles.size",
                                        {}});
    }
    if (options.shard) return Done{};
    laps.lap("link");
    const Status finished = mesh ? finish_mesh(options, bake, *std::move(mesh), laps) : Status(Done{});
    if (finished && live) {
        bake.bytes = serialize_live_mesh(*live);
        bake.facts.bytes = bake.bytes.size();
    }
    return finished;
}

// links the tiles of all shards
Status merge_mesh(const Options& options, Bake& bake, Laps& laps) {
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
    std::optional<NavMesh> mesh;
    const Status merged =
        streams(options)
            ? take(merge_shards_to_file(*shards, bake.report.config, says, options.output, options.threads, note), bake)
            : take(merge_shards(*shards, bake.report.config, says, options.threads, note), mesh);
    if (!merged) return merged;
    add_tile_reports(bake.report, tiles);
    laps.lap("link");
    return mesh ? finish_mesh(options, bake, *std::move(mesh), laps) : Status(Done{});
}

void tell_warnings(const Warnings& warnings) {
    for (const Warning& warning : warnings)
        log_warning(warning.message + " [" + warning.code + "]");
}

void tell_result(const Options& options, const Bake& bake) {
    if (options.shard) {
        log_info(options.output + ": shard " + std::to_string(options.shard->shard) + "/" +
                 std::to_string(options.shard->shards) + ", " + with_thousands(bake.facts.bytes) + " bytes" +
                 tiles_text(bake.report));
        return;
    }
    char area[32];
    std::snprintf(area, sizeof area, "%.1f", total_area(bake.facts.islands));
    log_info(options.output + ": " + count_of(bake.facts.polygons, "polygon") + ", " + area + " square units, " +
             count_of(bake.facts.islands.size(), "island") + ", " + count_of(bake.facts.bytes, "byte") +
             tiles_text(bake.report));
}

Refusal verdict(const Options& options, const Bake& bake) {
    for (const std::string& failure : bake.checks.failures)
        log_error("check: " + failure);
    return judge({.broken_invariants = bake.checks.count,
                  .polygons = bake.facts.polygons,
                  .warnings = bake.report.warnings.size(),
                  .interrupted = interrupted()},
                 {.strict = options.strict, .allow_empty = options.allow_empty || options.shard.has_value()}, [&] {
                     if (options.merge) return std::string("no walkable surface in any shard");
                     const std::string reason = no_walkable_surface(bake.report);
                     return !reason.empty() ? reason
                                            : std::string(
                                                  "no walkable surface: all islands, over all tiles, are smaller than "
                                                  "regions.min_area; lower it or check --scale");
                 });
}

Refusal refuse(const Error& error) {
    return {ExitCode(exit_code(error)), error.message};
}

// of the level's bytes, wherever they are
Result<std::string> level_sha256(Bake& bake) {
    if (!bake.level) return sha256_hex(bake.bytes);
    Sha256 hash;
    std::vector<std::byte> piece(size_t{1} << 16);
    for (uint64_t at = 0; at < bake.facts.bytes; at += piece.size()) {
        const std::span part = std::span(piece).first(std::min<uint64_t>(piece.size(), bake.facts.bytes - at));
        if (const Status read = bake.level->bytes().read_at(at, part); !read) return read.error();
        hash.add(part);
    }
    return hash.hex();
}

// leaves the level beside its place, so that nothing is there when the report cannot be written
Status write_level(const Options& options, Bake& bake) {
    if (!bake.level && options.output != "-" && !is_device(options.output)) {
        Result<PendingFile> created = PendingFile::create(options.output);
        if (!created) return created.error();
        if (const Status written = created->bytes().write_at(0, bake.bytes); !written) return written;
        bake.level.emplace(*std::move(created));
    }
    const Result<std::string> sha256 = options.report.empty() ? std::string() : level_sha256(bake);
    if (!sha256) return sha256.error();
    if (bake.level) {
        if (const Status closed = bake.level->close(); !closed) return closed;
    }
    add_output(bake.report, bake.facts, options.output, *sha256);
    return Done{};
}

// bakes, and writes what may be written
Refusal bake_and_write(const Options& options, Bake& bake) {
    Laps laps(bake.report);
    if (options.merge) {
        if (const Status merged = merge_mesh(options, bake, laps); !merged) return refuse(merged.error());
    } else if (has_polygons(options)) {
        if (const Status read = read_polygons(options, bake, laps); !read) return refuse(read.error());
    } else {
        if (const Status loaded = load_scene(options, bake, laps); !loaded) return refuse(loaded.error());
        if (const Status built = build_mesh(options, bake, laps); !built) return refuse(built.error());
    }
    tell_warnings(bake.report.warnings);
    if (Refusal refusal = verdict(options, bake); refusal.code != kDone) return refusal;
    laps.restart();
    if (const Status written = write_level(options, bake); !written) return refuse(written.error());
    laps.lap("write");
    if (options.shard) bake.report.output_format = "shard";
    return {};
}

// the report as it stands, where one is wanted
Status write_report(const Options& options, Bake& bake, const Refusal& refusal) {
    if (options.report.empty()) return Done{};
    if (refusal.code != kDone) {
        bake.report.status = "failed";
        bake.report.error = refusal.why;
        bake.report.output_file.clear();
    }
    bake.report.peak_memory_bytes = peak_memory_bytes();
    return write_output(options.report, report_json(bake.report));
}

// puts what was written where it belongs
Status keep_level(const Options& options, Bake& bake) {
    Result<std::optional<PendingFile>> depfile = write_depfile(options);
    if (!depfile) return depfile.error();
    if (!stop_interrupts()) return Error{ErrorKind::interrupted, "interrupted"};
    const Status in_place = bake.level ? bake.level->put_in_place() : write_output(options.output, bake.bytes);
    if (!in_place || !*depfile) return in_place;
    return (*depfile)->put_in_place();
}

// bakes, and reports on success and failure alike
int bake_and_report(const Options& options, const BakeConfig& config) {
    if (const Status valid = validate_options(options); !valid) return fail(valid.error());
    Bake bake;
    bake.report.config = config;
    const Refusal refusal = bake_and_write(options, bake);
    if (refusal.code != kDone) log_error(refusal.why);
    if (const Status written = write_report(options, bake, refusal); !written) {
        const int code = fail(written.error());
        return refusal.code != kDone ? refusal.code : code;
    }
    if (refusal.code != kDone) return refusal.code;
    if (const Status kept = keep_level(options, bake); !kept) {
        // the report that is there says that all went well; a pipe cannot be told otherwise
        const int code = fail(kept.error());
        if (options.report != "-") (void)write_report(options, bake, refuse(kept.error()));
        return code;
    }
    tell_result(options, bake);
    return kDone;
}

int navbake(const Options& options) {
    const Result<BakeConfig> config = effective_config(options);
    if (!config) return fail(config.error());
    if (!options.print_config && !options.explain_config) return bake_and_report(options, *config);
    const Result<std::string> text = options.print_config ? Result<std::string>(config_json(*config)) : explain_config(*config);
    if (!text) return fail(text.error());
    const Status written = write_output("-", *text);
    return written ? kDone : fail(written.error());
}

// navbake merge
int run_merge(int argc, char** argv) {
    CLI::App app{
        "Makes a level of its shards, which navbake --shard bakes apart: the same bytes as a single bake.\n"
        "Exit codes: 0 done, 1 disk full or nothing walkable, 2 usage, 3 a shard is missing, damaged or foreign,\n"
        "4 warnings under --strict, 6 a check failed, 130 interrupted. Only 0 writes the output file.\n"};
    app.name("navbake merge");
    Options options;
    add_merge_options(app, options);
    if (const std::optional<int> code = parse_arguments(app, argc, argv)) return *code;
    set_up_logging("navbake", options.verbosity());
    ignore_write_signals();
    catch_interrupts();
    return bake_and_report(options, BakeConfig{});
}

int run(int argc, char** argv) {
    set_up_logging("navbake", Verbosity::normal);
    if (argc > 1 && std::string_view(argv[1]) == "merge") return run_merge(argc - 1, argv + 1);
    if (argc > 1 && std::string_view(argv[1]) == "export") return run_export(argc - 1, argv + 1);
    CLI::App app{
        "Bakes a navigation mesh from level geometry. `navbake merge` makes a level of shards,\n"
        "`navbake export` writes a level for Detour; see their --help.\n"
        "Exit codes: 0 done, 1 bake failed or nothing walkable, 2 usage or config, 3 input unreadable or invalid,\n"
        "4 warnings under --strict, 6 a check failed, 130 interrupted. Only 0 writes the output file.\n"};
    app.name("navbake");
    Options options;
    add_options(app, options);
    if (const std::optional<int> code = parse_arguments(app, argc, argv)) return *code;
    set_up_logging("navbake", options.verbosity());
    ignore_write_signals();
    catch_interrupts();
    return navbake(options);
}

}  // namespace
}  // namespace navspan::tools

int main(int argc, char** argv) {
    return navspan::tools::run_guarded(navspan::tools::run, argc, argv);
}
