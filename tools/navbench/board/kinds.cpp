// navbench kinds: compares our bake with librecast's on generated levels of every kind.
//
// Each kind is generated at two sizes and baked with two sizes of cells. A line of the table has the ratios of librecast's time
// to ours, for the whole bake and for each stage, and the ratio of our peak memory to librecast's. The last lines have the
// worst value and the median of each column. The same seed gives the same levels on every machine.

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/cli.h"
#include "core/text.h"
#include "navbench/bake_figures.h"
#include "navbench/common.h"
#include "navbench/kinds/kinds.h"
#include "navbench/memory.h"

namespace navspan::tools {
namespace {

using namespace bench;

constexpr double kSides[] = {24, 64};                     // [wu]
constexpr double kCells[][2] = {{0.3, 0.2}, {0.1, 0.1}};  // side and height of a cell [wu]
constexpr std::string_view kMemory = "memory";            // last column: our peak memory / librecast's

// False for a stage that librecast lacks, or that these levels do not use.
bool is_compared(const TimeRow& row) {
    for (const Stage stage : {Stage::mark_volumes, Stage::generate_links, Stage::nav_tile}) {
        if (row.name == stage_name(stage)) return false;
    }
    return true;
}

// Returns the names of the columns: the stages that both libraries have, the whole bake, and the memory.
std::vector<std::string> column_names() {
    std::vector<std::string> names;
    for (const TimeRow& row : stage_rows()) {
        if (is_compared(row)) names.push_back(row.name);
    }
    names.emplace_back(kMemory);
    return names;
}

std::vector<double> ratios_of(const BakeFigures& figures) {
    std::vector<double> ratios;
    for (const TimeRow& row : stage_rows()) {
        if (!is_compared(row)) continue;
        const double ours = row.times(figures.ours).least(), theirs = row.times(figures.theirs).least();
        ratios.push_back(ours > 0 ? theirs / ours : 0);
    }
    ratios.push_back(figures.our_megabytes / figures.their_megabytes);
    return ratios;
}

void print_line(const std::string& name, const std::vector<double>& values) {
    std::printf("%-34s", name.c_str());
    for (const double value : values)
        std::printf(" %9.2f", value);
    std::printf("\n");
    std::fflush(stdout);
}

Json json_of(const std::string& name, const std::vector<std::string>& columns, const std::vector<double>& values) {
    Json line{{"level", name}};
    for (size_t i = 0; i < columns.size(); ++i)
        line[columns[i]] = values[i];
    return line;
}

// Prints the worst value and the median of each column. For memory, the worst ratio is the largest one. For times, the worst
// ratio is the smallest one.
void print_summary(const std::vector<std::string>& columns, const std::vector<std::vector<double>>& lines, Json& report) {
    std::vector<double> worst, median;
    for (size_t i = 0; i < columns.size(); ++i) {
        std::vector<double> column;
        for (const std::vector<double>& line : lines)
            column.push_back(line[i]);
        const auto [low, high] = std::minmax_element(column.begin(), column.end());
        worst.push_back(columns[i] == kMemory ? *high : *low);
        median.push_back(median_of(column));
    }
    print_line("worst", worst);
    print_line("median", median);
    report["worst"] = json_of("worst", columns, worst);
    report["median"] = json_of("median", columns, median);
}

}  // namespace

int bench_kinds(const BenchOptions& options) {
    hook_recast_memory();
    const std::string version = recast_library();
    std::printf("against %s, profile %s, %s, seed %llu, %s\n", version.c_str(), options.profile.c_str(),
                options.partition.c_str(), static_cast<unsigned long long>(options.seed),
                count_of(uint64_t(options.rounds), "round").c_str());
    const std::vector<std::string> columns = column_names();
    std::printf("%-34s", "recast / ours");
    for (const std::string& column : columns)
        std::printf(" %9.9s", column.c_str());
    std::printf("\n");
    std::vector<std::vector<double>> lines;
    Json report{{"recast", version}, {"seed", options.seed}, {"levels", Json::array()}};
    for (const LevelKind& kind : level_kinds()) {
        for (const double side : kSides) {
            for (const auto& [cell_size, cell_height] : kCells) {
                BenchOptions of_level = options;
                of_level.cell_size = cell_size;
                of_level.cell_height = cell_height;
                TriangleSoup soup = generate_level(kind, {side, cell_size}, options.seed);
                const std::string name = std::string(kind.name) + " " + number_text(side) + " at " + number_text(cell_size) +
                                         " (" + std::to_string(soup.triangles.size()) + ")";
                const Result<BakeInput> input = make_bake_input(std::move(soup), of_level);
                if (!input) return report_error(input.error());
                const Result<BakeFigures> figures = measure_bakes(*input, name, options.rounds);
                if (!figures) return report_error(figures.error());
                lines.push_back(ratios_of(*figures));
                print_line(name, lines.back());
                report["levels"].push_back(json_of(name, columns, lines.back()));
            }
        }
    }
    print_summary(columns, lines, report);
    return write_json(options.json, report) ? 0 : 1;
}

}  // namespace navspan::tools
