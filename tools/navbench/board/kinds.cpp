// navbench kinds: compares our bake with librecast's on generated levels of every kind.
//
// Each kind is generated at two sizes and baked with two cell sizes. The first table has speed and peak memory. Speed is
// librecast's minimum time divided by our minimum time, in total and for each stage. Memory is our peak divided by librecast's
// peak. The second table has mesh quality. The last two lines of a table have the worst value and the median of each column. A
// list shows which columns reach their goals. The same seed gives the same levels on every machine.

#include "navbench/kinds/kinds.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/cli.h"
#include "navbench/board/kind_figures.h"
#include "navbench/board/level_seed.h"
#include "navbench/board/ratio_table.h"
#include "navbench/common.h"
#include "navbench/memory.h"

namespace navspan::tools {
namespace {

using namespace bench;

struct KindColumn {
    RatioColumn column;
    std::function<double(const KindFigures&)> value;
};

// False for stages that librecast lacks or that these levels do not use.
bool is_compared(const TimeRow& row) {
    for (const Stage stage : {Stage::mark_volumes, Stage::generate_links, Stage::nav_tile}) {
        if (row.name == stage_name(stage)) return false;
    }
    return true;
}

double speed(const Times& ours, const Times& theirs) {
    return ours.least() > 0 ? theirs.least() / ours.least() : 0;
}

// Amount by which our peak memory may exceed librecast's peak memory [MB].
constexpr double kMemoryAllowance = 1;

double memory_above_allowance(double ours, double theirs) {
    return std::max(ours - kMemoryAllowance, 0.0) / theirs;
}

std::vector<KindColumn> speed_columns() {
    std::vector<KindColumn> columns;
    for (const TimeRow& row : stage_rows()) {
        if (!is_compared(row)) continue;
        columns.push_back(
            {{row.name}, [row](const KindFigures& f) { return speed(row.times(f.bake.ours), row.times(f.bake.theirs)); }});
        RatioColumn& column = columns.back().column;
        if (row.name == stage_name(Stage::rasterize)) column.goal = {2.5, 4};
        if (row.name == stage_name(Stage::detail_mesh)) column.goal = {1.5, 4};
        if (row.name == "total") column.goal = {2.5, 5};
    }
    const std::vector<KindColumn> whole{
        {{"defaults", Better::more, RatioGoal{2, 5}},
         [](const KindFigures& f) { return speed(total_of(f.defaults.ours), total_of(f.defaults.theirs)); }},
        {{"tiles", Better::more, RatioGoal{2, 4}}, [](const KindFigures& f) { return speed(f.our_tiles, f.their_tiles); }},
        {{"memory", Better::less}, [](const KindFigures& f) { return f.bake.our_megabytes / f.bake.their_megabytes; }},
        {{"memory - 1 MB", Better::less, RatioGoal{1, 0.6}},
         [](const KindFigures& f) { return memory_above_allowance(f.bake.our_megabytes, f.bake.their_megabytes); }},
        {{"tiles memory", Better::less}, [](const KindFigures& f) { return f.our_tiles_megabytes / f.their_tiles_megabytes; }},
        {{"tiles memory - 1 MB", Better::less, RatioGoal{1, 0.6}},
         [](const KindFigures& f) { return memory_above_allowance(f.our_tiles_megabytes, f.their_tiles_megabytes); }}};
    columns.insert(columns.end(), whole.begin(), whole.end());
    return columns;
}

std::vector<KindColumn> quality_columns() {
    return {{{"height mm", Better::less}, [](const KindFigures& f) { return 1000 * f.ours.height_error; }},
            {{"recast mm", Better::less}, [](const KindFigures& f) { return 1000 * f.theirs.height_error; }},
            {{"near walls %", Better::less}, [](const KindFigures& f) { return 100 * f.ours.near_walls; }},
            {{"recast near %", Better::less}, [](const KindFigures& f) { return 100 * f.theirs.near_walls; }},
            {{"area", Better::more}, [](const KindFigures& f) { return f.ours.area; }},
            {{"recast area", Better::more}, [](const KindFigures& f) { return f.theirs.area; }},
            {{"polygons", Better::less}, [](const KindFigures& f) { return f.ours.polygons; }},
            {{"recast polygons", Better::less}, [](const KindFigures& f) { return f.theirs.polygons; }}};
}

RatioTable empty_table(const std::vector<KindColumn>& columns) {
    RatioTable table;
    for (const KindColumn& column : columns)
        table.columns.push_back(column.column);
    return table;
}

RatioTable::Line kind_line(const std::string& name, const std::vector<KindColumn>& columns, const KindFigures& figures) {
    RatioTable::Line line{name, {}};
    for (const KindColumn& column : columns)
        line.values.push_back(column.value(figures));
    return line;
}

// Measures a level. Adds a line to both tables and prints the line of `speeds`.
Status add_level(const LevelCase& level, const BenchOptions& options, uint64_t seed, RatioTable& speeds,
                 RatioTable& qualities) {
    BenchOptions of_level = options;
    of_level.cell_size = level.params.cell;
    of_level.cell_height = level.cell_height;
    TriangleSoup soup = generate_level(level.kind, level.params, seed);
    const std::string name = level.name + " (" + std::to_string(soup.triangles.size()) + ")";
    const Result<BakeInput> input = make_bake_input(std::move(soup), of_level);
    if (!input) return input.error();
    const Result<KindFigures> figures = measure_kind(*input, name, options.rounds);
    if (!figures) return figures.error();
    speeds.lines.push_back(kind_line(name, speed_columns(), *figures));
    qualities.lines.push_back(kind_line(level.name, quality_columns(), *figures));
    print_line(speeds, speeds.lines.back());
    return Done{};
}

}  // namespace

int bench_kinds(const BenchOptions& options) {
    const Result<uint64_t> seed = level_seed(options.level_seed);
    if (!seed) return report_error(seed.error());
    hook_recast_memory();
    const std::string version = recast_library();
    std::printf("against %s, profile %s, %s, seed %llu, %s\nrecast / ours, memory: ours / recast\n", version.c_str(),
                options.profile.c_str(), options.partition.c_str(), static_cast<unsigned long long>(*seed),
                count_of(uint64_t(options.rounds), "round").c_str());
    RatioTable speeds = empty_table(speed_columns()), qualities = empty_table(quality_columns());
    print_columns(speeds);
    for (const LevelCase& level : level_cases(options.only)) {
        if (const Status s = add_level(level, options, *seed, speeds, qualities); !s) return report_error(s.error());
    }
    print_summary(speeds);
    std::printf("\nquality of our default settings and of librecast\n");
    print_columns(qualities);
    for (const RatioTable::Line& line : qualities.lines)
        print_line(qualities, line);
    print_summary(qualities);
    print_goals(speeds);
    const Json report{{"recast", version}, {"seed", *seed}, {"speed", json_of(speeds)}, {"quality", json_of(qualities)}};
    return write_json(options.json, report) ? 0 : 1;
}

}  // namespace navspan::tools
