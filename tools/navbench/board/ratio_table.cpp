#include "navbench/board/ratio_table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "common/cli.h"

namespace navspan::bench {
namespace {

struct ColumnSummary {
    double worst = NAN, median = NAN;
    std::string worst_level = "-";
};

// Ignores unknown values.
ColumnSummary summary_of(const RatioTable& table, size_t column) {
    ColumnSummary summary;
    std::vector<double> known;
    const bool less = table.columns[column].better == Better::less;
    for (const RatioTable::Line& line : table.lines) {
        const double value = line.values[column];
        if (std::isnan(value)) continue;
        if (known.empty() || (less ? value > summary.worst : value < summary.worst))
            summary.worst = value, summary.worst_level = line.level;
        known.push_back(value);
    }
    if (!known.empty()) summary.median = tools::median_of(known);
    return summary;
}

int width_of(const RatioColumn& column) {
    return std::max(7, int(column.name.size()));
}

struct SummaryLines {
    RatioTable::Line worst{"worst", {}}, median{"median", {}};
};

SummaryLines summary_lines(const RatioTable& table) {
    SummaryLines lines;
    for (size_t i = 0; i < table.columns.size(); ++i) {
        const ColumnSummary summary = summary_of(table, i);
        lines.worst.values.push_back(summary.worst);
        lines.median.values.push_back(summary.median);
    }
    return lines;
}

Json json_line(const RatioTable& table, const RatioTable::Line& line) {
    Json json{{"level", line.level}};
    for (size_t i = 0; i < line.values.size(); ++i)
        json[table.columns[i].name] = std::isnan(line.values[i]) ? Json() : Json(line.values[i]);
    return json;
}

}  // namespace

void print_columns(const RatioTable& table) {
    std::printf("%-34s", "");
    for (const RatioColumn& column : table.columns)
        std::printf(" %*s", width_of(column), column.name.c_str());
    std::printf("\n");
}

void print_line(const RatioTable& table, const RatioTable::Line& line) {
    std::printf("%-34s", line.level.c_str());
    for (size_t i = 0; i < line.values.size(); ++i) {
        const std::string text = std::isnan(line.values[i]) ? "-" : tools::format("%.2f", line.values[i]);
        std::printf(" %*s", width_of(table.columns[i]), text.c_str());
    }
    std::printf("\n");
    std::fflush(stdout);
}

void print_summary(const RatioTable& table) {
    const SummaryLines lines = summary_lines(table);
    print_line(table, lines.worst);
    print_line(table, lines.median);
}

void print_goals(const RatioTable& table) {
    std::printf("\n%-28s %7s %7s %7s %7s\n", "mark", "worst", "wanted", "median", "wanted");
    for (size_t i = 0; i < table.columns.size(); ++i) {
        const RatioColumn& column = table.columns[i];
        if (!column.goal) continue;
        const ColumnSummary summary = summary_of(table, i);
        const double sign = column.better == Better::more ? 1 : -1;
        const bool reached =
            sign * (summary.worst - column.goal->worst) >= 0 && sign * (summary.median - column.goal->median) >= 0;
        std::printf("%-28s %7.2f %7.2f %7.2f %7.2f  %s; worst: %s\n", column.name.c_str(), summary.worst, column.goal->worst,
                    summary.median, column.goal->median, reached ? "reached" : "NOT REACHED", summary.worst_level.c_str());
    }
}

Json json_of(const RatioTable& table) {
    const SummaryLines summary = summary_lines(table);
    Json json{
        {"levels", Json::array()}, {"worst", json_line(table, summary.worst)}, {"median", json_line(table, summary.median)}};
    for (const RatioTable::Line& line : table.lines)
        json["levels"].push_back(json_line(table, line));
    return json;
}

}  // namespace navspan::bench
