#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace navspan::tools {

/// One side of a comparison: Detour or one of our meshes.
struct Side {
    std::string name;
    /// Runs the query for pair i. Returns a number that depends on the answer; without it, the compiler could remove the query.
    std::function<double(size_t)> run;
};

/// Times of the queries of one side. The wall-clock time of a query is the minimum over the rounds.
struct QueryFigures {
    double mean = 0;                   ///< processor time per query, minimum over the rounds [us]
    double p50 = 0, p95 = 0, p99 = 0;  ///< percentiles of the wall-clock times [us]
    double max = 0;                    ///< longest wall-clock time [us]
};

/// Measures all sides alternately. Returns the figures of each side.
/// @param count   number of queries of a side
/// @param rounds  number of rounds that count; a first one warms up
std::vector<QueryFigures> measure_sides(const std::vector<Side>& sides, size_t count, int rounds);

}  // namespace navspan::tools
