#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace navspan::tools {

/// One side of a comparison: Detour or one of our meshes.
struct Side {
    std::string name;
    /// Runs the query for pair i. Returns a number from the result, so that the compiler keeps the query.
    std::function<double(size_t)> run;
};

/// Times of the queries of one side [us].
struct QueryFigures {
    double mean = 0;                            ///< processor time per query, minimum of the rounds
    double p50 = 0, p95 = 0, p99 = 0, max = 0;  ///< percentiles of the wall-clock times of the queries
};

/// Measures all sides alternately. Returns the figures of each side.
/// @param count   number of queries of a side
/// @param rounds  number of rounds that count; a first one warms up
std::vector<QueryFigures> measure_sides(const std::vector<Side>& sides, size_t count, int rounds);

}  // namespace navspan::tools
