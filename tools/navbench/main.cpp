// navbench: navspan beside librecast in one process: `navbench bake`, `navbench tiles`, `navbench query`, all
// about the bake in `navbench scoreboard`; and what has no counterpart there: `navbench rebuild`; `navbench agents`, a bake
// for several agents; and `navbench growth`, how time grows with the number of vertices.

#include <CLI/CLI.hpp>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <cstdio>
#include <functional>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "common/cli.h"
#include "navbench/bake_rounds.h"
#include "navbench/common.h"
#include "navbench/recast/tiles.h"

namespace navspan::tools {
namespace {

// the help of an option that has a default
std::string with_default(const std::string& help, const std::string& value) {
    return help + "; default " + value;
}
std::string with_default(const std::string& help, double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return with_default(help, std::string(text));
}
template <class T>
std::string with_default(const std::string& help, const std::vector<T>& values) {
    std::ostringstream text;
    for (const T& value : values)
        text << (&value == &values.front() ? "" : " ") << value;
    return with_default(help, text.str());
}

void add_number(CLI::App* command, const char* name, int& number, const std::string& help, uint64_t least, uint64_t most) {
    command->add_option(name, number, with_default(help, number))->type_name("N")->check(whole_number(least, most));
}

void add_numbers(CLI::App* command, const char* name, std::vector<int>& numbers, const std::string& help, uint64_t least,
                 uint64_t most) {
    command->add_option(name, numbers, with_default(help, numbers))->type_name("N")->check(whole_number(least, most));
}

// an option that takes one of some names; what it is set to is its default
void add_name(CLI::App* command, const char* name, std::string& value, const std::string& help,
              const std::vector<std::string>& names) {
    const std::string text = help + ": " + joined(names);
    command->add_option(name, value, value.empty() ? text : with_default(text, value))->type_name("NAME")->check(one_of(names));
}

void add_rounds(CLI::App* command, int& rounds, const std::string& help) {
    add_number(command, "--rounds", rounds, help, 1, 100000);
}

void add_files(CLI::App* command, std::string* csv, std::string* json) {
    if (csv) command->add_option("--csv", *csv, "also append the figures to this file, a line each")->type_name("FILE");
    if (json) command->add_option("--json", *json, "also write the figures to this file")->type_name("FILE");
}

void add_scenes(CLI::App* command, std::vector<std::string>& scenes, SceneFlags& flags) {
    command->add_option("scenes", scenes, "geometry: .obj, .gltf, .glb and .png files, and the one that a .gset names")
        ->type_name("FILE")
        ->required();
    add_scene_flags(*command, flags, "Input");
}

void add_cells(CLI::App* command, double& cell_size, double& cell_height) {
    command->add_option("--cell-size", cell_size, with_default("side of a cell [wu]", cell_size))
        ->type_name("NUMBER")
        ->check(check_positive);
    command->add_option("--cell-height", cell_height, with_default("height of a voxel [wu]", cell_height))
        ->type_name("NUMBER")
        ->check(check_positive);
}

std::vector<std::string> partitions() {
    const auto names = bench::partition_names();
    return {names.begin(), names.end()};
}

CLI::App* add_bake(CLI::App& app, BakeBenchOptions& options) {
    CLI::App* bake = app.add_subcommand("bake", "the bake, stage by stage");
    add_scenes(bake, options.scenes, options.input);
    add_cells(bake, options.cell_size, options.cell_height);
    add_name(bake, "--profile", options.profile, "ours, against the same librecast", {"recast", "accurate"});
    add_name(bake, "--partition", options.partition, "how regions are made", partitions());
    add_rounds(bake, options.rounds, "rounds, interleaved");
    add_files(bake, &options.csv, &options.json);
    return bake;
}

CLI::App* add_scoreboard(CLI::App& app, ScoreboardOptions& options) {
    CLI::App* board = app.add_subcommand("scoreboard", "all about the bake: times, memory, quality, marks; takes minutes");
    add_scenes(board, options.scenes, options.input);
    board->add_option("--cells", options.cells, with_default("cells, side x height [wu]", options.cells))->type_name("AxB");
    board->add_option("--partition", options.partitions, "only these, of " + joined(partitions()) + "; default all")
        ->type_name("NAME")
        ->check(one_of(partitions()));
    add_rounds(board, options.rounds, "rounds, interleaved");
    add_number(board, "--tile", options.tile_cells, "side of the tiles [cell]", 16, 4096);
    add_number(board, "--pairs", options.pairs, "starts and goals of paths", 1, 1000000);
    board->add_option("--results", options.results, "also write NAME-times.csv, -quality.csv, -slopes.csv, -marks.csv")
        ->type_name("NAME");
    board->add_option("--json", options.json, "also write all of it to this file")->type_name("FILE");
    return board;
}

CLI::App* add_tiles(CLI::App& app, TilesBenchOptions& options) {
    CLI::App* tiles = app.add_subcommand("tiles", "worlds baked tile by tile, on one thread and on two");
    add_scenes(tiles, options.scenes, options.input);
    add_cells(tiles, options.cell_size, options.cell_height);
    add_numbers(tiles, "--tiles", options.tiles, "sides of the tiles [cell]", 16, 4096);
    add_rounds(tiles, options.rounds, "rounds, interleaved");
    add_files(tiles, &options.csv, &options.json);
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
        ->type_name("FILE")
        ->required();
    add_scene_flags(*query, options.input, "Input");
    query->add_option("--paths", options.paths, "ask these starts and goals (lines of x y x y length), not random ones")
        ->type_name("FILE");
    add_number(query, "--pairs", options.pairs, "number of random starts and goals", 1, 10000000);
    query->add_option("--seed", options.seed, with_default("of the random starts and goals", double(options.seed)))
        ->type_name("N")
        ->check(whole_number(0, std::numeric_limits<uint64_t>::max()));
    add_name(query, "--only", options.only, "just this query", {"nearest", "path", "exact", "raycast", "move"});
    add_rounds(query, options.rounds, "rounds, interleaved");
    add_files(query, &options.csv, &options.json);
    return query;
}

CLI::App* add_rebuild(CLI::App& app, RebuildBenchOptions& options) {
    CLI::App* rebuild = app.add_subcommand("rebuild", "tiles baked again at run time, and the next snapshots");
    add_scenes(rebuild, options.scenes, options.input);
    add_cells(rebuild, options.cell_size, options.cell_height);
    add_number(rebuild, "--copies", options.copies, "N x N copies of the level side by side", 1, 100);
    add_number(rebuild, "--doors", options.doors, "boxes that come, one at a time", 1, 10000);
    add_files(rebuild, &options.csv, &options.json);
    return rebuild;
}

CLI::App* add_growth(CLI::App& app, GrowthBenchOptions& options) {
    CLI::App* growth = app.add_subcommand("growth", "how the time of contours, polygons and details grows with the vertices");
    add_numbers(growth, "--vertices", options.vertices, "how many, about", 12, 1000000);
    add_rounds(growth, options.rounds, "rounds, of which the least counts");
    growth->add_option("--csv", options.csv, "also write the figures to this file, a line each")->type_name("FILE");
    return growth;
}

CLI::App* add_agents(CLI::App& app, AgentsBenchOptions& options) {
    CLI::App* agents = app.add_subcommand("agents", "a bake for three agents beside three bakes");
    add_scenes(agents, options.scenes, options.input);
    add_cells(agents, options.cell_size, options.cell_height);
    add_numbers(agents, "--tiles", options.tiles, "sides of the tiles [cell], 0 = one tile", 0, 4096);
    add_rounds(agents, options.rounds, "rounds, interleaved");
    add_files(agents, nullptr, &options.json);
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

int run(int argc, char** argv) {
    set_up_logging("navbench", Verbosity::normal);
    CLI::App app{
        "Times navspan beside librecast in one process; each benchmark has a --help of its own.\n"
        "Exit codes: 0 done, 1 bake failed or cannot write, 2 usage, 3 input unreadable or invalid, 6 rounds disagreed."};
    app.require_subcommand(0, 1);
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
    if (const std::optional<int> code = parse_arguments(app, argc, argv)) return *code;
    keep_freed_memory();
    std::vector<std::string> names;
    for (const auto& [command, bench] : commands) {
        if (*command) return bench();
        names.push_back(command->get_name());
    }
    log_error("no benchmark: give one of " + joined(names) + "; see --help");
    return kUsage;
}

}  // namespace
}  // namespace navspan::tools

int main(int argc, char** argv) {
    return navspan::tools::run_guarded(navspan::tools::run, argc, argv);
}
