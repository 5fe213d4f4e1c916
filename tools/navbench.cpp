// navbench: navspan beside librecast in one process: `navbench bake`, `navbench tiles`, `navbench query`, all
// about the bake in `navbench scoreboard`; and what has no counterpart there: `navbench rebuild`; `navbench agents`, a bake
// for several agents; and `navbench growth`, how time grows with the number of vertices.

#include <CLI/CLI.hpp>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "bake_rounds.h"
#include "navbench_common.h"
#include "recast_tiles.h"

namespace navspan::tools {
namespace {

void add_outputs(CLI::App* command, int& rounds, std::string& csv, std::string& json) {
    command->add_option("--rounds", rounds, "rounds, interleaved")->check(CLI::Range(1, 100000));
    command->add_option("--csv", csv, "also append the figures to this file, a line each");
    command->add_option("--json", json, "also write the figures to this file");
}

void add_scenes(CLI::App* command, std::vector<std::string>& scenes, SceneFlags& flags) {
    command->add_option("scenes", scenes, "geometry: .obj, .gltf, .glb and .png files, and the one that a .gset names")
        ->required();
    add_scene_flags(*command, flags, "Input");
}

void add_cells(CLI::App* command, double& cell_size, double& cell_height) {
    command->add_option("--cell-size", cell_size, "side of a cell [wu]")->check(CLI::PositiveNumber);
    command->add_option("--cell-height", cell_height, "height of a voxel [wu]")->check(CLI::PositiveNumber);
}

std::vector<std::string> partitions() {
    const auto names = bench::partition_names();
    return {names.begin(), names.end()};
}

CLI::App* add_bake(CLI::App& app, BakeBenchOptions& options) {
    CLI::App* bake = app.add_subcommand("bake", "the bake, stage by stage");
    add_scenes(bake, options.scenes, options.input);
    add_cells(bake, options.cell_size, options.cell_height);
    bake->add_option("--profile", options.profile, "ours: recast, or accurate against the same librecast")
        ->check(CLI::IsMember({"recast", "accurate"}));
    bake->add_option("--partition", options.partition, "how regions are made")->check(CLI::IsMember(partitions()));
    add_outputs(bake, options.rounds, options.csv, options.json);
    return bake;
}

CLI::App* add_scoreboard(CLI::App& app, ScoreboardOptions& options) {
    CLI::App* board = app.add_subcommand("scoreboard", "all about the bake: times, memory, quality, marks; takes minutes");
    add_scenes(board, options.scenes, options.input);
    board->add_option("--cells", options.cells, "cells, side x height [wu]: 0.3x0.2 0.1x0.1");
    board->add_option("--partition", options.partitions, "only these")->check(CLI::IsMember(partitions()));
    board->add_option("--rounds", options.rounds, "rounds, interleaved")->check(CLI::Range(1, 100000));
    board->add_option("--tile", options.tile_cells, "side of the tiles [cell]")->check(CLI::Range(16, 4096));
    board->add_option("--pairs", options.pairs, "starts and goals of paths")->check(CLI::Range(1, 1000000));
    board->add_option("--results", options.results, "also write NAME-times.csv, -quality.csv, -slopes.csv, -marks.csv");
    board->add_option("--json", options.json, "also write all of it to this file");
    return board;
}

CLI::App* add_tiles(CLI::App& app, TilesBenchOptions& options) {
    CLI::App* tiles = app.add_subcommand("tiles", "worlds baked tile by tile, on one thread and on two");
    add_scenes(tiles, options.scenes, options.input);
    add_cells(tiles, options.cell_size, options.cell_height);
    tiles->add_option("--tiles", options.tiles, "sides of the tiles [cell]")->check(CLI::Range(16, 4096));
    add_outputs(tiles, options.rounds, options.csv, options.json);
    std::string spans =
        "What is timed, in the column span; by the clock (recast_ms, ours_ms) and of all threads (recast_cpu_ms, "
        "ours_cpu_ms):";
    for (const bench::BakeSpan span : bench::kBakeSpans)
        spans += std::string("\n  ") + bench::bake_span_name(span) + ": " + bench::bake_span_help(span);
    tiles->footer(spans);
    return tiles;
}

CLI::App* add_query(CLI::App& app, QueryBenchOptions& options) {
    CLI::App* query = app.add_subcommand("query", "the queries, on the same polygons");
    query->add_option("levels", options.levels, "meshes (.nav, .mesh), or geometry to be baked first, as bake takes it")
        ->required();
    add_scene_flags(*query, options.input, "Input");
    query->add_option("--paths", options.paths, "ask these starts and goals (lines of x y x y length), not random ones");
    query->add_option("--pairs", options.pairs, "number of random starts and goals")->check(CLI::Range(1, 10000000));
    query->add_option("--seed", options.seed, "of the random starts and goals");
    query->add_option("--only", options.only, "just this query");
    add_outputs(query, options.rounds, options.csv, options.json);
    return query;
}

CLI::App* add_rebuild(CLI::App& app, RebuildBenchOptions& options) {
    CLI::App* rebuild = app.add_subcommand("rebuild", "tiles baked again at run time, and the next snapshots");
    add_scenes(rebuild, options.scenes, options.input);
    add_cells(rebuild, options.cell_size, options.cell_height);
    rebuild->add_option("--copies", options.copies, "N x N copies of the level side by side")->check(CLI::Range(1, 100));
    rebuild->add_option("--doors", options.doors, "boxes that come, one at a time")->check(CLI::Range(1, 10000));
    rebuild->add_option("--csv", options.csv, "also append the figures to this file, a line each");
    rebuild->add_option("--json", options.json, "also write the figures to this file");
    return rebuild;
}

CLI::App* add_growth(CLI::App& app, GrowthBenchOptions& options) {
    CLI::App* growth = app.add_subcommand("growth", "how the time of contours, polygons and details grows with the vertices");
    growth->add_option("--vertices", options.vertices, "how many, about")->check(CLI::Range(12, 1000000));
    growth->add_option("--rounds", options.rounds, "rounds, of which the least counts")->check(CLI::Range(1, 100000));
    growth->add_option("--csv", options.csv, "also write the figures to this file, a line each");
    return growth;
}

CLI::App* add_agents(CLI::App& app, AgentsBenchOptions& options) {
    CLI::App* agents = app.add_subcommand("agents", "a bake for three agents beside three bakes");
    add_scenes(agents, options.scenes, options.input);
    add_cells(agents, options.cell_size, options.cell_height);
    agents->add_option("--tiles", options.tiles, "sides of the tiles [cell], 0 = one tile")->check(CLI::Range(0, 4096));
    agents->add_option("--rounds", options.rounds, "rounds, interleaved")->check(CLI::Range(1, 100000));
    agents->add_option("--json", options.json, "also write the figures to this file");
    return agents;
}

// What is freed stays with the process, for us and for librecast alike, so that a warm round finds its memory warm and does not
// measure the system handing it out again. Cold rounds give it back themselves.
void keep_freed_memory() {
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

}  // namespace
}  // namespace navspan::tools

int main(int argc, char** argv) {
    using namespace navspan::tools;
    CLI::App app{"Times navspan beside librecast in one process"};
    app.require_subcommand(1);
    BakeBenchOptions bake;
    ScoreboardOptions board;
    TilesBenchOptions tiles;
    QueryBenchOptions query;
    RebuildBenchOptions rebuild;
    GrowthBenchOptions growth;
    AgentsBenchOptions agents;
    const std::pair<CLI::App*, std::function<int()>> commands[] = {
        {add_bake(app, bake), [&] { return bench_bake(bake); }},
        {add_scoreboard(app, board), [&] { return bench_scoreboard(board); }},
        {add_tiles(app, tiles), [&] { return bench_tiles(tiles); }},
        {add_query(app, query), [&] { return bench_query(query); }},
        {add_rebuild(app, rebuild), [&] { return bench_rebuild(rebuild); }},
        {add_growth(app, growth), [&] { return bench_growth(growth); }},
        {add_agents(app, agents), [&] { return bench_agents(agents); }},
    };
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    keep_freed_memory();
    for (const auto& [command, run] : commands) {
        if (*command) return run();
    }
    return 2;
}
