// Measures one partition of one level with one cell size.
//
// Each round bakes with librecast, with our recast profile and with our accurate profile. The bakes alternate, so that other
// work on the machine affects all of them equally. Untiled bakes run twice in a round, with cold and with warm memory. Tiled
// bakes run only with warm memory. Memory use is measured afterwards in untimed bakes.

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "bake/voxelize/rasterize.h"
#include "navbench/bake_rounds.h"
#include "navbench/board/board.h"
#include "navbench/board/comparison.h"
#include "navbench/board/seam_defects.h"
#include "navbench/memory.h"
#include "navbench/tiled_rounds.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/core/hash.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan::bench {
namespace {

constexpr Profile kProfiles[] = {Profile::recast, Profile::accurate};
constexpr const char* kProfileNames[] = {"recast", "accurate"};

// The input of all measurements of a partition.
struct Setup {
    const BoardCase& level;
    std::string partition;
    std::array<BakeConfig, 2> ours;  // our config for each of kProfiles
    VoxelConfig theirs;              // settings for librecast
    Grid grid;
    Ground ground;
    NavMeshInfo info;
    Json head() const {
        return {{"scene", level.name},
                {"cell_size", level.config.voxels.cell_size},
                {"cell_height", level.config.voxels.cell_height},
                {"partition", partition}};
    }
};

Result<Setup> prepare(const BoardCase& level, std::string_view partition) {
    Setup setup{level,
                std::string(partition),
                {level.config, level.config},
                {},
                {},
                Ground(level.soup, level.config.agent, 2 * level.config.agent.radius + 1),
                nav_mesh_info(level.config, "{}", "navbench")};
    for (size_t p = 0; p < 2; ++p) {
        setup.ours[p].profile = kProfiles[p];
        setup.ours[p].regions.method = partition_of(partition);
    }
    BakeConfig like_recast = setup.ours[0];
    like_recast.regions.method = recast_counterpart(partition_of(partition));
    const Result<VoxelConfig> voxels = to_voxels(like_recast);
    if (!voxels) return voxels.error();
    setup.theirs = *voxels;
    const Result<Grid> grid = grid_of(level.soup, voxels->lattice, voxels->walkable_height);
    if (!grid) return grid.error();
    setup.grid = *grid;
    return setup;
}

struct SoloResult {
    support::RecastBake theirs;   // librecast's last bake
    std::array<NavMesh, 2> ours;  // our mesh for each of kProfiles
    size_t solid_spans = 0;
    double their_ms = 0;             // minimum total time, warm
    std::array<double, 2> our_ms{};  // minimum total time of our bake with each of kProfiles, warm
};

// Keys that identify an entry of `times`; see board.h.
struct TimeLine {
    std::string tiling;
    int threads = 1;
    const char* profile = nullptr;
    const char* memory = nullptr;
    std::string stage = {};
};

void add_times(const Setup& setup, const TimeLine& head, const Times& ours, const Times& theirs, Json& board) {
    Json line = setup.head();
    line["tiling"] = head.tiling;
    line["threads"] = head.threads;
    line["profile"] = head.profile;
    line["memory"] = head.memory;
    line["stage"] = head.stage;
    line["ours_ms_min"] = ours.least();
    line["ours_ms_median"] = ours.median();
    line["recast_ms_min"] = theirs.least();
    line["recast_ms_median"] = theirs.median();
    // null for stages that librecast lacks
    line["ratio"] = ours.least() > 0 && theirs.least() > 0 ? Json(theirs.least() / ours.least()) : Json();
    line["rounds"] = setup.level.rounds;
    board["times"].push_back(line);
}

// Bakes once with profile p and links the tile. Error: the bake fails, or the mesh's hash differs from `hash`, the hash of the
// previous round.
Status our_round(const Setup& setup, size_t p, StageTimes& times, Times& link, SoloResult& result, std::string& hash) {
    Result<NavTile> tile = run_ours(setup.level.soup, setup.ours[p], times, &result.solid_spans);
    if (!tile) return tile.error();
    Result<NavMesh> mesh = Error{};
    tools::time_thread(link, [&] { mesh = tools::linked(*std::move(tile), setup.info); });
    if (!mesh) return mesh.error();
    const std::string now = sha256_hex(serialize_nav_mesh(*mesh));
    if (!hash.empty() && now != hash) return Error{ErrorKind::failed, setup.level.name + ": a round made a different mesh"};
    hash = now;
    result.ours[p] = *std::move(mesh);
    return Done{};
}

// Returns the time of each round: all stages, including nav_tile if present, plus linking.
Times linked_times(const StageTimes& stages, const Times& link) {
    Times sum = sum_of(stages, stage_rows().back().stages);
    const Times packed = sum_of(stages, std::array{Stage::nav_tile});
    for (size_t i = 0; i < sum.rounds.size(); ++i)
        sum.rounds[i] += (i < packed.rounds.size() ? packed.rounds[i] : 0) + link.rounds[i];
    return sum;
}

Result<SoloResult> measure_solo(const Setup& setup, Json& board) {
    SoloResult result;
    result.theirs = support::recast_input(setup.level.soup, setup.theirs, setup.grid);
    std::array<StageTimes, 2> theirs;               // [0]: cold, [1]: warm
    std::array<std::array<StageTimes, 2>, 2> ours;  // first index: profile; second index: 0 cold, 1 warm
    std::array<Times, 2> their_link;
    std::array<std::array<Times, 2>, 2> our_link;
    std::array<std::string, 2> hashes;
    for (int round = 0; round < setup.level.rounds; ++round) {
        flush_caches();
        for (size_t warm = 0; warm < 2; ++warm) {
            run_recast(result.theirs, theirs[warm]);
            tools::time_thread(their_link[warm], [&] { detour_mesh(result.theirs, setup.ours[0]); });
        }
        for (size_t p = 0; p < 2; ++p) {
            flush_caches();
            for (size_t warm = 0; warm < 2; ++warm) {
                if (const Status s = our_round(setup, p, ours[p][warm], our_link[p][warm], result, hashes[p]); !s)
                    return s.error();
            }
        }
    }
    for (size_t p = 0; p < 2; ++p) {
        for (size_t warm = 0; warm < 2; ++warm) {
            TimeLine head{.tiling = "solo", .profile = kProfileNames[p], .memory = warm ? "warm" : "cold"};
            for (const auto* rows : {&stage_rows(), &mark_rows()}) {
                for (const TimeRow& row : *rows) {
                    if (rows == &mark_rows() && row.stages.size() < 2) continue;  // stage_rows() contains this row
                    if (row.name == "whole bake") continue;
                    head.stage = row.name;
                    add_times(setup, head, row.times(ours[p][warm]), row.times(theirs[warm]), board);
                }
            }
            head.stage = bake_span_name(BakeSpan::triangles_to_mesh);
            add_times(setup, head, linked_times(ours[p][warm], our_link[p][warm]), linked_times(theirs[warm], their_link[warm]),
                      board);
        }
        result.our_ms[p] = total_of(ours[p][1]).least();
    }
    result.their_ms = total_of(theirs[1]).least();
    return result;
}

// Figures of a bake besides mesh quality; null: unknown.
struct ExtraFigures {
    Json solid_columns = {}, open_columns = {};  ///< number of columns that differ from librecast's columns
    Json ns_per_span = {};                       ///< time of the bake / number of solid spans [ns]
    double peak_mb = 0, resident_mb = 0;         ///< results of counted_megabytes and resident_megabytes
    Json seam_defects = {};
    Json peak_to_file_mb = {};  ///< counted_megabytes of a bake that writes a file
    Json json() const {
        return {{"solid_columns_differ", solid_columns},
                {"open_columns_differ", open_columns},
                {"ns_per_solid_span", ns_per_span},
                {"peak_mb", peak_mb},
                {"resident_mb", resident_mb},
                {"seam_defects", seam_defects},
                {"peak_to_file_mb", peak_to_file_mb}};
    }
};

// Origin of a mesh.
struct MeshSource {
    std::string tiling,  // how the bake was tiled (board.h)
        side;            // the library or the profile
};

void add_quality(const Setup& setup, const MeshSource& source, const MeasuredMesh& mesh, const MeasuredMesh* theirs,
                 const ExtraFigures& extra, Json& board) {
    const double cell = setup.level.config.voxels.cell_size;
    const HeightFigures height = measure_heights(mesh, setup.ground, cell, setup.level.config.agent.height);
    const ClearanceFigures clearance =
        measure_clearance(mesh, setup.ground, setup.level.config.agent, setup.level.config.voxels);
    Json line = setup.head();
    line["tiling"] = source.tiling;
    line["side"] = source.side;
    line["polygons"] = mesh.mesh.polygon_count();
    line["islands"] = mesh.mesh.islands.size();
    line["area"] = total_area(mesh.mesh.islands);
    line["height_mean"] = height.mean;
    line["height_bias"] = height.bias;
    line["height_p95"] = height.p95;
    line["height_max"] = height.max;
    line["clearance_mean"] = clearance.mean;
    line["clearance_p1"] = clearance.p1;
    line["clearance_p99"] = clearance.p99;
    line["clearance_below"] = clearance.below;
    line["clearance_samples"] = clearance.samples;
    const PathFigures paths = theirs ? compare_paths(mesh, *theirs, size_t(setup.level.path_pairs)) : PathFigures{};
    line["path_pairs"] = paths.pairs;
    line["path_ratio"] = theirs ? Json(paths.ratio) : Json();
    line["path_only_here"] = paths.only_ours;
    line["path_only_recast"] = paths.only_theirs;
    line["path_astar"] = theirs ? Json(paths.our_detour) : Json();
    const Json figures = extra.json();
    for (const auto& [key, value] : figures.items())
        line[key] = value;
    board["quality"].push_back(line);
}

Status compare_solo(const Setup& setup, SoloResult& solo, const std::optional<MeasuredMesh>& theirs, Json& board) {
    const double spans = double(std::max<size_t>(solo.solid_spans, 1));
    support::RecastBake input = support::recast_input(setup.level.soup, setup.theirs, setup.grid);
    StageTimes untimed;
    const auto recast_bake_once = [&] {
        run_recast(input, untimed);
        free_products(input);
    };
    if (theirs) {
        add_quality(setup, {"solo", "librecast"}, *theirs, &*theirs,
                    {.solid_columns = 0,
                     .open_columns = 0,
                     .ns_per_span = solo.their_ms * 1e6 / spans,
                     .peak_mb = counted_megabytes(recast_bake_once),
                     .resident_mb = resident_megabytes(recast_bake_once),
                     .seam_defects = 0},
                    board);
    }
    for (size_t p = 0; p < 2; ++p) {
        const auto bake_once = [&] { tools::checked(bake_tile(setup.level.soup, setup.ours[p])); };
        const Result<FieldDifferences> fields = compare_fields(setup.level.soup, setup.ours[p], setup.grid);
        if (!fields) return fields.error();
        add_quality(setup, {"solo", kProfileNames[p]}, measured(std::move(solo.ours[p])), theirs ? &*theirs : nullptr,
                    {.solid_columns = fields->solid,
                     .open_columns = fields->open,
                     .ns_per_span = solo.our_ms[p] * 1e6 / spans,
                     .peak_mb = counted_megabytes(bake_once),
                     .resident_mb = resident_megabytes(bake_once),
                     .seam_defects = 0},
                    board);
    }
    return Done{};
}

// The input of tiled bakes by both libraries.
struct TiledSetup {
    std::array<OurTiles, 2> ours;  // our input for each of kProfiles
    RecastWorld world;
    std::string tiling;
};

Result<TiledSetup> prepare_tiles(const Setup& setup) {
    TiledSetup tiled;
    tiled.tiling = "tiles of " + std::to_string(setup.level.tile_cells);
    for (size_t p = 0; p < 2; ++p) {
        BakeConfig config = setup.ours[p];
        config.tiles.size = setup.level.tile_cells * config.voxels.cell_size;
        Result<OurTiles> ours = our_tiles(setup.level.soup, config);
        if (!ours) return ours.error();
        tiled.ours[p] = *std::move(ours);
    }
    VoxelConfig voxels = setup.theirs;
    voxels.tile_size = setup.level.tile_cells;
    Result<RecastWorld> world = recast_world(setup.level.soup, voxels);
    if (!world) return world.error();
    tiled.world = *std::move(world);
    return tiled;
}

Status time_tiles(const Setup& setup, const TiledSetup& tiled, unsigned threads, Json& board) {
    SpanTimes theirs;
    std::array<SpanTimes, 2> ours;
    for (int round = 0; round < setup.level.rounds; ++round) {
        time_recast_tiles(tiled.world, tiled.ours[0].config, threads, theirs);
        for (size_t p = 0; p < 2; ++p) {
            if (const Status s = time_our_tiles(setup.level.soup, tiled.ours[p], setup.info, threads, ours[p]); !s) return s;
        }
    }
    constexpr const char* kClocks[] = {", wall-clock", ", all threads"};
    for (size_t p = 0; p < 2; ++p) {
        for (const BakeSpan span : kBakeSpans) {
            for (size_t clock = 0; clock < 2; ++clock) {
                const TimeLine head{.tiling = tiled.tiling,
                                    .threads = int(threads),
                                    .profile = kProfileNames[p],
                                    .memory = "warm",
                                    .stage = std::string(bake_span_name(span)) + kClocks[clock]};
                add_times(setup, head, ours[p][size_t(span)][clock], theirs[size_t(span)][clock], board);
            }
        }
    }
    return Done{};
}

// Adds an entry for librecast's tiled bake. Most figures stay null, because Detour's tiled mesh is not converted to our form.
void add_recast_tiles(const Setup& setup, const TiledSetup& tiled, Json& board) {
    size_t bytes = 0, polygons = 0;
    const auto bake_once = [&] { recast_bake(tiled.world, tiled.ours[0].config, BakeSpan::triangles_to_mesh, 1, bytes); };
    const DetourPtr detour = recast_bake(tiled.world, tiled.ours[0].config, BakeSpan::triangles_to_mesh, 1, bytes);
    Json line = board["quality"].back();
    for (auto& [key, value] : line.items()) {
        if (!setup.head().contains(key)) value = {};
    }
    line["tiling"] = tiled.tiling;
    line["side"] = "librecast";
    line["seam_defects"] = detour_defects(*detour, tiled.world, setup.level.config.agent.max_climb, polygons);
    line["polygons"] = polygons;
    // The hooks do not count Detour's allocations: add the size of the finished tiles.
    line["peak_mb"] = counted_megabytes(bake_once) + double(bytes) / (1024 * 1024);
    line["resident_mb"] = resident_megabytes(bake_once);
    board["quality"].push_back(line);
}

Status measure_tiled(const Setup& setup, const std::optional<MeasuredMesh>& theirs, Json& board) {
    const Result<TiledSetup> tiled = prepare_tiles(setup);
    if (!tiled) return tiled.error();
    for (const unsigned threads : {1u, 2u}) {
        if (const Status s = time_tiles(setup, *tiled, threads, board); !s) return s;
    }
    for (size_t p = 0; p < 2; ++p) {
        const auto bake_once = [&] { tools::checked(bake_nav_mesh(setup.level.soup, tiled->ours[p].config, setup.info)); };
        const auto bake_to_file = [&] {
            const auto level = std::filesystem::temp_directory_path() / "navbench.nav";
            tools::checked(bake_nav_file(setup.level.soup, tiled->ours[p].config, setup.info, level));
        };
        Result<NavMesh> mesh = bake_nav_mesh(setup.level.soup, tiled->ours[p].config, setup.info);
        if (!mesh) return mesh.error();
        const size_t defects = seam_defects(*mesh, tiled->world.config.tile_size, setup.level.config.agent.max_climb);
        add_quality(setup, {tiled->tiling, kProfileNames[p]}, measured(*std::move(mesh)), theirs ? &*theirs : nullptr,
                    {.peak_mb = counted_megabytes(bake_once),
                     .resident_mb = resident_megabytes(bake_once),
                     .seam_defects = defects,
                     .peak_to_file_mb = counted_megabytes(bake_to_file)},
                    board);
    }
    add_recast_tiles(setup, *tiled, board);
    return Done{};
}

}  // namespace

Status measure_partition(const BoardCase& level, std::string_view partition, Json& board) {
    const Result<Setup> setup = prepare(level, partition);
    if (!setup) return setup.error();
    Result<SoloResult> solo = measure_solo(*setup, board);
    if (!solo) return solo.error();
    // The quality stays unknown if librecast's mesh breaks an invariant of our meshes.
    std::optional<MeasuredMesh> theirs;
    if (Result<MeasuredMesh> mesh = measured(solo->theirs, setup->ours[0])) theirs = *std::move(mesh);
    if (const Status s = compare_solo(*setup, *solo, theirs, board); !s) return s;
    return measure_tiled(*setup, theirs, board);
}

}  // namespace navspan::bench
