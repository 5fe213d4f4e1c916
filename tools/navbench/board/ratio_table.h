#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/config/json_fwd.h"
#include "navbench/common.h"

namespace navspan::bench {

/// Goals for the worst value and the median of a column: lower bounds if RatioColumn::better is `more`, otherwise upper bounds.
struct RatioGoal {
    double worst = 0, median = 0;
};

enum class Better : uint8_t { more, less };

/// A column of a RatioTable.
struct RatioColumn {
    std::string name;
    Better better = Better::more;
    std::optional<RatioGoal> goal = {};
};

/// A table with a line for each level. NaN: unknown value.
struct RatioTable {
    struct Line {
        std::string level;
        std::vector<double> values;  ///< one per column
    };
    std::vector<RatioColumn> columns;
    std::vector<Line> lines = {};
};

/// Prints the column names.
void print_columns(const RatioTable& table);
/// Prints one line.
void print_line(const RatioTable& table, const RatioTable::Line& line);
/// Prints the worst value and the median of every column.
void print_summary(const RatioTable& table);
/// For each column with a goal, prints the worst value with its level, the median, the goal, and whether it is reached.
void print_goals(const RatioTable& table);

/// Returns the lines, the worst values and the medians, keyed by column name.
Json json_of(const RatioTable& table);

}  // namespace navspan::bench
