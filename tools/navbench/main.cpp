// navbench: the benchmarks. `bake`, `kinds`, `tiles`, `query`, `live` and `scoreboard` compare our code with librecast or
// Detour in one process. `process` compares navbake with a separate process that runs librecast. `rebuild`, `agents`,
// `growth` and `warnings` measure only our code.

#include <array>
#include <iterator>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#if defined(__GLIBC__)  // the standard headers define this macro
#include <malloc.h>
#endif

#include "common/cli.h"
#include "common/command_line.h"
#include "common/exclusions.h"
#include "common/guard.h"
#include "core/text.h"
#include "io/input/formats.h"
#include "navbench/bake_rounds.h"
#include "navbench/board/level_seed.h"
#include "navbench/common.h"
#include "navbench/kinds/kinds.h"
#include "navbench/levels/warning_counts.h"
#include "navbench/recast/tiles.h"

namespace navspan::tools {
namespace {

// Appends the default value to the help text of an option.
std::string with_default(const std::string& help, const std::string& value) {
    return help + "; default " + value;
}
std::string with_default(const std::string& help, double value) {
    return with_default(help, format("%g", value));
}
template <class T>
std::string with_default(const std::string& help, const std::vector<T>& values) {
    std::ostringstream text;
    for (const T& value : values)
        text << (&value == &values.front() ? "" : " ") << value;
    return with_default(help, text.str());
}

void add_number(CommandLine& command, const char* name, int& number, const std::string& help, uint64_t least, uint64_t most) {
    command.add(name, number, with_default(help, number)).type("N").check(whole_number(least, most));
}

void add_numbers(CommandLine& command, const char* name, std::vector<int>& numbers, const std::string& help, uint64_t least,
                 uint64_t most) {
    command.add(name, numbers, with_default(help, numbers)).type("N").check(whole_number(least, most));
}

// Adds an option with one of `names` as value. The current value is the default.
void add_name(CommandLine& command, const char* name, std::string& value, const std::string& help,
              const std::vector<std::string>& names) {
    const std::string text = help + ": " + list_text(names, "or");
    command.add(name, value, value.empty() ? text : with_default(text, value)).type("NAME").one_of(names);
}

void add_rounds(CommandLine& command, int& rounds, const std::string& help) {
    add_number(command, "--rounds", rounds, help, 1, 100000);
}

void add_files(CommandLine& command, std::string* csv, std::string* json) {
    if (csv) command.add("--csv", *csv, "also append the results to this CSV file").type("FILE");
    if (json) command.add("--json", *json, "also write the results to this JSON file").type("FILE");
}

void add_scenes(CommandLine& command, std::vector<std::string>& scenes, SceneFlags& flags) {
    command.add("scenes", scenes, "geometry: " + triangle_suffixes() + " files, or the file that a .gset names")
        .type("FILE")
        .required();
    add_scene_flags(command, flags);
}

void add_cells(CommandLine& command, double& cell_size, double& cell_height) {
    command.add("--cell-size", cell_size, with_default("side of a cell [wu]", cell_size)).type("NUMBER").check(check_positive);
    command.add("--cell-height", cell_height, with_default("height of a voxel [wu]", cell_height))
        .type("NUMBER")
        .check(check_positive);
}

std::vector<std::string> partitions() {
    const auto names = bench::partition_names();
    return {names.begin(), names.end()};
}

void add_bake(CommandLine& bake, BenchOptions& options) {
    add_scenes(bake, options.scenes, options.input);
    add_cells(bake, options.cell_size, options.cell_height);
    add_name(bake, "--profile", options.profile, "profile of navspan", {"recast", "accurate"});
    add_name(bake, "--partition", options.partition, "partition into regions", partitions());
    add_rounds(bake, options.rounds, "rounds, interleaved");
    add_files(bake, &options.csv, &options.json);
}

void add_scoreboard(CommandLine& board, BenchOptions& options) {
    options.pairs = 200;
    add_scenes(board, options.scenes, options.input);
    board.add("--cells", options.cells, with_default("cells, side x height [wu]", options.cells)).type("AxB");
    board.add("--partition", options.partitions, "only these partitions, of " + list_text(partitions(), "or") + "; default all")
        .type("NAME")
        .one_of(partitions());
    add_rounds(board, options.rounds, "rounds, interleaved");
    add_number(board, "--tile", options.tile_cells, "side of the tiles [cell]", 16, 4096);
    add_number(board, "--pairs", options.pairs, "number of paths", 1, 1000000);
    board.add("--results", options.results, "also write NAME-times.csv, -quality.csv, -slopes.csv, -marks.csv").type("NAME");
    board.add("--json", options.json, "also write all of it to this file").type("FILE");
}

void add_tiles(CommandLine& tiles, BenchOptions& options) {
    options.rounds = 5;
    options.tiles = {32, 64, 128, 256};
    add_scenes(tiles, options.scenes, options.input);
    add_cells(tiles, options.cell_size, options.cell_height);
    add_numbers(tiles, "--tiles", options.tiles, "sides of the tiles [cell]", 16, 4096);
    add_rounds(tiles, options.rounds, "rounds, interleaved");
    add_files(tiles, &options.csv, &options.json);
    std::string spans =
        "The column span names the timed part; recast_ms and ours_ms are wall time, recast_cpu_ms and "
        "ours_cpu_ms are processor time of all threads:";
    for (const bench::BakeSpan span : bench::kBakeSpans)
        spans += std::string("\n  ") + bench::bake_span_name(span) + ": " + bench::bake_span_help(span);
    tiles.set_footer(spans);
}

void add_query(CommandLine& query, BenchOptions& options) {
    options.pairs = 1000;
    query.add("levels", options.scenes, "meshes (.nav), or any input of navbake; geometry is baked first, as for bake")
        .type("FILE")
        .required();
    add_scene_flags(query, options.input);
    query.add("--paths", options.paths, "use these starts and goals (lines of x y x y length) instead of random ones")
        .type("FILE");
    add_number(query, "--pairs", options.pairs, "number of random starts and goals", 1, 10000000);
    query.add("--seed", options.seed, with_default("seed of the random starts and goals", double(options.seed)))
        .type("N")
        .check(whole_number(0, std::numeric_limits<uint64_t>::max()));
    add_name(query, "--only", options.only, "only this query; methods: paths with each method and index",
             {"nearest", "path", "exact", "methods", "raycast", "move"});
    add_rounds(query, options.rounds, "rounds, interleaved");
    add_files(query, &options.csv, &options.json);
}

void add_rebuild(CommandLine& rebuild, BenchOptions& options) {
    add_scenes(rebuild, options.scenes, options.input);
    add_cells(rebuild, options.cell_size, options.cell_height);
    add_number(rebuild, "--copies", options.copies, "N x N copies of the level side by side", 1, 100);
    add_number(rebuild, "--doors", options.doors, "boxes that are added, one at a time", 1, 10000);
    add_files(rebuild, &options.csv, &options.json);
}

void add_live(CommandLine& live, BenchOptions& options) {
    options.profile = "accurate";
    options.tile_cells = 64;
    add_scenes(live, options.scenes, options.input);
    add_cells(live, options.cell_size, options.cell_height);
    add_name(live, "--profile", options.profile, "profile of navspan", {"recast", "accurate"});
    add_number(live, "--tile", options.tile_cells, "side of the tiles [cell]", 16, 192);
    add_number(live, "--doors", options.doors, "crates, and as many doors, that are added and removed one at a time", 1, 10000);
    add_rounds(live, options.rounds, "rounds of loading, interleaved");
    add_files(live, &options.csv, &options.json);
}

void add_growth(CommandLine& growth, BenchOptions& options) {
    options.rounds = 3;
    options.vertices = {100, 1000, 10000, 100000};
    add_numbers(growth, "--vertices", options.vertices, "approximate numbers of vertices", 12, 1000000);
    add_rounds(growth, options.rounds, "rounds; the fastest counts");
    growth.add("--csv", options.csv, "also write the results to this CSV file").type("FILE");
}

void add_agents(CommandLine& agents, BenchOptions& options) {
    options.rounds = 7;
    options.tiles = {0, 64};
    add_scenes(agents, options.scenes, options.input);
    add_cells(agents, options.cell_size, options.cell_height);
    add_numbers(agents, "--tiles", options.tiles, "sides of the tiles [cell], 0 = one tile", 0, 4096);
    add_rounds(agents, options.rounds, "rounds, interleaved");
    add_files(agents, nullptr, &options.json);
}

// Adds the options for generated levels.
void add_generated(CommandLine& command, BenchOptions& options) {
    std::vector<std::string> names;
    for (const bench::LevelKind& kind : bench::level_kinds())
        names.emplace_back(kind.name);
    command
        .add("--seed", options.level_seed,
             with_default("seed of the generated levels; commit: derived from the commit of the work tree", options.level_seed))
        .type("N|commit")
        .check(check_level_seed);
    add_name(command, "--only", options.only, "only this kind", names);
}

void add_kinds(CommandLine& kinds, BenchOptions& options) {
    options.rounds = 5;
    add_generated(kinds, options);
    add_name(kinds, "--profile", options.profile, "profile of navspan", {"recast", "accurate"});
    add_name(kinds, "--partition", options.partition, "partition into regions", partitions());
    add_rounds(kinds, options.rounds, "rounds, interleaved");
    add_files(kinds, nullptr, &options.json);
}

void add_warnings(CommandLine& warnings, BenchOptions& options) {
    options.level_seed = std::to_string(bench::kFirstSeed);
    warnings.add("levels", options.scenes, "levels with correct units and orientation, also measured").type("FILE");
    add_generated(warnings, options);
}

void add_process(CommandLine& process, BenchOptions& options) {
    options.rounds = 7;
    process.add("levels", options.scenes, "OBJ files").type("FILE");
    add_cells(process, options.cell_size, options.cell_height);
    process.add_switch("--kinds", options.kinds, "also the generated levels of `navbench kinds`; takes minutes");
    add_generated(process, options);
    add_rounds(process, options.rounds, "rounds, interleaved; the least values count");
    add_files(process, nullptr, &options.json);
}

struct Benchmark {
    const char *name, *help;
    void (*add)(CommandLine& command, BenchOptions& options);
    int (*run)(const BenchOptions& options);
};

constexpr Benchmark kBenchmarks[] = {
    {"bake", "the bake, stage by stage", add_bake, bench_bake},
    {"kinds", "the bake of generated levels of every kind; takes minutes", add_kinds, bench_kinds},
    {"process", "whole processes: navbake and a program that uses librecast", add_process, bench_process},
    {"scoreboard", "everything about the bake: times, memory, quality, marks; takes minutes", add_scoreboard, bench_scoreboard},
    {"tiles", "worlds baked tile by tile, on one thread and on two", add_tiles, bench_tiles},
    {"query", "the queries, on the same polygons", add_query, bench_query},
    {"rebuild", "tiles baked again at run time, and the next snapshots", add_rebuild, bench_rebuild},
    {"live", "live worlds loaded from files, against Detour's TileCache", add_live, bench_live},
    {"growth", "how the time of contours, polygons and details grows with the vertices", add_growth, bench_growth},
    {"agents", "a bake for three agents against three bakes", add_agents, bench_agents},
    {"warnings", "how often wrong units and orientations of levels are reported", add_warnings, bench_warnings},
};

// Checks that the output files can be written, before the measurements. Error (failed): a file cannot be written.
Status check_outputs(const BenchOptions& options) {
    for (const std::string& path : {options.results.empty() ? "" : options.results + "-times.csv", options.csv, options.json}) {
        if (path.empty()) continue;
        if (const Status writable = check_output_path(path); !writable) return writable;
    }
    return Done{};
}

// Error (usage): a flag was given that has no effect, because it only applies to random pairs or to generated levels.
Status check_flags(const Benchmark& benchmark, const std::vector<std::string>& given) {
    std::vector<Fact> facts;
    for (const std::string& flag : given) {
        const bool picks_pairs = benchmark.run == bench_query && (flag == "--pairs" || flag == "--seed");
        const bool picks_levels = benchmark.run == bench_process && (flag == "--seed" || flag == "--only");
        if (picks_pairs) facts.push_back({facts::kRandomPairs, flag});
        if (picks_levels) facts.push_back({facts::kGenerated, flag});
        if (flag == "--paths" || flag == "--kinds") facts.push_back({flag});
    }
    return check_exclusions(facts);
}

// Makes malloc keep freed memory, so that warm rounds do not include page faults. In cold rounds, flush_caches returns the
// memory to the system.
void keep_freed_memory() {
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

int run(int argc, char** argv) {
    set_up_logging("navbench", Verbosity::normal);
    CommandLine line("navbench",
                     "Times navspan against librecast in one process; each benchmark has its own --help.\n"
                     "Exit codes: 0 done, 1 bake failed, cannot write, or rounds have different results, 2 usage, 3 input "
                     "unreadable or invalid.");
    std::array<BenchOptions, std::size(kBenchmarks)> options;
    std::vector<CommandLine> commands;
    for (size_t i = 0; i < options.size(); ++i)
        kBenchmarks[i].add(commands.emplace_back(line.add_command(kBenchmarks[i].name, kBenchmarks[i].help)), options[i]);
    if (const std::optional<int> code = line.parse(argc, argv)) return *code;
    keep_freed_memory();
    std::vector<std::string> names;
    for (size_t i = 0; i < options.size(); ++i) {
        names.push_back(kBenchmarks[i].name);
        if (!commands[i].chosen()) continue;
        const Status fits = check_flags(kBenchmarks[i], commands[i].given_flags());
        if (!fits) return report_error(fits.error());
        const Status writable = check_outputs(options[i]);
        return writable ? kBenchmarks[i].run(options[i]) : report_error(writable.error());
    }
    log_error("no benchmark; give one of " + list_text(names, "or") + "; see --help");
    return kUsage;
}

}  // namespace
}  // namespace navspan::tools

int main(int argc, char** argv) {
    return navspan::tools::run_guarded("navbench", "measure a smaller level, or close other programs", navspan::tools::run,
                                       argc, argv);
}
