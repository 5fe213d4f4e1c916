// navbench: navspan beside librecast in one process: `navbench bake`, `navbench tiles`, `navbench query`, all
// about the bake in `navbench scoreboard`; and `navbench rebuild`, which has no counterpart there.

#include <CLI/CLI.hpp>

#include "bake_rounds.h"
#include "navbench_common.h"

int main(int argc, char** argv) {
    using namespace navspan;
    using namespace navspan::tools;
    CLI::App app{"Times navspan beside librecast in one process"};
    app.require_subcommand(1);
    const auto add_outputs = [](CLI::App* command, int& rounds, std::string& csv, std::string& json) {
        command->add_option("--rounds", rounds, "rounds, interleaved")->check(CLI::Range(1, 100000));
        command->add_option("--csv", csv, "also append the figures to this file, a line each");
        command->add_option("--json", json, "also write the figures to this file");
    };

    BakeBenchOptions bake_options;
    CLI::App* bake = app.add_subcommand("bake", "the bake, stage by stage");
    bake->add_option("scenes", bake_options.scenes, "OBJ files")->required();
    bake->add_option("--cell-size", bake_options.cell_size, "side of a cell [wu]")->check(CLI::PositiveNumber);
    bake->add_option("--cell-height", bake_options.cell_height, "height of a voxel [wu]")->check(CLI::PositiveNumber);
    bake->add_option("--profile", bake_options.profile, "ours: recast, or accurate against the same librecast")
        ->check(CLI::IsMember({"recast", "accurate"}));
    const auto names = bench::partition_names();
    const std::vector<std::string> partitions(names.begin(), names.end());
    bake->add_option("--partition", bake_options.partition, "how regions are made")->check(CLI::IsMember(partitions));
    add_outputs(bake, bake_options.rounds, bake_options.csv, bake_options.json);

    ScoreboardOptions board_options;
    CLI::App* board = app.add_subcommand("scoreboard", "all about the bake: times, memory, quality, marks; takes minutes");
    board->add_option("scenes", board_options.scenes, "OBJ files")->required();
    board->add_option("--cells", board_options.cells, "cells, side x height [wu]: 0.3x0.2 0.1x0.1");
    board->add_option("--partition", board_options.partitions, "only these")->check(CLI::IsMember(partitions));
    board->add_option("--rounds", board_options.rounds, "rounds, interleaved")->check(CLI::Range(1, 100000));
    board->add_option("--tile", board_options.tile_cells, "side of the tiles [cell]")->check(CLI::Range(16, 4096));
    board->add_option("--pairs", board_options.pairs, "starts and goals of paths")->check(CLI::Range(1, 1000000));
    board->add_option("--results", board_options.results, "also write NAME-times.csv, -quality.csv, -slopes.csv, -marks.csv");
    board->add_option("--json", board_options.json, "also write all of it to this file");

    TilesBenchOptions tiles_options;
    CLI::App* tiles = app.add_subcommand("tiles", "worlds baked tile by tile, on one thread and on two");
    tiles->add_option("scenes", tiles_options.scenes, "OBJ files")->required();
    tiles->add_option("--cell-size", tiles_options.cell_size, "side of a cell [wu]")->check(CLI::PositiveNumber);
    tiles->add_option("--cell-height", tiles_options.cell_height, "height of a voxel [wu]")->check(CLI::PositiveNumber);
    tiles->add_option("--tiles", tiles_options.tiles, "sides of the tiles [cell]")->check(CLI::Range(16, 4096));
    add_outputs(tiles, tiles_options.rounds, tiles_options.csv, tiles_options.json);

    QueryBenchOptions query_options;
    CLI::App* query = app.add_subcommand("query", "the queries, on the same polygons");
    query->add_option("levels", query_options.levels, "meshes (.nav, .mesh) or geometry to be baked first (.obj)")->required();
    query->add_option("--paths", query_options.paths, "ask these starts and goals (lines of x y x y length), not random ones");
    query->add_option("--pairs", query_options.pairs, "number of random starts and goals")->check(CLI::Range(1, 10000000));
    query->add_option("--seed", query_options.seed, "of the random starts and goals");
    query->add_option("--only", query_options.only, "just this query");
    add_outputs(query, query_options.rounds, query_options.csv, query_options.json);

    RebuildBenchOptions rebuild_options;
    CLI::App* rebuild = app.add_subcommand("rebuild", "tiles baked again at run time, and the next snapshots");
    rebuild->add_option("scenes", rebuild_options.scenes, "OBJ files")->required();
    rebuild->add_option("--cell-size", rebuild_options.cell_size, "side of a cell [wu]")->check(CLI::PositiveNumber);
    rebuild->add_option("--cell-height", rebuild_options.cell_height, "height of a voxel [wu]")->check(CLI::PositiveNumber);
    rebuild->add_option("--copies", rebuild_options.copies, "N x N copies of the level side by side")
        ->check(CLI::Range(1, 100));
    rebuild->add_option("--doors", rebuild_options.doors, "boxes that come, one at a time")->check(CLI::Range(1, 10000));
    rebuild->add_option("--csv", rebuild_options.csv, "also append the figures to this file, a line each");
    rebuild->add_option("--json", rebuild_options.json, "also write the figures to this file");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    if (*board) return bench_scoreboard(board_options);
    if (*rebuild) return bench_rebuild(rebuild_options);
    if (*tiles) return bench_tiles(tiles_options);
    return *bake ? bench_bake(bake_options) : bench_query(query_options);
}
